# O que se pode dizer de uma jogada. O texto em inglês está em `games`, em `phrases!`; as frases completam "a jogada ...".

## Em todos os jogos
reason-only-move = é a única jogada legal
reason-wins = ganha já
reason-draws = acaba o jogo em empate
reason-loses = perde já
reason-lets-win = deixa as { $side } ganhar já com { $reply }
reason-wins-next = ganha na jogada seguinte, respondam as { $side } o que responderem
reason-blocks-only = anula a única ameaça, em { $cell }
reason-blocks-all = anula todas as ameaças, em { $cells }
reason-only-defence = é a única jogada depois da qual as { $side } não podem ganhar já
reason-defence = é uma de { $count } jogadas depois das quais as { $side } não podem ganhar já
reason-threatens = ameaça ganhar em { $cell }
reason-threatens-many = ameaça ganhar em { $count } casas: { $cells }
reason-kind = uma jogada
reason-keeps-win = mantém a vitória: é uma das { $count } jogadas que o fazem
reason-keeps-win-alone = mantém a vitória: é a única jogada que o faz
reason-keeps-draw = mantém o empate: é uma das { $count } jogadas que o fazem
reason-keeps-draw-alone = mantém o empate: é a única jogada que o faz
reason-gives-win = deixa fugir a vitória: { $best } mantém-na
reason-gives-draw = deixa fugir o empate: { $best } mantém-no
reason-resists = é a que resiste mais tempo numa posição perdida
reason-wins-within = ganha em { $count } jogadas no máximo
reason-wins-within-one = ganha numa jogada no máximo
reason-answer = tem a resposta { $reply }, que { $fact }

## Neutreeko
neutreeko-straight = um movimento a direito
neutreeko-diagonal = um movimento na diagonal
neutreeko-pair = fica ao lado da própria peça em { $cell }

## Ataxx
ataxx-kind-clone = um clone
ataxx-kind-jump = um salto
ataxx-kind-pass = um passe
ataxx-turns-one = vira uma peça
ataxx-turns = vira { $count } peças
ataxx-leaves-one = deixa que uma jogada para { $cell } vire uma peça
ataxx-leaves = deixa que uma jogada para { $cell } vire { $count } peças
ataxx-safe = não deixa virar nenhuma peça
ataxx-stops = deixa as { $side } sem jogada

## Knight Line
knightline-kind-one = uma divisão que leva uma ficha
knightline-kind-split = uma divisão que leva { $count } fichas
knightline-kind-pass = um passe
knightline-makes-line = faz uma linha de { $count }, aberta em { $cell }
knightline-meets-line = fica na ponta de uma linha de { $count } das { $side }
knightline-splits-up = deixa uma só ficha em { $cell }
knightline-stops = deixa as { $side } sem jogada

## Three Dragons
threedragons-kind-quiet = uma jogada sem captura
threedragons-kind-custodial = uma captura por cerco
threedragons-kind-power = uma captura por força
threedragons-takes = captura { $cells }
threedragons-takes-power = captura { $cell } por força e fica com força { $strength }
threedragons-calls = acorda o dragão de { $cell }
threedragons-rings = ocupa { $count } das { $all } casas à volta da gruta de { $cell }
threedragons-between = mete-se entre duas peças inimigas, { $first } e { $second }, que assim não a capturam
threedragons-saves = evita { $threat } e não deixa nenhuma peça em risco
threedragons-leaves-one = deixa que { $reply } capture uma peça
threedragons-leaves = deixa que { $reply } capture { $count } peças

## Dicas em três passos
hint-piece = Repare em { $cell }.
hint-no-piece = Não se toca em nenhuma peça.
hint-kind = É { $kind }.
hint-move = { $move }: { $reasons }.
hint-move-alone = { $move }.
