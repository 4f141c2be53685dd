# O que se pode dizer de uma jogada. O texto em inglês está em `games`, em `phrases!`; as frases completam "a jogada ...".

## Em todos os jogos
reason-only-move = é a única jogada legal
reason-wins = ganha já
reason-draws = acaba o jogo em empate
reason-loses = perde já
reason-lets-win = deixa as { $side } ganhar já com { $reply }
reason-wins-next = ganha na jogada seguinte, respondam as { $side } o que responderem
reason-blocks-only = tapa a única ameaça, em { $cell }
reason-blocks-all = tapa todas as ameaças, em { $cells }
reason-only-defence = é a única jogada depois da qual as { $side } não podem ganhar já
reason-defence = é uma de { $count } jogadas depois das quais as { $side } não podem ganhar já
reason-threatens = ameaça ganhar em { $cell }
reason-threatens-many = ameaça ganhar em { $count } casas: { $cells }
reason-kind = uma jogada
reason-keeps-win = mantém a vitória, como { $count } jogadas
reason-keeps-win-alone = mantém a vitória: é a única jogada que o faz
reason-keeps-draw = mantém o empate, como { $count } jogadas
reason-keeps-draw-alone = mantém o empate: é a única jogada que o faz
reason-gives-win = deixa fugir a vitória: { $best } mantém-na
reason-gives-draw = deixa fugir o empate: { $best } mantém-no
reason-resists = é a que mais resiste numa posição perdida
reason-wins-within = ganha em { $count ->
    [one] uma jogada
   *[other] { $count } jogadas
  } no máximo
reason-loses-within = perde em { $count ->
    [one] uma jogada
   *[other] { $count } jogadas
  } das { $side } no máximo
reason-answer = tem a resposta { $reply }, que { $fact }

## Neutreeko
neutreeko-straight = um deslize a direito
neutreeko-diagonal = um deslize em diagonal
neutreeko-pair = fica ao lado da própria peça em { $cell }

## Ataxx
ataxx-kind-clone = um clone
ataxx-kind-jump = um salto
ataxx-kind-pass = passar
ataxx-turns-one = vira uma peça
ataxx-turns = vira { $count } peças
ataxx-leaves-one = deixa uma peça ser virada por uma jogada para { $cell }
ataxx-leaves = deixa { $count } peças serem viradas por uma jogada para { $cell }
ataxx-safe = não deixa virar nenhuma peça
ataxx-stops = deixa as { $side } sem jogada

## Knight Line
knightline-kind-one = separar uma pedra
knightline-kind-split = separar { $count } pedras
knightline-kind-pass = passar
knightline-makes-line = faz uma linha de { $count }, aberta em { $cell }
knightline-meets-line = fica na ponta de uma linha de { $count } das { $side }
knightline-splits-up = deixa uma só pedra em { $cell }
knightline-stops = deixa as { $side } sem jogada

## Three Dragons
threedragons-kind-quiet = uma jogada sem captura
threedragons-kind-custodial = uma captura por custódia
threedragons-kind-power = uma captura por força
threedragons-takes = captura { $cells }
threedragons-takes-power = captura { $cell } por força e fica com força { $strength }
threedragons-calls = acorda o dragão de { $cell }
threedragons-rings = ocupa { $count } das { $all } casas à volta da caverna de { $cell }
threedragons-between = mete-se entre duas peças inimigas, { $first } e { $second }, que assim não a capturam
threedragons-saves = evita { $threat } e não deixa capturar nada
threedragons-leaves-one = deixa uma peça ser capturada por { $reply }
threedragons-leaves = deixa { $count } peças serem capturadas por { $reply }

## Dicas em três passos
hint-piece = Repare em { $cell }.
hint-no-piece = Não se toca em nenhuma peça.
hint-kind = É { $kind }.
hint-move = { $move }: { $reasons }.
hint-move-alone = { $move }.
