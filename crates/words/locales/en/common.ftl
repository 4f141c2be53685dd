# What every front end says.
language-name = English
yes = yes
no = no

# Who can sit at the board.
seat-human = Human
seat-random = Random
seat-greedy = Greedy
seat-report = The report's bot
seat-first-report = The report's first bot
seat-level = Level { $level }
seat-perfect = Perfect
seat-engine = Engine { $name }

# What is known of a position, for the side to move.
plies = { $count ->
    [one] { $count } ply
   *[other] { $count } plies
  }
value-win = wins in { $count }
value-loss = loses in { $count }
value-draw = draw
decimal-mark = .
side-wins-in = { $side } wins in { $plies }
side-wins-within = { $side } wins within { $plies }
side-loses-in = { $side } loses in { $plies }
side-holds-draw = { $side } can hold the draw

# Choices that end a move.
choice-pass = pass
choice-none = none

# Why a file cannot be read or written.
file-trouble = { $kind ->
   *[other] { $name }: { $error }
  }
value-win-within = wins within { $count }
value-loss-within = loses within { $count }
value-win-unless = wins, unless the quiet count ends it
value-loss-unless = loses, unless the quiet count ends it
