# Problemas, em todo o lado.
puzzle-find-win = Jogam as { $side }: ganhar em { $count ->
    [one] uma jogada
   *[other] { $count } jogadas
  }.
puzzle-find-draw = Jogam as { $side }: manter o empate.
puzzle-find-advantage = Jogam as { $side }: encontrar a melhor jogada.
theme-one-move = uma jogada
theme-two-moves = duas jogadas
theme-long = longo
theme-win = vitória
theme-draw = empate
theme-advantage = vantagem
theme-defence = defesa
theme-threat = ameaça
theme-double-threat = ameaça dupla
theme-capture = captura
theme-dragon = dragão
theme-quiet = jogada calma
