# Lições: o que a página e a aplicação dizem à volta delas. Os passos falam por si, nos ficheiros dos jogos.
web-learn = Aprender
web-learn-game = Aprender { $game }
web-learn-step = Passo { $number } de { $count }
web-learn-right = Certo.
web-learn-reply = O adversário responde: { $move }
web-learn-won = Certo: ganhou.
web-learn-next = Passo seguinte
web-learn-show = Ver uma jogada
web-learn-shown = Por exemplo { $move }
web-learn-skip = Saltar este passo
web-learn-again = Recomeçar a lição
web-learn-end = É tudo o que há para aprender.
web-learn-end-more = Agora jogue: o nível 1 também acabou de aprender as regras.
web-learn-no-script = A lição precisa de JavaScript: permita-o nesta página, por favor. As regras podem ler-se sem ele.
web-goal = Objetivo

# A aplicação.
tui-menu-learn = Aprender este jogo
tui-keys-lesson = ↵ tocar  Tab outra casa  s mostrar  n saltar  r regras  : escrever  ? teclas  q menu
tui-keys-lesson-done = ↵ continuar  [ passo anterior  r regras  ? teclas  q menu
tui-lesson-next = Enter: o passo seguinte.
tui-lesson-end = É tudo. Enter: jogar contra o nível 1. q: menu.
tui-lesson-shown = Por exemplo { $move }, marcada no tabuleiro.
tui-key-lesson = no menu: a lição do jogo. Nela: s mostra uma jogada, n salta um passo
web-touch-piece = Toque numa peça para ver as suas jogadas.

# Como é um nível.
level-novice = só vê o efeito imediato da sua jogada, pode nem reparar numa vitória
level-one-ply = só vê o efeito imediato da sua jogada
level-nodes = examina { $nodes } posições por jogada
level-plies = vê o fim do jogo { $plies } jogadas antes
level-perfect = joga na perfeição
level-slips-most = falha na maioria das jogadas
level-slips-often = falha muitas vezes
level-slips-sometimes = falha de vez em quando
level-slips-seldom = raramente falha
level-both = { $thinks }, { $slips }
level-about = { $what }. O nível { $next } ganha-lhe { $wins } em cada 100 jogos.
level-about-draws = { $what }. O nível { $next } ganha-lhe { $wins } em cada 100 jogos e empata { $draws }.
level-thousands = {" "}

# O professor.
teach-fact = { $move } { $fact }.
teach-piece = Olhe para a peça em { $cell }.
teach-wait = Espere!
teach-question = voltar atrás? (sim, não, porquê)
teach-answers = Escreva sim para voltar atrás, não para continuar, ou porquê para ver a resposta.
command-why = porquê porque
teach-pass = Nenhuma peça pode jogar.
teach-kind = Faça { $kind }.
web-teach = Ensine-me
web-teach-about = Avisa quando uma jogada custa muito, mostra porquê e deixa voltar atrás. Sem relógio.
web-teach-title = Espere!
web-teach-back = Voltar atrás
web-teach-why = Mostrar porquê
web-teach-go-on = Continuar
web-teach-shown = É assim que podia continuar.
web-hint-more = Mais
web-hint-piece = Olhe para a peça em { $cell }.
web-hint-kind = Faça { $kind }.
web-hint-move = { $move }
web-said-warning = O professor avisa.
web-said-go-on = Continua a jogar.
tui-menu-teach = Ensine-me
tui-teach-keys = u volta atrás, w mostra porquê, Enter continua.
tui-teach-more = t: mais.
tui-teach-play = t joga-a.
