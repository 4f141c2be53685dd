# What a review of a game says.
review-game = Game { $number }: { $game }, { $first } - { $second }, { $result }
review-title = Review
review-accuracy = Accuracy
review-accuracy-of = { $side } { $percent } %
review-accuracy-none = { $side }: no move counts
review-stopped = Stopped: { $count ->
    [one] the first move is not judged.
   *[other] the first { $count } moves are not judged.
  }
review-stopped-games = stopped: { $done } of { $all } games are reviewed
review-turning-points = Turning points
review-no-turning-points = No move changed the course of the game.
review-moves = Moves
review-quality-forced = forced
review-quality-only = only move
review-quality-best = best
review-quality-good = good
review-quality-inaccuracy = inaccuracy
review-quality-mistake = mistake
review-quality-blunder = blunder
review-turning = After { $move } { $after }; { $better }.
review-wins-in = { $side } wins in { $moves ->
    [one] 1 own move
   *[other] { $moves } own moves
  }
review-wins-within = { $side } wins in at most { $moves ->
    [one] 1 own move
   *[other] { $moves } own moves
  }
review-wins-now = { $side } has won
review-drawn = the game is drawn
review-chance = { $side } has { $percent } %
review-kept-win = { $move } kept the win
review-kept-draw = { $move } kept the draw
review-kept-chance = { $move } kept { $percent } %
review-better = better: { $moves }
review-graph = Expected result of { $side } after every move, in percent
review-start = Start
review-first = First
review-back = Back
review-forward = Forward
review-last = Last
review-quality = Quality
review-move = Move
review-board = Board
review-progress = game { $game } of { $games }: { $done } of { $all } positions
review-exists = { $name }: there is such a file already
review-no-game-number = { $name }: there is no game { $number }; the file has { $count }

# What the explorer says.
explore-lines = explore takes one position: -p - is for commands that answer line by line
explore-games = { $count ->
    [one] { $count } game read
   *[other] { $count } games read
  }
explore-nothing = No game that was read came to this position.
explore-full = only { $count } games fit in memory; the others are not counted
explore-column-games = games
explore-column-drawn = drawn
explore-column-known = known
