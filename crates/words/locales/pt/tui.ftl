# A aplicação de ecrã inteiro.
tui-tagline = jogos de tabuleiro abstratos
tui-welcome = Prima Enter: joga contra o nível 3, e o tabuleiro explica como.
tui-go-on = Continuar: { $game }, { $moves ->
    [one] 1 jogada
   *[other] { $moves } jogadas
}
tui-no-last-game = Não há nenhum jogo para continuar.
tui-others = { $games ->
    [one] mais 1 jogo em curso
   *[other] mais { $games } jogos em curso
}
tui-going = Jogos em curso
tui-going-line = { $game }, { $moves ->
    [one] 1 jogada
   *[other] { $moves } jogadas
}, { $first } – { $second }
tui-going-keys = Enter abre, Esc fecha
tui-in-use = Esse jogo está aberto noutra janela.
tui-in-use-mark = noutra janela
tui-not-kept = O que fizer aqui não pode ser guardado: { $error }
tui-menu-first = 1. { $side }
tui-menu-second = 2. { $side }
tui-menu-clock = Relógio
tui-menu-start = Início
tui-menu-language = Língua
tui-menu-no-clock = nenhum
tui-menu-minutes = { $minutes } min
tui-menu-pie = tarte
tui-menu-balanced = equilibrado

# Pares de tecla e significado, com dois espaços entre eles.
tui-keys-menu = ↵ jogar  ↑↓ jogo  Tab opções  r regras  ? teclas  q sair  x trocar  c continuar  o abrir
tui-keys-game = ↵ tocar  u desfazer  t dica  e avaliação  : escrever  ? teclas  q menu  r regras
tui-keys-look = ↵ voltar ao jogo  [ recuar  ] avançar  Home início  : variante  ? teclas  q menu
tui-keys-over = ↵ outra vez  R revisão  u desfazer  [ rever  s guardar  e avaliação  ? teclas  q menu
tui-keys-computers = Espaço pausa  < mais lento  > mais rápido  [ rever  e avaliação  ? teclas  q menu
tui-keys-paused = Espaço continuar  ] uma jogada  u desfazer  ↵ tocar  t dica  ? teclas  q menu

tui-space = Espaço
tui-seat-human = Humano

tui-goal = Objetivo
tui-how-1 = As setas movem o cursor; Enter pega numa peça e pousa-a. O rato também serve.
tui-how-1-short = Mova as peças com as setas e Enter, ou com o rato.
tui-how-2 = t dica, u desfazer, r regras, ? todas as teclas.
tui-how-3 = As marcas mostram aonde pode ir uma peça.

tui-to-move = Jogam as { $side }
tui-pie-divide = Regra da tarte: faça a primeira jogada de ambos os lados; depois o adversário escolhe.
tui-pie-taken = Quem escolheu joga com as { $side }.
tui-pie-choose = Regra da tarte: prima Enter e escolha o seu lado.
tui-your-move = É a sua vez
tui-thinks = { $seat } está a pensar
tui-dragon = Acordou um dragão das { $side } em { $cell }!
tui-passed = As { $side } não tinham jogadas e passaram.
tui-forced-pass = As { $side } não têm jogadas: prima Enter para passar.
tui-looking = Jogada { $ply } de { $last }. Enter: de volta ao jogo.
tui-wins = As { $side } ganham
tui-over-win = As { $side } ganham: { $reason }
tui-over-you-win = Ganhou: { $reason }
tui-over-you-lose = Perdeu: { $reason }
tui-over-draw = Empate: { $reason }
tui-after-game = Enter: jogar outra vez, de lados trocados. u: desfazer. q: menu.
tui-not-your-turn = Não é a sua vez.
tui-no-piece = Dali não pode mover nada seu.
tui-not-there = Não pode ir para ali.
tui-nothing-to-undo = Não há nada para desfazer.
tui-nothing-to-redo = Não há nada para refazer.
tui-looking-back = Está a rever o jogo: Enter volta à posição atual.
tui-pause-first = Os computadores estão a jogar: Espaço põe-nos em pausa.
tui-paused = Em pausa: jogue por quem tem a vez, ou continue.
tui-pace = { $seconds } segundos entre jogadas
tui-nobody-resigns = Ninguém joga aqui que possa desistir.

tui-hint-awaited = À procura de uma dica…
tui-hint = Experimente { $move } ({ $value }). Prima t outra vez para a jogar.
tui-how-many = Quantas?
tui-which = Escolha:
tui-choice-none = sem captura
tui-choice-x = por cerco
tui-choice-cell = capturar { $cell }

tui-moves = Jogadas
tui-evaluation = Avaliação
tui-wins-in = As { $side } ganham em { $moves ->
    [one] 1 jogada sua
   *[other] { $moves } jogadas suas
}
tui-wins-within = As { $side } ganham em { $moves ->
    [one] 1 jogada sua
   *[other] { $moves } jogadas suas
} ou menos
tui-wins-unless = As { $side } ganham, a não ser que a contagem sem capturas termine o jogo antes
tui-even = igualdade
tui-ahead = As { $side } à frente por { $score }
tui-legend = + { $first }  - { $second }
tui-evaluating = a pensar…
tui-depth = prof.

tui-prompt-command = Jogada ou comando:
tui-prompt-save = Guardar em:
tui-prompt-load = Abrir:

tui-ask-resign = Desiste do jogo?
tui-ask-draw = É proposto um empate. O outro lado aceita?
tui-ask-new = Começa outro jogo, de lados trocados? Este fica guardado.
tui-ask-replace = { $file } já existe. Substitui-o?
tui-ask-branch = Joga { $move } a partir daqui, num jogo à parte? O jogo que está a ver fica guardado.
tui-ask-sides = De que lado quer jogar?
tui-yes = Sim
tui-no = Não
tui-read-boards = Tab jogadas de uma peça
tui-read-more = ↓ mais, Esc fecha
tui-read-end = Esc fecha

tui-too-small = Este terminal é pequeno demais para um tabuleiro: por favor, aumente-o para { $width } por { $height } ou mais. q sai.

tui-key-cursor = mova o cursor
tui-key-touch = toque numa casa: primeiro a peça, depois o destino; passe quando é obrigatório
tui-key-cycle = vá à casa seguinte ou anterior em que pode tocar
tui-key-escape = largue a peça; volte ao jogo
tui-key-type = escreva uma jogada ou um comando (desfazer, dica, guardar FICHEIRO, carregar FICHEIRO, desistir, empate, regras, sair)
tui-key-number = escolha um número ou uma captura: algarismos, setas ou a roda, e depois Enter
tui-key-undo = desfaça a jogada
tui-key-redo = refaça o que desfez
tui-key-hint = peça uma dica; outra vez, jogue-a
tui-key-evaluation = veja, ou deixe de ver, o que pensa o motor
tui-key-look = veja a jogada anterior ou seguinte
tui-key-ends = vá ao início; volte ao jogo
tui-key-flip = vire o tabuleiro
tui-key-zoom = aproxime, afaste, ajuste ao ecrã
tui-key-pan = desloque um tabuleiro maior do que o ecrã
tui-key-computers = computador contra computador: pare e continue; veja uma jogada; abrande, acelere
tui-key-close = proponha empate; desista
tui-key-new = comece outro jogo, de lados trocados
tui-key-files = guarde; abra
tui-key-rules = leia as regras; nelas, Tab ou um clique mostra as jogadas de uma peça
tui-key-menu = vá ao menu; o jogo espera
tui-key-quit = saia; o jogo fica guardado
tui-key-suspend = volte à linha de comandos; fg traz a aplicação de volta
tui-mark-goes = a peça que segura pode ir para ali; um número: quantas peças captura ou vira
tui-mark-stays = aparece ali outra peça, e a sua fica; um número, o mesmo
tui-mark-counts = quantas peças tem um lado, e quantas teria depois da jogada sob o cursor
tui-mark-taken = a jogada captura esta peça
tui-mark-dragon = um dragão na sua gruta
tui-mark-value = avaliação: à frente por tanto; ganha em tantas jogadas suas; no máximo; empate. + é bom para quem joga primeiro
tui-mark-notes = na lista de jogadas: boa, má, e com comentário
tui-key-mouse = Rato: clique numa peça e depois numa casa, ou arraste. A roda aproxima, ou percorre a lista de jogadas.

# Problemas na aplicação.
tui-menu-puzzles = Problemas
tui-puzzles = Problemas
tui-puzzles-rating = Pontos
tui-puzzles-seen = Vistos
tui-puzzles-today = O de hoje
tui-puzzles-open = por fazer
tui-puzzles-solved = resolvido
tui-puzzles-helped = com dica
tui-puzzles-failed = falhado
tui-puzzles-keys = Enter treina, d: problema do dia, Esc fecha
tui-puzzle-training = Problema, dificuldade { $difficulty }
tui-puzzle-daily = Problema do dia, dificuldade { $difficulty }
tui-puzzle-practice = Problema do dia, outra vez
tui-puzzle-standing = Pontuação { $rating }, seguidos { $streak }
tui-puzzle-on = Certo: { $move }. A resposta é { $reply }. Continue.
tui-puzzle-wrong = Errado: { $move }.
tui-puzzle-again = Enter: tentar outra vez.
tui-puzzle-again-more = w: como continua. Enter: tentar outra vez.
tui-puzzle-next = Enter: o problema seguinte.
tui-puzzle-train = Enter: passar ao treino.
tui-keys-puzzle = ↵ tocar  t dica  s solução  n seguinte  p problemas  : escrever  ? teclas  q menu  Tab outra casa  r regras
tui-keys-puzzle-wrong = ↵ tentar outra vez  w continuar  t dica  s solução  n seguinte  ? teclas  q menu
tui-keys-puzzle-done = ↵ seguinte  [ rever  p problemas  r regras  ? teclas  q menu
tui-key-puzzles = no menu: problemas. Num problema: t dica, s solução, w a resposta a uma tentativa errada, n o seguinte
