# What moves are worth, wherever all moves of a position are shown.
values-title = Valores
values-class-keeps = mantém o resultado
values-class-loses-little = perde um pouco
values-class-loses = perde o resultado
values-win = ganha em { $moves ->
    [one] 1 jogada sua
   *[other] { $moves } jogadas suas
  }
values-win-within = ganha no máximo em { $moves ->
    [one] 1 jogada sua
   *[other] { $moves } jogadas suas
  }
values-loss = perde em { $moves ->
    [one] 1 jogada do adversário
   *[other] { $moves } jogadas do adversário
  }
values-loss-within = perde no máximo em { $moves ->
    [one] 1 jogada do adversário
   *[other] { $moves } jogadas do adversário
  }
values-draw = empate, se ambos jogarem o melhor possível
values-about = espera { $percent } % ({ $score })
values-said = { $move }: { $value }; { $class }
values-keeping = { $count ->
    [one] 1 de { $all } jogadas mantém o resultado
   *[other] { $count } de { $all } jogadas mantêm o resultado
  }

# The position editor.
editor-cell = { $text } não é uma casa que se possa editar aqui
editor-content = { $text } não pode ter isto neste jogo
editor-counter = um contador é um número de 0 a { $most }
editor-full = não há lugar para mais de { $most } casas
values-short-win = ganha em { $moves }
values-short-loss = perde em { $moves }

# The analysis board of the app.
analysis-title = Análise
analysis-menu = Tabuleiro de análise
analysis-tree = Variantes
analysis-empty = Jogue pelos dois lados: tudo fica em variantes.
analysis-variation = Variante { $place } de { $all }
analysis-leash = Motor: { $lines ->
    [one] 1 linha
   *[other] { $lines } linhas
  }, { $seconds } segundos por posição
explorer-title = Explorador
explorer-reading = A ler os jogos deste computador
explorer-legend = Jogos; depois o resultado certo ou, em %: ganhos por { $first }, empatados, ganhos por { $second }
explorer-no-row = O explorador não tem essa jogada.
analysis-no-line = O motor ainda não tem essa linha.
analysis-level = Um nível é um número de 1 a 10.
analysis-too-long = Este texto é longo demais para um estudo.
analysis-no-game = Não há nenhum jogo neste texto.
analysis-copied = { $text } (copiado, se o terminal puder)
analysis-record-copied = O registo está copiado, se o terminal puder; s guarda-o num ficheiro.
analysis-pasted = colado
analysis-first-of = Este é o primeiro de { $count } jogos.
analysis-prompt-comment = Comentário:
analysis-prompt-level = Continuar contra o nível (1 a 10):
analysis-prompt-position = Posição ou registo:
analysis-keys = ↵ tocar  [ atrás  ] adiante  1 linha  v valores  e motor  x explorador  c comentar  P promover  D apagar  ? teclas  q voltar
analysis-key-values = o que vale cada jogada, ligado ou não: + mantém o resultado, ~ perde um pouco, - perde-o
analysis-key-board = o tabuleiro de análise: jogadas dos dois lados, variantes, linhas do motor; também no menu
analysis-key-walk = na análise: atrás e adiante; a variante anterior ou seguinte; fazer a primeira jogada de uma linha do motor
analysis-key-tree = na análise: tornar esta a jogada principal; apagá-la; desfazer e refazer uma alteração
analysis-key-explorer = na análise: o que se jogou aqui nos jogos deste computador, com os resultados certos; 1-9 fazem então essas jogadas
analysis-key-notes = na análise: comentar a jogada; marcá-la ! ? !! ?? !? ?!
analysis-key-leash = na análise: menos ou mais linhas do motor; quanto tempo o motor pensa
analysis-key-leave = na análise: continuar daqui contra um nível; pôr uma posição ou um registo (ou colá-lo); copiar a posição, o registo ou o comando que traz até aqui
analysis-key-review = rever o jogo: cada jogada avaliada; outra vez para. ( e ) vão aos pontos de viragem, para tentar de novo daí
analysis-reviewing = Revisão: { $done } de { $all } posições. R para-a.
analysis-nothing-to-review = Não há jogadas para rever.
analysis-no-turning-point = Não há outro ponto de viragem desse lado.
analysis-try-again = Tente de novo: encontre melhor do que { $move }. t dá uma dica, s a solução, ] mostra o que se jogou, b joga até ao fim.
analysis-hidden = O que se jogou e o que era melhor fica escondido entretanto.
analysis-right = { $move } está certo.
analysis-wrong = { $move } não: { $worth }. Tente outra jogada.
analysis-solution = O melhor: { $moves }

# The list of all games of this computer.
library-menu = Todos os jogos
library-title = Jogos: { $count }. Escreva para procurar: { $filter }_
library-going = continua
library-analysis = análise
library-keys = Enter abre, Del apaga, Esc fecha
library-ask-delete = Apagar { $name } para sempre?
library-key = no menu: todos os jogos deste computador, para abrir ou apagar

# The position editor of the app.
setup-title = Pôr no tabuleiro:
setup-empty = nada
setup-ground-gap = um buraco
setup-ground-spent-cave = uma gruta gasta
setup-valid = Isto é uma posição.
setup-over = O jogo já acabou aqui: { $result }
setup-help = Tab escolhe, Enter põe, x tira, + - tamanho, t quem joga, n número (N seguinte), C limpar, u U desfazer e refazer, i texto, y Y copiar texto ou comando
setup-keys = ↵ pôr  Tab escolher  x tirar  t lado  u desfazer  i texto  a analisar  p jogar  ? teclas  q voltar
setup-prompt-counter = Número:
setup-key = o editor de posições: no menu, ou na análise para a posição que se vê
analysis-no-terminal = --tui precisa de um terminal
