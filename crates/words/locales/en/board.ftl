# What moves are worth, wherever all moves of a position are shown.
values-title = Values
values-class-keeps = keeps the result
values-class-loses-little = loses a little
values-class-loses = loses the result
values-win = wins in { $moves ->
    [one] 1 of your moves
   *[other] { $moves } of your moves
  }
values-win-within = wins in at most { $moves ->
    [one] 1 of your moves
   *[other] { $moves } of your moves
  }
values-loss = loses in { $moves ->
    [one] 1 move of the opponent
   *[other] { $moves } moves of the opponent
  }
values-loss-within = loses in at most { $moves ->
    [one] 1 move of the opponent
   *[other] { $moves } moves of the opponent
  }
values-draw = a draw if both play their best
values-about = expects { $percent } % ({ $score })
values-said = { $move }: { $value }; { $class }
values-keeping = { $count ->
    [one] 1 of { $all } moves keeps the result
   *[other] { $count } of { $all } moves keep the result
  }
values-short-win = wins in { $moves }
values-short-loss = loses in { $moves }

# The analysis board of the app.
analysis-title = Analysis
analysis-menu = Analysis board
analysis-tree = Variations
analysis-empty = Play for both sides: all is kept as variations.
analysis-variation = Variation { $place } of { $all }
analysis-leash = Engine: { $lines ->
    [one] 1 line
   *[other] { $lines } lines
  }, { $seconds } seconds for a position
explorer-title = Explorer
explorer-reading = Reading the games of this computer
explorer-legend = Games; then the result that is known, or in %: { $first } won, drawn, { $second } won
explorer-no-row = The explorer has no such move.
analysis-no-line = The engine has no such line yet.
analysis-level = A level is a number from 1 to 10.
analysis-too-long = This text is too long for a study.
analysis-no-game = There is no game in this text.
analysis-copied = { $text } (copied, if the terminal can)
analysis-record-copied = The record is copied, if the terminal can; s saves it in a file.
analysis-pasted = pasted
analysis-first-of = This is the first of { $count } games.
analysis-prompt-comment = Comment:
analysis-prompt-level = Go on against level (1 to 10):
analysis-prompt-position = Position or record:
analysis-keys = ↵ touch  [ back  ] on  1 line  v values  e engine  x explorer  c comment  P promote  D delete  ? keys  q back
analysis-key-values = what every move is worth, on and off: + keeps the result, ~ loses a little, - loses it
analysis-key-board = the analysis board: moves for both sides, variations, engine lines; also in the menu
analysis-key-walk = in analysis: back and on; the variation before or after; play the first move of an engine line
analysis-key-tree = in analysis: make this move the main one; delete it; take a change back, make it again
analysis-key-explorer = in analysis: what was played here in the games of this computer, with known results; 1-9 then play these moves
analysis-key-notes = in analysis: comment on the move; mark it ! ? !! ?? !? ?!
analysis-key-leash = in analysis: fewer or more engine lines; how long the engine thinks
analysis-key-leave = in analysis: go on from here against a level; put in a position or record (or paste it); copy the position, the record, or the command that leads here
analysis-key-review = review the game: every move judged; again stops. ( and ) go to the turning points, to try again from there
analysis-reviewing = Review: { $done } of { $all } positions. R stops it.
analysis-nothing-to-review = There is no move to review.
analysis-no-turning-point = There is no other turning point that way.
analysis-try-again = Try again: find something better than { $move }. t gives a hint, s the solution, ] shows what was played, b plays it out.
analysis-hidden = What was played and what was better stays hidden meanwhile.
analysis-right = { $move } is right.
analysis-wrong = Not { $move }: { $worth }. Try another move.
analysis-solution = Best: { $moves }

# The list of all games of this computer.
library-menu = All games
library-title = Games: { $count }. Type to find: { $filter }_
library-going = goes on
library-analysis = analysis
library-keys = Enter opens, Del deletes, Esc closes
library-ask-delete = Delete { $name } for good?
library-key = in the menu: all games of this computer, to open or delete

# The position editor of the app.
setup-title = Put on the board:
setup-empty = nothing
setup-ground-gap = a gap
setup-ground-spent-cave = a spent cave
setup-valid = This is a position.
setup-over = The game is over here: { $result }
setup-help = Tab chooses, Enter puts, x removes, + - size, t side to move, n number (N next), C clear, u U undo and redo, i text, y Y copy text or command
setup-keys = ↵ put  Tab choose  x remove  t side  u undo  i text  a analyse  p play  ? keys  q back
setup-prompt-counter = Number:
setup-key = the position editor: in the menu, or in analysis for the position that is shown
analysis-no-terminal = --tui needs a terminal
