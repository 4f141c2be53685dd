# O que se diz em toda a parte.
language-name = Português
yes = sim
no = não

# Quem se pode sentar ao tabuleiro.
seat-human = Humano
seat-random = Aleatório
seat-greedy = Guloso
seat-report = O bot do relatório
seat-first-report = O primeiro bot do relatório
seat-level = Nível { $level }
seat-perfect = Perfeito
seat-engine = Motor { $name }

# O que se sabe de uma posição, do lado de quem joga. Uma jogada é a de um só jogador.
plies = { $count ->
    [one] { $count } jogada
   *[other] { $count } jogadas
  }
value-win = ganha em { $count ->
    [one] { $count } jogada
   *[other] { $count } jogadas
  }
value-loss = perde em { $count ->
    [one] { $count } jogada
   *[other] { $count } jogadas
  }
value-draw = empate
decimal-mark = ,
side-wins-in = as { $side } ganham em { $plies }
side-wins-within = as { $side } ganham em { $plies } ou menos
side-loses-in = as { $side } perdem em { $plies }
side-holds-draw = as { $side } conseguem segurar o empate

# Escolhas que completam uma jogada.
choice-pass = passar
choice-none = nada

# Porque não se consegue ler ou escrever um ficheiro.
file-trouble = { $kind ->
    [not-found] { $name }: não existe
    [denied] { $name }: sem permissão
    [folder] { $name }: é uma pasta
   *[other] { $name }: { $error }
  }

# Nomes de jogos, lados e posições iniciais. Os lados são nomes femininos no plural, sem artigo: «As Brancas ganham».
name-neutreeko = Neutreeko
name-ataxx = Ataxx
name-the-7th-guest-infection = The 7th Guest: Infection
name-knight-line = Knight Line
name-knight-line-feup = Knight Line (FEUP)
name-three-dragons = Three Dragons
name-three-dragons-power = Three Dragons: com força
name-three-dragons-dragons = Three Dragons: com dragões
name-white = Brancas
name-black = Pretas
name-red = Vermelhas
name-blue = Azuis
name-standard = normal
name-ring = anel
name-cross = cruz
name-four = quatro
name-diagonals = diagonais
name-five = cinco
name-edges = bordas
name-gates = portões
name-quarters = quartos
name-octagon = octógono
name-antibodies = anticorpos
name-arcade-10 = arcada-10
name-arcade-11 = arcada-11
name-arcade-12 = arcada-12
name-arcade-13 = arcada-13
name-arcade-14 = arcada-14
name-arcade-15 = arcada-15
name-arcade-16 = arcada-16
name-arcade-17 = arcada-17
name-arcade-18 = arcada-18
name-arcade-19 = arcada-19
value-win-within = ganha em { $count ->
        [one] { $count } jogada ou menos
       *[other] { $count } jogadas ou menos
    }
value-loss-within = perde em { $count ->
        [one] { $count } jogada ou menos
       *[other] { $count } jogadas ou menos
    }
value-win-unless = ganha, a não ser que a contagem sem capturas termine o jogo antes
value-loss-unless = perde, a não ser que a contagem sem capturas termine o jogo antes
