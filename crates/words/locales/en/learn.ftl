# Lessons: what the page and the app say around them. Their steps speak for themselves, in the files of the games.
web-learn = Learn
web-learn-game = Learn { $game }
web-learn-step = Step { $number } of { $count }
web-learn-right = Right.
web-learn-reply = The other side answers: { $move }
web-learn-won = Right: you have won.
web-learn-next = Next step
web-learn-show = Show a move
web-learn-shown = For example { $move }
web-learn-skip = Skip this step
web-learn-again = From the beginning
web-learn-end = That is the whole game.
web-learn-end-more = Now play it: level 1 has just learnt the rules too.
web-learn-no-script = The lesson needs JavaScript: please allow it for this page. The rules can be read without it.
web-goal = Goal

# The app.
tui-menu-learn = Learn this game
tui-keys-lesson = ↵ touch  Tab next cell  s show a move  n skip  r rules  : type  ? keys  q menu
tui-keys-lesson-done = ↵ go on  [ step before  r rules  ? keys  q menu
tui-lesson-next = Enter: the next step.
tui-lesson-end = That is the whole game. Enter: play it, against level 1. q: menu.
tui-lesson-shown = For example { $move }, marked on the board.
tui-key-lesson = in the menu: the lesson of the game. In it: s shows a move, n skips a step
web-touch-piece = Touch a piece to see its moves.

# What a level is like.
level-novice = sees only what its own move does, may even overlook a win
level-one-ply = sees only what its own move does
level-nodes = looks at { $nodes } positions a move
level-plies = sees the end of the game { $plies } turns ahead
level-perfect = plays perfectly
level-slips-most = slips in most moves
level-slips-often = often slips
level-slips-sometimes = slips now and then
level-slips-seldom = seldom slips
level-both = { $thinks }, { $slips }
level-about = { $what }. Level { $next } wins { $wins } of 100 games against it.
level-about-draws = { $what }. Level { $next } wins { $wins } of 100 games against it and draws { $draws }.
level-thousands = ,

# The teacher.
teach-fact = { $move } { $fact }.
teach-piece = Look at the piece on { $cell }.
teach-wait = Wait!
teach-question = take it back? (yes, no, why)
teach-answers = Type yes to take the move back, no to play on, or why to see the answer to it.
command-why = why
teach-pass = No piece can move.
teach-kind = Make it { $kind }.
web-teach = Teach me
web-teach-about = Warns you of moves that cost a lot, shows why, and lets you take them back. No clock.
web-teach-title = Wait!
web-teach-back = Take it back
web-teach-why = Show why
web-teach-go-on = Play on
web-teach-shown = This is how it could go on.
web-hint-more = More
web-hint-piece = Look at the piece on { $cell }.
web-hint-kind = Make it { $kind }.
web-hint-move = { $move }
web-said-warning = The teacher warns you.
web-said-go-on = You play on.
tui-menu-teach = Teach me
tui-teach-keys = u takes it back, w shows why, Enter plays on.
tui-teach-more = t: more.
tui-teach-play = t plays it.
