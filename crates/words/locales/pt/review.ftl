# O que diz a revisão de um jogo.
review-game = Jogo { $number }: { $game }, { $first } - { $second }, { $result }
review-title = Revisão
review-accuracy = Precisão
review-accuracy-of = { $side } { $percent } %
review-accuracy-none = { $side }: nenhuma jogada conta
review-stopped = Interrompida: { $count ->
    [one] a primeira jogada não foi avaliada.
   *[other] as primeiras { $count } jogadas não foram avaliadas.
  }
review-stopped-games = revisão interrompida: { $done } de { $all } jogos foram revistos
review-turning-points = Momentos decisivos
review-no-turning-points = Nenhuma jogada mudou o rumo do jogo.
review-moves = Jogadas
review-quality-forced = forçada
review-quality-only = única
review-quality-best = melhor
review-quality-good = boa
review-quality-inaccuracy = imprecisão
review-quality-mistake = erro
review-quality-blunder = erro grave
review-turning = Depois de { $move }, { $after }; { $better }.
review-wins-in = as { $side } ganham em { $moves ->
    [one] 1 jogada sua
   *[other] { $moves } jogadas suas
  }
review-wins-within = as { $side } ganham em { $moves ->
    [one] 1 jogada sua, no máximo
   *[other] { $moves } jogadas suas, no máximo
  }
review-wins-now = as { $side } ganharam
review-drawn = o jogo está empatado
review-chance = as { $side } têm { $percent } %
review-kept-win = { $move } mantinha a vitória
review-kept-draw = { $move } segurava o empate
review-kept-chance = { $move } mantinha { $percent } %
review-better = melhor: { $moves }
review-graph = Resultado esperado das { $side } depois de cada jogada, em percentagem
review-start = Início
review-first = Primeira
review-back = Anterior
review-forward = Seguinte
review-last = Última
review-quality = Qualidade
review-move = Jogada
review-board = Tabuleiro
review-progress = jogo { $game } de { $games }: { $done } de { $all } posições
review-exists = { $name }: já existe um ficheiro com este nome
review-no-game-number = { $name }: não há nenhum jogo { $number }; o ficheiro tem { $count }

# O que diz o explorador.
explore-lines = explore aceita uma só posição: -p - é para comandos que respondem linha a linha
explore-games = { $count ->
    [one] { $count } jogo lido
   *[other] { $count } jogos lidos
  }
explore-nothing = Nenhum dos jogos lidos chegou a esta posição.
explore-full = só { $count } jogos cabem na memória; os outros não contam
explore-column-games = jogos
explore-column-drawn = empates
explore-column-known = certo
