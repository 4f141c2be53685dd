# The full-screen app.
tui-tagline = abstract board games
tui-welcome = Press Enter: you play against level 3, and the board tells you how.
tui-go-on = Go on: { $game }, { $moves ->
    [one] 1 move
   *[other] { $moves } moves
}
tui-no-last-game = There is no game to go on with.
tui-others = { $games ->
    [one] 1 more game going on
   *[other] { $games } more games going on
}
tui-going = Games going on
tui-going-line = { $game }, { $moves ->
    [one] 1 move
   *[other] { $moves } moves
}, { $first } – { $second }
tui-going-keys = Enter opens, Esc closes
tui-in-use = That game is being played in another window.
tui-in-use-mark = in another window
tui-not-kept = What you do here cannot be kept: { $error }
tui-menu-first = { $side } (1st)
tui-menu-second = { $side }
tui-menu-clock = Clock
tui-menu-start = Start
tui-menu-language = Language
tui-menu-no-clock = none
tui-menu-minutes = { $minutes } min
tui-menu-pie = pie rule
tui-menu-balanced = balanced

# Pairs of key and meaning, two spaces between them.
tui-keys-menu = ↵ play  ↑↓ game  Tab terms  r rules  ? keys  q quit  x swap  c go on  o open
tui-keys-game = ↵ touch  u undo  t hint  e evaluation  : type  ? keys  q menu  r rules
tui-keys-look = ↵ back to the game  [ back  ] on  Home start  : branch  ? keys  q menu
tui-keys-over = ↵ again  R review  u undo  [ look back  s save  e evaluation  ? keys  q menu
tui-keys-computers = Space pause  < slower  > faster  [ look back  e evaluation  ? keys  q menu
tui-keys-paused = Space go on  ] step  u undo  ↵ touch  t hint  e evaluation  ? keys  q menu

tui-space = Space
tui-seat-human = you

tui-goal = Goal
tui-how-1 = Arrows move the cursor; Enter takes a piece and puts it down. A mouse works too.
tui-how-1-short = Arrows and Enter move pieces, or the mouse.
tui-how-2 = t hint, u take back, r rules, ? all keys.
tui-how-3 = Marks show where a piece can go.

tui-to-move = { $side } to move
tui-pie-divide = Pie rule: make the first move of both sides; then the other player chooses a side.
tui-pie-taken = Whoever chose plays { $side }.
tui-pie-choose = Pie rule: press Enter and choose your side.
tui-your-move = Your move
tui-thinks = { $seat } thinks
tui-dragon = A dragon of { $side } wakes on { $cell }!
tui-passed = { $side } had no move and passed.
tui-forced-pass = { $side } has no move: press Enter to pass.
tui-looking = Move { $ply } of { $last }. Enter: back to the game.
tui-wins = { $side } wins
tui-over-win = { $side } wins: { $reason }
tui-over-you-win = You win: { $reason }
tui-over-you-lose = You lose: { $reason }
tui-over-draw = Draw: { $reason }
tui-after-game = Enter: play again, sides changed. u: take back. q: menu.
tui-not-your-turn = It is not your turn.
tui-no-piece = Nothing of yours can move from there.
tui-not-there = It cannot go there.
tui-nothing-to-undo = There is nothing to take back.
tui-nothing-to-redo = There is nothing to play again.
tui-looking-back = You are looking back: Enter returns to the game.
tui-pause-first = The computers are playing: Space lets them wait.
tui-paused = Paused: play a move for the side to move, or go on.
tui-pace = { $seconds } seconds between moves
tui-nobody-resigns = Nobody plays here who could resign.

tui-hint-awaited = Looking for a hint…
tui-hint = Try { $move } ({ $value }). t again plays it.
tui-how-many = How many?
tui-which = Choose:
tui-choice-none = no capture
tui-choice-x = by surrounding
tui-choice-cell = take { $cell }

tui-moves = Moves
tui-evaluation = Evaluation
tui-wins-in = { $side } wins in { $moves ->
    [one] 1 own move
   *[other] { $moves } own moves
}
tui-wins-within = { $side } wins in at most { $moves ->
    [one] 1 own move
   *[other] { $moves } own moves
}
tui-wins-unless = { $side } wins, unless the quiet count ends it
tui-even = even
tui-ahead = { $side } ahead by { $score }
tui-legend = + { $first }  - { $second }
tui-evaluating = thinking…
tui-depth = depth

tui-prompt-command = Move or command:
tui-prompt-save = Save as:
tui-prompt-load = Open:

tui-ask-resign = Give the game up?
tui-ask-draw = A draw is offered. Does the other side accept?
tui-ask-new = Begin another game, sides changed? This one is kept.
tui-ask-replace = { $file } exists already. Replace it?
tui-ask-branch = Play { $move } from here, as a game of its own? The one you look at is kept.
tui-ask-sides = Which side would you play?
tui-yes = Yes
tui-no = No
tui-read-boards = Tab moves of a piece
tui-read-more = ↓ more, Esc closes
tui-read-end = Esc closes

tui-too-small = This terminal is too small for a board: please make it { $width } by { $height } or larger. q quits.

tui-key-cursor = move the cursor
tui-key-touch = touch a cell: first a piece, then where it goes; pass when you must
tui-key-cycle = to the next or last cell that can be touched
tui-key-escape = let go; back to the game
tui-key-type = type a move or a command (undo, hint, save FILE, load FILE, resign, draw, rules, quit)
tui-key-number = where a number or a capture is to be chosen: digits, arrows or the wheel, then Enter
tui-key-undo = take back
tui-key-redo = play again what was taken back
tui-key-hint = hint; once more, play it
tui-key-evaluation = what the engine thinks, on and off
tui-key-look = look at the move before or after
tui-key-ends = the start; back to the game
tui-key-flip = turn the board round
tui-key-zoom = zoom in, out, as large as fits
tui-key-pan = move a board that is larger than the screen
tui-key-computers = computer against computer: pause and go on; one move; slower, faster
tui-key-close = offer a draw; resign
tui-key-new = new game, sides changed
tui-key-files = save; open
tui-key-rules = the rules; in them Tab or a click shows the moves of a piece
tui-key-menu = menu; the game waits there
tui-key-quit = quit; the game is kept
tui-key-suspend = back to the shell; fg brings the app back
tui-mark-goes = the piece you hold can go there; a number: so many pieces it takes or turns
tui-mark-stays = another piece appears there, and yours stays; a number likewise
tui-mark-counts = how many pieces a side has, and would have after the move under the cursor
tui-mark-taken = the move would take this piece
tui-mark-dragon = a dragon on its cave
tui-mark-value = evaluation: ahead by so much; wins in so many own moves; at most; draw. + is good for who moves first
tui-mark-notes = in the list of moves: good, bad, and with a comment
tui-key-mouse = Mouse: click a piece and then a cell, or drag. The wheel zooms, or looks back in the list of moves.

# Puzzles in the app.
tui-menu-puzzles = Puzzles
tui-puzzles = Puzzles
tui-puzzles-rating = Rating
tui-puzzles-seen = Seen
tui-puzzles-today = Today's
tui-puzzles-open = open
tui-puzzles-solved = solved
tui-puzzles-helped = hint
tui-puzzles-failed = missed
tui-puzzles-keys = Enter trains, d: puzzle of the day, Esc closes
tui-puzzle-training = Puzzle, difficulty { $difficulty }
tui-puzzle-daily = Puzzle of the day, difficulty { $difficulty }
tui-puzzle-practice = Puzzle of the day, again
tui-puzzle-standing = Rating { $rating }, streak { $streak }
tui-puzzle-on = Right: { $move }. The reply is { $reply }. Go on.
tui-puzzle-wrong = Wrong: { $move }.
tui-puzzle-again = Enter: try again.
tui-puzzle-again-more = w: how it goes on. Enter: try again.
tui-puzzle-next = Enter: the next puzzle.
tui-puzzle-train = Enter: on to training.
tui-keys-puzzle = ↵ touch  t hint  s solution  n next  p puzzles  : type  ? keys  q menu  Tab next cell  r rules
tui-keys-puzzle-wrong = ↵ try again  w go on  t hint  s solution  n next  ? keys  q menu
tui-keys-puzzle-done = ↵ next  [ look back  p puzzles  r rules  ? keys  q menu
tui-key-puzzles = in the menu: puzzles. In one: t hint, s solution, w the answer to a wrong try, n the next
