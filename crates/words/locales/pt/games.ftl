# O que os jogos dizem. O texto em inglês está junto de cada jogo, em `phrases!`; as chaves e os argumentos são os de lá.

## O estado do jogo
to-move = É a vez das { $side }
last-move = Última jogada: { $move }
counts = { $first } { $first-count }, { $second } { $second-count }
counts-by-letter = { $first } ({ $first-letter }) { $first-count }, { $second } ({ $second-letter }) { $second-count }
over-win = As { $side } ganham: { $reason }
over-draw = Empate: { $reason }
report-cell = coluna { $column }, linha { $row }
report-path = { $from } para { $to }
report-choice = { $move }, { $choice }
report-pass = passar

## Fins de jogo fora das regras
repetition = a mesma posição ocorreu { $times } vezes
resigned = as { $side } desistiram
draw-agreed = os jogadores acordaram o empate
time-forfeit = as { $side } esgotaram o tempo
move-limit = aqui as partidas acabam sem decisão ao fim de { $limit } jogadas
abandoned = as { $side } abandonaram o jogo
forfeited = as { $side } violaram as regras da partida
adjudicated = o resultado foi decidido por arbitragem
result-given = o resultado veio com o registo

## Registos
record-full = um registo tem no máximo { $limit } jogadas
already-over = o jogo acabou
record-no-game = falta a etiqueta Game
record-unknown-game = não há nenhum jogo chamado { $text }
record-tag = uma etiqueta escreve-se [Nome "texto"], e não { $text }
record-tag-twice = a etiqueta { $text } aparece duas vezes
record-start = a etiqueta { $tag }: { $reason }
record-move = jogada { $text }: { $reason }
record-number = número de jogada { $found } onde se esperava { $expected }
record-mark = uma marca escreve-se como !, ?, ou cifrão e um número até 65535, e não { $text }
record-marks = uma jogada tem no máximo { $limit } marcas
record-open-comment = há um comentário por fechar
record-long-comment = um comentário tem mais de { $limit } bytes
record-open-variation = há uma variante por fechar
record-no-variation = fecha-se uma variante que não foi aberta
record-early-variation = há uma variante antes da jogada de que difere
record-result = um resultado é 1-0, 0-1, 1/2-1/2 ou *, e não { $text }
record-results-differ = o resultado { $text } não é { $expected }, como diz { $where }
record-result-tag = a etiqueta Result
record-last-position = a última posição
record-termination = a etiqueta Termination { $text } não condiz com o resultado { $result }
record-after-result = falta o resultado antes de { $text }
record-empty = o texto não tem nenhum jogo
record-long = o texto tem mais de { $limit } bytes
record-tags = o texto tem mais de { $limit } etiquetas
study-full = um estudo tem no máximo { $limit } jogadas
study-nesting = há mais de { $limit } variantes umas dentro das outras

## Textos de posições
field-missing = falta o campo «{ $field }»
field-surplus = nada pode vir depois do campo «{ $field }», mas há { $text }
field-board = tabuleiro
field-side = quem joga
field-clock = contador de saltos e passes
field-full-number = número da jogada
field-quiet = contagem de jogadas calmas
field-number = número da jogada
field-anchor = âncora
nothing = nada
board-rows = o tabuleiro tem de ter { $expected } linhas, e tem { $found }
board-width = a linha { $row } tem largura { $found } em vez de { $expected }: { $text }
board-character = linha { $row }: { $text } aqui não quer dizer nada
board-zero = linha { $row }: uma série de casas vazias não pode ser 0: { $text }
board-runs = linha { $row }: há duas séries de casas vazias seguidas: { $text }
side-unknown = quem joga tem de ser { $first } ou { $second }, e não { $text }
counter = o campo «{ $field }» tem de ser um número de 0 a 9999 sem zeros à esquerda, e não { $text }
cell-unknown = { $text } não é uma casa do tabuleiro

## Jogadas em tabuleiros de casas
grid-form = uma jogada escreve-se como { $example }, e não { $text }
grid-over = o jogo acabou
grid-no-piece = não há nenhuma peça em { $cell }
grid-not-yours = a peça em { $cell } não é das { $side }
grid-stuck = a peça em { $cell } não se pode mover
grid-taken = { $cell } está ocupada
grid-not-placed = agora não se pode pôr nenhuma peça em { $cell }
grid-not-reached = a peça em { $from } não pode ir para { $to }

## Termos Prolog
prolog-unexpected = Termo Prolog: esperava-se { $expected }, mas há { $text }
prolog-ended = Termo Prolog: esperava-se { $expected }, mas o texto acaba
prolog-deep = Termo Prolog: mais de { $limit } níveis de profundidade
prolog-no-board = Termo Prolog: esperava-se um tabuleiro, ou um termo com um, como state(Board, Player)
prolog-player = Termo Prolog: o jogador tem de ser { $first } ou { $second }, e não { $text }
prolog-unbound = Termo Prolog: o jogador é a variável { $name }: escrever { $first } ou { $second } no seu lugar, ou só o tabuleiro
prolog-rows = Tabuleiro Prolog: esperavam-se { $expected } linhas, mas há { $found }
prolog-width = Tabuleiro Prolog: linha { $row }: esperavam-se { $expected } casas, mas há { $found }
prolog-cell = Tabuleiro Prolog: linha { $row }, casa { $column }: { $text } aqui não quer dizer nada
prolog-end = o fim do termo
prolog-term = um termo
prolog-number = um número
prolog-quote = uma plica de fecho
prolog-list = "," ou "]"
prolog-arguments = "," ou ")"

## Neutreeko
neutreeko-pieces = as { $side } têm { $found ->
    [one] { $found } peça
   *[other] { $found } peças
  } em vez de 3
neutreeko-mover-line = é a vez das { $side }, que já têm uma linha: nenhum jogo chega aqui
neutreeko-form = uma jogada escreve-se como b1-c1, e não { $text }
neutreeko-over = o jogo acabou
neutreeko-no-piece = não há nenhuma peça em { $cell }
neutreeko-not-yours = a peça em { $cell } não é das { $side }
neutreeko-not-straight = { $to } não está em linha reta com { $from }
neutreeko-blocked = a peça em { $from } está bloqueada na direção de { $to }
neutreeko-slides-on = uma peça desliza até onde puder: de { $from } na direção de { $to } só para em { $stop }
neutreeko-line = as { $side } têm três em linha

## Ataxx e Infection
ataxx-form = uma jogada escreve-se como g2 (clonar), a7a5 (saltar) ou 0000 (passar), e não { $text }
ataxx-over = o jogo acabou
ataxx-cannot-pass = as { $side } têm jogadas e não podem passar
ataxx-must-pass = as { $side } não têm jogadas e têm de passar
ataxx-other-side = { $text } poria uma peça das { $other }, mas é a vez das { $side }
ataxx-no-piece = não há nenhuma peça em { $cell }
ataxx-not-yours = a peça em { $cell } não é das { $side }
ataxx-too-far = { $to } fica a mais de duas casas de { $from }
ataxx-gap = { $cell } é um buraco no tabuleiro
ataxx-taken = { $cell } não está vazia
ataxx-not-near = as { $side } não têm nenhuma peça ao lado de { $cell } para clonar
ataxx-no-way = a peça em { $cell } não tem nenhuma casa vazia ao alcance
ataxx-no-pieces = as { $side } ficaram sem peças
ataxx-all-gone = não resta nenhuma peça
ataxx-full = o tabuleiro está cheio, { $more } peças contra { $fewer }
ataxx-full-even = o tabuleiro está cheio e cada lado tem { $count ->
    [one] { $count } peça
   *[other] { $count } peças
  }
ataxx-stuck = nenhum dos lados pode jogar, { $more } peças contra { $fewer }
ataxx-stuck-even = nenhum dos lados pode jogar e cada um tem { $count ->
    [one] { $count } peça
   *[other] { $count } peças
  }
ataxx-clock = { $count } saltos e passes sem clonar
ataxx-players = Jogador A         Jogador B
ataxx-points = { $left }{ $right }
ataxx-blank = { "" }
ataxx-player-turn = É a vez do jogador { $player }.

## Knight Line
knightline-cell = { $text } não é uma casa: uma casa é uma ou duas letras de coluna e um número de linha, como m0 ou n-2
knightline-column = { $text } não é uma coluna: as colunas têm uma ou duas letras
knightline-row = a linha { $text } está fora de -999 a 999
knightline-anchor = a âncora tem de ser @ e uma casa a menos de 200 colunas e 900 linhas de m0, e não { $text }
knightline-span = a caixa tem { $found } { $what }, mais do que pilhas ligadas podem ocupar
knightline-rows = linhas
knightline-columns = colunas
knightline-rows-or-columns = linhas ou colunas
knightline-width = a linha { $row } tem largura { $found } em vez de { $expected }, como a linha 1
knightline-token = linha { $row }: esperava-se uma pilha como w7 ou uma casa vazia ".", mas há { $text }
knightline-height = linha { $row }: uma pilha tem de 1 a 24 fichas, e não { $text }
knightline-outer = a { $which } da caixa está vazia
knightline-top = linha de cima
knightline-bottom = linha de baixo
knightline-left = coluna da esquerda
knightline-right = coluna da direita
knightline-tiles = as { $side } têm { $found } fichas, e o máximo é 24
knightline-no-stack = as { $side } não têm nenhuma pilha
knightline-apart = as pilhas não estão ligadas: não se chega a { $cell }
knightline-mover-line = é a vez das { $side }, que já têm quatro em linha: nenhum jogo chega aqui
knightline-form = uma jogada escreve-se como m0-o1:1 (de onde, para onde, quantas fichas) ou pass, e não { $text }
knightline-over = o jogo acabou
knightline-cannot-pass = as { $side } têm jogadas e não podem passar
knightline-source-off = a pilha tem de estar no tabuleiro, e { $cell } fica fora dele
knightline-source-empty = não há nenhuma pilha em { $cell }
knightline-not-yours = a pilha em { $cell } não é das { $side }
knightline-single = a pilha em { $cell } só tem uma ficha e não pode ser dividida
knightline-target-off = o destino tem de estar no tabuleiro, e { $cell } fica fora dele
knightline-target-taken = o destino tem de estar vazio, e há uma pilha em { $cell }
knightline-not-knight = a jogada tem de ser em forma de L, e { $to } não fica a um salto de cavalo de { $from }
knightline-lonely = o destino tem de tocar numa pilha, e não há nada ao lado de { $cell }
knightline-count = podem sair de 1 a { $most } fichas de { $cell }, e não { $count }: pelo menos uma fica
knightline-first-move = a primeira jogada do jogo leva exatamente uma ficha, e não { $count }
knightline-line = as { $side } têm quatro em linha
knightline-both-stuck = nenhum dos lados pode jogar: ganham as { $side }, que não começaram
knightline-stuck = as { $side } não têm jogadas e perdem
knightline-spent = as { $side } só têm fichas soltas e perdem

## Three Dragons
threedragons-strength = linha { $row }: { $piece } tem de ser seguido de um algarismo de força de 1 a { $most }, mas há { $text }
threedragons-strength-one = linha { $row }: { $piece } tem de ser seguido da sua força, que neste jogo é sempre 1, mas há { $text }
threedragons-needs-mountain = linha { $row }: { $cell } tem de ser uma montanha, M
threedragons-needs-cave = linha { $row }: { $cell } tem de ser uma gruta, C
threedragons-no-mountain = linha { $row }: { $cell } não é lugar para uma montanha
threedragons-no-cave = linha { $row }: { $cell } não é lugar para uma gruta
threedragons-no-spent = linha { $row }: { $cell } não pode ser uma gruta gasta: neste jogo não há dragões
threedragons-no-dragon = linha { $row }: nenhuma peça pode estar na gruta { $cell }: neste jogo não há dragões
threedragons-both-beaten = cada lado tem uma peça ou nenhuma: nenhum jogo chega aqui
threedragons-form = uma jogada escreve-se como e2e4, b1b8x ou b1b8xb9, e não { $text }
threedragons-over = o jogo acabou
threedragons-no-piece = não há nenhuma peça em { $cell }
threedragons-not-yours = a peça em { $cell } não é das { $side }
threedragons-stays = uma jogada tem de sair da sua casa, e em { $from } é onde a peça está
threedragons-not-straight = uma peça move-se ao longo da sua linha ou coluna, e { $to } não está em nenhuma delas a partir de { $from }
threedragons-mountain-closed = { $to } é uma montanha: nenhuma peça lá entra
threedragons-cave-closed = { $to } é uma gruta de dragão: nenhuma peça lá entra
threedragons-blocked-cave = o caminho de { $from } para { $to } está barrado pela gruta em { $cell }
threedragons-blocked = o caminho de { $from } para { $to } está barrado pela peça em { $cell }
threedragons-taken = já há uma peça em { $to }
threedragons-captures = { $mv } captura por cerco: escreve-se { $mv }x
threedragons-captures-power = { $mv } captura por cerco: escreve-se { $mv }x, ou indica-se uma vizinha mais fraca, como { $mv }x{ $target }
threedragons-nothing = não há nada para capturar por cerco em { $to }: escreve-se { $mv }
threedragons-no-power = neste jogo não há captura por força
threedragons-not-beside = uma captura por força leva uma vizinha, e { $target } não está ao lado de { $to }
threedragons-no-target = não há nenhuma peça em { $target } para capturar
threedragons-own-target = a peça em { $target } é das { $side } e não pode ser capturada
threedragons-not-weaker = só uma peça mais fraca é capturada por força: { $target } tem força { $theirs }, { $from } tem { $own }
threedragons-beaten = as { $side } têm menos de duas peças e perdem
threedragons-stuck = as { $side } não têm jogadas e perdem
threedragons-quiet = passaram { $plies } jogadas sem capturas
threedragons-quiet-dragons = passaram { $plies } jogadas sem capturas nem dragões
threedragons-pieces = Peças das { $side }: { $count }
threedragons-current = Jogam as { $side }
