# Problemas, em todo o lado.
puzzle-find-win = Jogam as { $side } e ganham { $count ->
    [one] numa jogada
   *[other] em { $count } jogadas
  }.
puzzle-find-draw = Jogam as { $side } e mantêm o empate.
puzzle-find-advantage = Jogam as { $side }: encontre a melhor jogada.
theme-one-move = uma jogada por encontrar
theme-two-moves = duas jogadas por encontrar
theme-long = três ou mais jogadas por encontrar
theme-win = vitória
theme-draw = empate
theme-advantage = vantagem
theme-defence = defesa
theme-threat = ameaça
theme-double-threat = ameaça dupla
theme-capture = captura
theme-dragon = dragão
theme-quiet = jogada tranquila
