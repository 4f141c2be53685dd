# Puzzles, on every front end.
puzzle-find-win = { $side } to move: win in { $count ->
    [one] one move
   *[other] { $count } moves
  }.
puzzle-find-draw = { $side } to move: keep the draw.
puzzle-find-advantage = { $side } to move: find the best move.
theme-one-move = one move to find
theme-two-moves = two moves to find
theme-long = three moves or more to find
theme-win = win
theme-draw = draw
theme-advantage = advantage
theme-defence = defence
theme-threat = threat
theme-double-threat = double threat
theme-capture = capture
theme-dragon = dragon
theme-quiet = quiet move
