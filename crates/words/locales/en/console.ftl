# The game on plain input and output.

## What can be typed. Several words for one thing stand behind one another; the English ones work in every language.
command-help = help ?
command-moves = moves
command-hint = hint
command-rules = rules
command-position = position
command-undo = undo
command-redo = redo
command-flip = flip
command-draw = draw
command-resign = resign
command-save = save
command-replace = save!
command-load = load
command-quit = quit exit q
command-language = language
command-show = show solution
command-skip = skip next
command-yes = yes y
command-no = no n
command-stay = stay
command-swap = swap
command-person = human person

## Bots, by the names that can be typed; the first is shown.
bot-random = random
bot-greedy = greedy
bot-report = report report:2
bot-first-report = report:1
bot-level = level:{ $level }
bot-perfect = perfect

## The menu
menu-title = jogo: abstract board games
menu-invitation = Type the number of a game, or: rules NUMBER, load FILE, quit.
menu-unknown = There is no { $text }. Type a number from 1 to { $most }, rules NUMBER, load FILE or quit.
menu-help =
    Type the number of a game, or one of:
      rules NUMBER    the rules of a game
      load FILE       go on with a saved game
      language TAG    speak another language from now on: { $tags }
      quit            leave
menu-farewell =
    To play without the menu: jogo play GAME, for example: jogo play neutreeko
    All commands: jogo --help
menu-language = English it is.
menu-language-unknown = There is no language { $text }. Languages are: { $tags }.
menu-language-not-kept = This could not be remembered: { $error }
menu-players = { $game }: who plays?
menu-first = You are { $side } (moving first) against the computer
menu-second = You are { $side } against the computer
menu-people = Two people
menu-computers = The computer against itself
menu-which-computer = Which computer plays { $side }?
menu-number = Type a number from 1 to { $most }, or quit.
menu-number-or-name = Type a number from 1 to { $most }, a name from the list, or quit.
prompt-game = game
prompt-players = players
prompt-computer = computer
prompt-move = move

## A game
help =
    Type a move in the notation of the game, or one of:
      moves        the legal moves
      hint         a good move
      undo, redo   take a move back, or play it again
      flip         turn the board round
      draw         offer a draw
      resign       give the game up
      save FILE    write the game to a new file (save! FILE replaces an old one);
                   if FILE ends in .pgn, in the form that other programs read
      load FILE    go on with a saved game
      position     the position as text, and as a Prolog term
      rules        the rules of the game
      quit         leave
line-too-long = That line is longer than { $limit } bytes.
line-not-utf8 = That line is not UTF-8.
plays = { $side } plays { $move }.
clocks = Clocks: { $first } { $first-time }, { $second } { $second-time }
engine-trouble = { $fault }.
engine-other-game = { $engine } plays { $game } only
engine-no-start = { $engine } does not start: { $kind ->
    *[other] { $error }
}
engine-ended = { $engine } ended in the middle of the game ({ $status })
engine-closed = { $engine } closed its output in the middle of the game
engine-late = { $engine } did not say { $awaited } within { $limit } ms
engine-wrong = { $engine } said something wrong: { $text }
engine-deaf = { $engine } does not read what it is told
engine-interrupted = { $engine } was not waited for
engine-illegal = { $engine } played { $move }: { $complaint }
unfinished = The game stays unfinished.
engine-gone = The game stands as it was. Who plays { $side } from here on? A number or a name from this list, { $person }, save FILE, or quit:
opponent-now = { $seat } plays { $side } from here on.
input-ended = The input ended; the game stays unfinished.
game-over = The game is over.
prompt-after-game = The game is over (undo, save FILE, load FILE, quit)
nothing-to-undo = There is nothing to take back.
nothing-to-redo = There is nothing to play again.
hint = { $move } ({ $value })
refused = No: { $complaint }. (help lists what you can type.)
draw-declined-by-computer = The computer declines.
draw-offer = { $side } offers a draw. Does { $other } accept? (yes or no)
draw-declined = The offer is declined.
yes-or-no = Say yes or no.
save-which = Say which file: save FILE.
load-which = Say which file: load FILE.
saved = Saved as { $name }.
save-exists = { $name } exists already. To replace it: save! { $name }
save-no-pgn = { $game } has no PGN form: give { $name } another ending.
load-too-long = { $name }: longer than { $limit } bytes
load-not-utf8 = { $name }: not UTF-8
load-no-game = { $name }: no game
load-wrong = { $name }: line { $line }: { $message }
no-such-bot = { $game } has no bot called { $bot }

## A move cell by cell
step-from = To play
step-to = Where to play
prompt-column = { $side }, column
prompt-row = { $side }, row
prompt-choice = { $side }, choice
step-no-column = No: the tile must belong to the board, and there is no column { $column }.
step-no-row = No: the tile must belong to the board, and there is no row { $row }.
step-off-board = No: the tile must belong to the board, and there is neither a column { $column } nor a row { $row }.
step-gap = No: there is a hole in the board on column { $column }, row { $row }.
step-no-move = no move begins so
step-refused = No: { $complaint }.
step-choose = Choose one of: { $choices }
step-choice-none = { $choice }: captures nothing
step-choice-x = { $choice }: captures every piece that is surrounded
step-choice-cell = { $choice }: captures the weaker piece there, and costs one level of strength
step-no-choice = No: { $text } is not one of: { $choices }.

## Puzzles
puzzle-number = Puzzle { $number } of { $count }
puzzle-solved = Solved { $solved } of { $count }.
puzzle-help = Type a move, or: show (the solution), skip (the next puzzle), quit.
puzzle-solution = The solution: { $moves }
puzzle-refused = No: { $complaint }. { $help }
puzzle-wrong = Wrong: after { $move } { $verdict }.
puzzle-right = Right: after { $move } { $verdict }.
puzzle-reply = The reply is { $move }.

## Sessions of puzzles
training-greeting = { $game }: your rating is { $rating }, { $solved } solved, streak { $streak }.
training-help = Type a move, or: hint (in three steps), solution, next, moves, position, rules, quit.
training-difficulty = difficulty { $difficulty }
training-daily = Puzzle of the day, { $family }, { $date }
training-daily-again = Puzzle of the day, { $family }, { $date }, finished already: for practice
training-right = Right: { $move }.
training-right-facts = Right. { $move }: { $facts }.
training-wrong = Wrong: { $move } { $reason }.
training-wrong-reply = Wrong: { $move } is answered by { $reply }.
training-wrong-alone = Wrong: { $move } is not the move.
training-solved = Solved.
training-helped = Solved with a hint.
training-failed = This one does not count as solved.
training-rest = From here on, more than one move wins.
training-rating = Rating { $rating } ({ $change }).
training-streak = Streak { $streak }.
training-days = Days in a row: { $streak }.
training-themes = Themes: { $themes }.
training-not-kept = the progress is not kept: { $error }
training-damaged = the progress of puzzles cannot be read ({ $error }): it is now in { $path }, and begins anew
training-no-folder = there is no folder for the progress of puzzles
training-no-progress = { $name } is no progress of puzzles: { $error }

## Lessons
lesson-step = Step { $number } of { $count }
lesson-help = Type a move, or: show (a move that is right), skip (the next step), quit.
lesson-right = Right.
lesson-end = That is the whole game. Play it: jogo { $game }
lesson-none = { $game } has no lesson

## Questions of puzzles
puzzle-one-win = { $side } wins in { $plies }, by one move only. Which?
puzzle-only-moves = { $side } wins in { $plies }, by one move only each time. Play it out.
puzzle-hold-draw = { $side } can hold the draw, by one move only. Which?
puzzle-zugzwang = Neither side wants to move. { $verdict }, but if { $other } were to move, { $otherwise }. How does { $side } resist longest?

# The pie rule: one divides, the other chooses.
pie-divide = { $divider } makes the first move of { $first } and of { $second }; then { $chooser } chooses a side.
pie-choose = Which side would you play? stay ({ $second }) or swap ({ $first })
pie-say = Say stay or swap. (help lists what else you can type.)
pie-chosen = { $seat } chooses { $side }.

## The command line
cli-position = position: { $reason }
cli-move = move { $move }: { $reason }
cli-line = line { $number }: { $reason }
cli-line-too-long = longer than { $limit } bytes
cli-line-not-utf8 = not UTF-8
cli-pie = pie is a way to begin a game and no position: jogo play GAME --start pie
cli-no-start = { $game } has no start called { $name }; it has: { $names }
cli-balanced = balanced, balanced:1 to balanced:{ $count }
cli-number = it is no whole number
cli-range = it must be in { $range }
cli-no-game = there is no game called { $game }; games are: { $games }
cli-no-game-but = there is no game called { $game }; did you mean { $meant }? games are: { $games }
cli-no-prolog = { $game } has no Prolog form
cli-no-cell = { $cell } is not a cell of the picture
cli-over = the game is over: { $result }
cli-show-lines = -p - answers with one line each: use --format json or prolog
cli-analyze-lines = -p - answers for each position as it stands: it takes no --moves
cli-analyze-number = --game chooses among the games of a file
cli-analyze-file = a recorded game has its own positions: it takes no --position and no --start
cli-play-lines = play takes one position: standard input is for the moves
cli-play-which = a position needs a game: jogo play GAME -p POS
cli-screen-flags = --color and --ascii are for the full-screen app: jogo, or jogo play
cli-no-command = there is no command { $command }
cli-unknown-argument = there is no argument { $argument } here
cli-similar = { "" }; did you mean { $meant }?
cli-missing = missing: { $arguments }
cli-conflict = { $one } cannot be used with { $other }
cli-invalid-value = { $value } is no value for { $argument }: { $reason }
cli-valid-values = it is one of { $values }
cli-missing-command = { $command } needs a command: { $commands }
cli-argument-not-utf8 = an argument is not UTF-8
cli-no-value-here = { $argument } takes no value { $value }
cli-twice = { $argument } was given twice
cli-value-missing = { $argument } needs a value
cli-address = an address is written IP:PORT, such as 127.0.0.1:7878
cli-no-language = there is no language { $language }; languages are: en, pt
settings-new = { $path }: { $error }; the settings are as if new


perft-counting = counting to depth { $depth }
convert-stdin = standard input
convert-no-pgn = { $name }: game { $number }: { $game } has no PGN form
## `jogo match`
match-which-game = which game? jogo match GAME --engine SEAT --engine SEAT (the game stands first)
match-no-folder = there is no folder for matches here: name a file by --records
match-too-many = too many matches of today
match-records = the records go to { $file }
match-no-records = the records: { $error }
match-resumed = { $played } of { $games } games of { $file } are played. The players are:
match-say-yes = the match would start these programs, which { $file } names: say --yes if they may be
match-go-on = These programs will be started. Go on? [y/N]
match-nothing-started = nothing was started
match-resume-by = after { $played } of { $games } games; go on with: jogo match --resume { $file }
match-output-closed = the output was closed { $how }
match-stopped = stopped { $how }
match-examine-which = which game? jogo match GAME --compliance COMMAND
match-examine-ugi = UGI is about any game: jogo match GAME --compliance engine:COMMAND
match-no-protocol = { $command } answers neither uai nor ugi
match-examined = { $checks } checks of { $protocol } in { $game }, { $failed } failed
match-failed = { $failed } checks failed

## `jogo serve`
serve-at = jogo serves at { $url } ({ $who })
serve-or = or { $url }
serve-local = only this computer can open it
serve-lan = whoever is in this network can open it
serve-public = whoever knows the address can open it
serve-no-listening = cannot listen on { $addr }: { $error }
serve-no-browser = no browser opened: { $error }
serve-no-folder = this user has no data folder: choose one with --data
serve-url = it is written https://HOST or http://HOST:PORT, without a path

## `jogo puzzle`
puzzle-none = there is no such puzzle
puzzle-no-solution = --kind and --plies are for Neutreeko, not for { $game }
puzzle-date = a date is written 2026-11-19
puzzle-plies-kinds = --plies is for the kinds one-win and only-moves
puzzle-plies-odd = a win takes an odd number of plies, not { $plies }
puzzle-plies-few = only-moves takes 3 plies or more

## `jogo datagen`
datagen-no-net = { $game } has no neural evaluation to make data for
datagen-no-file = --out FILE is missing
datagen-in-use = another program is writing this file
datagen-other-settings = this file was begun with other settings (game, nodes, seed, network or openings): choose another file
datagen-damaged = a block is damaged: the file is left as it is
datagen-damaged-part = a block is damaged or cut off
datagen-cut = what follows the last whole block is removed
datagen-other-game = the positions are those of { $name }
datagen-progress = { $positions } positions, { $rate } a second, { $left } s left

## What is known for certain
solve-wins-at-once = { $side } wins at once
solve-has-lost = { $side } has lost
solve-draw = neither side can force a win
solve-line = line { $moves }
solve-line-repeats = then a position of the line repeats
solve-positions = positions
solve-up-to-symmetry = up to symmetry
solve-placements = placements
solve-impossible = impossible
solve-legal = legal
solve-won = won
solve-lost = lost
solve-drawn = drawn
solve-won-in = won in { $plies }
solve-lost-in = lost in { $plies }
solve-counting = counting the positions that a game can come to
solve-reachable = reachable, by colour
solve-longest = longest win
solve-solved = solved
solve-counted = solved and counted
solve-start = start
solve-holding = first moves that hold: { $holding } of { $moves }
solve-narrow = then one move holds for { $plies } plies
solve-balanced = balanced starts
solve-balanced-holding = { $holding } of { $moves } first moves hold
solve-wins-within = { $side } wins within { $count } own moves
solve-survives = { $side } survives { $count } turns of { $other }
solve-after = { $claim } after { $moves }
solve-exactly = { $side } wins on exactly the 10th own move with best play by both
solve-proved = proved
solve-not-proved = { $claim }: not proved with { $nodes } nodes; more memory or nodes may help
solve-open = open: no win within { $count } own moves was proved for either side
solve-searching = within { $count }: { $nodes } positions
solve-writing = writing the strategy out
solve-checking = checking the certificate
solve-no-turn = that player has no turn in these moves
solve-not-written = the strategy could not be written out
solve-strategy = { $count } positions
solve-holds = holds: from { $first }, { $claim }
solve-checking-replies = checking the replies
solve-checking-reply = checking { $reply }, { $tiles } tiles
solve-range = { $first } to { $last }
solve-reply = reply
solve-tiles = tiles
solve-winner = winner
solve-within = within
solve-still-open = open
tables-none-there = { $folder }: no endgame tables are there; `jogo solve threedragons --tables DIR` makes them
tables-not-used = this command does not use endgame tables
tables-there = is there already
tables-layer = { $decided } positions decided, within { $plies } plies
tables-counts = won { $won } drawn { $drawn } lost { $lost }
tables-wrong = { $position } has { $stored }, its moves make it { $found }
tables-hold = { $count } positions follow from their moves
solve-all-hold = every certificate holds
solve-no-strategy = what is stored is no strategy
solve-proves-other = the certificate proves something else
