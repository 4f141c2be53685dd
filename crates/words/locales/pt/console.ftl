# O jogo em texto simples.

## O que se pode escrever. As várias palavras para uma coisa seguem-se umas às outras; as inglesas servem em todas as línguas.
command-help = ajuda
command-moves = jogadas
command-hint = dica
command-rules = regras
command-position = posição posicao
command-undo = desfazer
command-redo = refazer
command-flip = virar
command-draw = empate
command-resign = desistir
command-save = guardar
command-replace = guardar!
command-load = carregar
command-quit = sair
command-language = língua lingua
command-show = mostrar solução solucao
command-skip = saltar seguinte
command-yes = sim s
command-no = não nao n
command-stay = ficar
command-swap = trocar
command-person = humano pessoa

## Bots, pelos nomes que se podem escrever; mostra-se o primeiro.
bot-random = aleatório aleatorio
bot-greedy = guloso
bot-report = relatório relatorio relatório:2 relatorio:2
bot-first-report = relatório:1 relatorio:1
bot-level = nível:{ $level } nivel:{ $level }
bot-perfect = perfeito

## O menu
menu-title = jogo: jogos de tabuleiro abstratos
menu-invitation = Escrever o número de um jogo, ou: regras NÚMERO, carregar FICHEIRO, língua en, ajuda, sair.
menu-unknown = Não há { $text }. Escrever um número de 1 a { $most }, regras NÚMERO, carregar FICHEIRO ou sair.
menu-help =
    Escrever o número de um jogo, ou um destes:
      regras NÚMERO        as regras de um jogo
      carregar FICHEIRO    continuar um jogo guardado
      língua ETIQUETA      falar outra língua a partir de agora: { $tags }
      sair                 ir embora
menu-farewell =
    Para jogar sem o menu: jogo play JOGO, por exemplo: jogo play neutreeko
    Todos os comandos: jogo --help
menu-language = A partir de agora em português.
menu-language-unknown = Não há a língua { $text }. As línguas são: { $tags }.
menu-language-not-kept = Não foi possível guardar esta escolha: { $error }
menu-players = { $game }: quem joga?
menu-first = Jogar com as { $side } (que começam) contra o computador
menu-second = Jogar com as { $side } contra o computador
menu-people = Duas pessoas
menu-computers = O computador contra si próprio
menu-which-computer = Que computador joga com as { $side }?
menu-number = Escrever um número de 1 a { $most }, ou sair.
menu-number-or-name = Escrever um número de 1 a { $most }, um nome da lista, ou sair.
prompt-game = jogo
prompt-players = jogadores
prompt-computer = computador
prompt-move = jogada

## Um jogo
help =
    Escrever uma jogada na notação do jogo, ou um destes:
      jogadas             as jogadas possíveis
      dica                uma boa jogada
      desfazer, refazer   voltar uma jogada atrás, ou jogá-la outra vez
      virar               virar o tabuleiro
      passar              passar, quando não há outra jogada
      empate              propor empate
      desistir            dar o jogo por perdido
      guardar FICHEIRO    escrever o jogo num ficheiro novo (guardar! FICHEIRO substitui um antigo);
                          se FICHEIRO acabar em .pgn, na forma que outros programas leem
      carregar FICHEIRO   continuar um jogo guardado
      posição             a posição em texto, e como termo Prolog
      regras              as regras do jogo
      sair                ir embora
    As palavras inglesas (moves, hint, undo, ...) também servem.
line-too-long = Essa linha tem mais de { $limit } bytes.
line-not-utf8 = Essa linha não é UTF-8.
plays = As { $side } jogam { $move }.
clocks = Relógios: { $first } { $first-time }, { $second } { $second-time }
engine-trouble = { $fault }.
engine-other-game = { $engine } só joga { $game }
engine-no-start = { $engine } não arranca: { $kind ->
    [not-found] não existe
    [denied] não há permissão
    *[other] { $error }
}
engine-ended = { $engine } terminou a meio do jogo ({ $status })
engine-closed = { $engine } fechou a sua saída a meio do jogo
engine-late = { $engine } não disse { $awaited } dentro de { $limit } ms
engine-wrong = { $engine } disse algo errado: { $text }
engine-deaf = { $engine } não lê o que lhe dizem
engine-interrupted = já não se esperou por { $engine }
engine-illegal = { $engine } jogou { $move }: { $complaint }
unfinished = O jogo fica por acabar.
engine-gone = O jogo está como estava. Quem joga com as { $side } a partir daqui? Um número ou um nome desta lista, { $person }, guardar FICHEIRO, ou sair:
opponent-now = A partir daqui, { $seat } joga com as { $side }.
input-ended = A entrada acabou; o jogo fica por acabar.
game-over = O jogo acabou.
prompt-after-game = O jogo acabou (desfazer, guardar FICHEIRO, carregar FICHEIRO, sair)
nothing-to-undo = Não há nada para desfazer.
nothing-to-redo = Não há nada para refazer.
hint = { $move } ({ $value })
refused = Não: { $complaint }. (ajuda mostra o que se pode escrever.)
draw-declined-by-computer = O computador recusa.
draw-offer = As { $side } propõem empate. As { $other } aceitam? (sim ou não)
draw-declined = A proposta é recusada.
yes-or-no = Dizer sim ou não.
save-which = Falta dizer em que ficheiro: guardar FICHEIRO.
load-which = Falta dizer que ficheiro: carregar FICHEIRO.
saved = Guardado em { $name }.
save-exists = { $name } já existe. Para o substituir: guardar! { $name }
save-no-pgn = { $game } não tem forma PGN: dar outra terminação a { $name }.
load-too-long = { $name }: tem mais de { $limit } bytes
load-not-utf8 = { $name }: não é UTF-8
load-no-game = { $name }: não tem nenhum jogo
load-wrong = { $name }: linha { $line }: { $message }
no-such-bot = { $game } não tem nenhum bot chamado { $bot }

## Uma jogada casa a casa
step-from = Jogar de
step-to = Jogar para
prompt-column = { $side }, coluna
prompt-row = { $side }, linha
prompt-choice = { $side }, escolha
step-no-column = Não: a casa tem de pertencer ao tabuleiro, e não há coluna { $column }.
step-no-row = Não: a casa tem de pertencer ao tabuleiro, e não há linha { $row }.
step-off-board = Não: a casa tem de pertencer ao tabuleiro, e não há nem coluna { $column } nem linha { $row }.
step-gap = Não: há um buraco no tabuleiro na coluna { $column }, linha { $row }.
step-no-move = nenhuma jogada começa assim
step-refused = Não: { $complaint }.
step-choose = Escolha entre: { $choices }
step-choice-none = { $choice }: não captura nada
step-choice-x = { $choice }: captura todas as peças cercadas
step-choice-cell = { $choice }: captura a peça mais fraca que lá está, e custa um nível de força
step-no-choice = Não: { $text } não está entre: { $choices }.

## Problemas
puzzle-number = Problema { $number } de { $count }
puzzle-solved = Resolvidos { $solved } de { $count }.
puzzle-help = Escreva uma jogada, ou: mostrar (a solução), saltar (para o problema seguinte), sair.
puzzle-solution = A solução: { $moves }
puzzle-refused = Não: { $complaint }. { $help }
puzzle-wrong = Errado: depois de { $move } { $verdict }.
puzzle-right = Certo: depois de { $move } { $verdict }.
puzzle-reply = A resposta é { $move }.

## Sessões de problemas
training-greeting = { $game }: a sua pontuação é { $rating }, { $solved } resolvidos, { $streak } seguidos.
training-help = Escreva uma jogada, ou: dica (em três passos), solução, seguinte, jogadas, posição, regras, sair.
training-difficulty = dificuldade { $difficulty }
training-daily = Problema do dia, { $family }, { $date }
training-daily-again = Problema do dia, { $family }, { $date }, já acabado: para praticar
training-right = Certo: { $move }.
training-right-facts = Certo. { $move }: { $facts }.
training-wrong = Errado: { $move } { $reason }.
training-wrong-reply = Errado: a { $move } responde-se { $reply }.
training-wrong-alone = Errado: { $move } não é a jogada.
training-solved = Resolvido.
training-helped = Resolvido com uma dica.
training-failed = Este não conta como resolvido.
training-rest = Daqui em diante ganha-se de mais de uma maneira.
training-rating = Pontuação { $rating } ({ $change }).
training-streak = Seguidos: { $streak }.
training-days = Dias seguidos: { $streak }.
training-themes = Temas: { $themes }.
training-not-kept = o progresso não fica guardado: { $error }
training-damaged = o progresso dos problemas não se consegue ler ({ $error }): está agora em { $path }, e começa de novo
training-no-folder = não há pasta para o progresso dos problemas
training-no-progress = { $name } não é um progresso de problemas: { $error }

## Lessons
lesson-step = Passo { $number } de { $count }
lesson-help = Escreva uma jogada, ou: mostrar (uma jogada certa), saltar (para o passo seguinte), sair.
lesson-right = Certo.
lesson-end = É tudo. Jogue: jogo { $game }
lesson-none = { $game } não tem lição

## Questions of puzzles
puzzle-one-win = As { $side } ganham em { $plies }, e só há uma jogada que o consegue. Qual?
puzzle-only-moves = As { $side } ganham em { $plies }, e de cada vez só há uma jogada que o consegue. Jogue até ao fim.
puzzle-hold-draw = Só uma jogada das { $side } segura o empate. Qual?
puzzle-zugzwang = Nenhum dos lados quer jogar. { $verdict }, mas se fosse a vez das { $other }, { $otherwise }. Como é que as { $side } resistem mais tempo?

# A regra da tarte: um divide, o outro escolhe.
pie-divide = { $divider } faz a primeira jogada das { $first } e a das { $second }; depois { $chooser } escolhe um lado.
pie-choose = De que lado quer jogar? ficar ({ $second }) ou trocar ({ $first })
pie-say = Responda ficar ou trocar. (ajuda mostra o que mais pode escrever.)
pie-chosen = { $seat } escolhe as { $side }.

## A linha de comandos
cli-position = posição: { $reason }
cli-move = jogada { $move }: { $reason }
cli-line = linha { $number }: { $reason }
cli-line-too-long = tem mais de { $limit } bytes
cli-line-not-utf8 = não é UTF-8
cli-pie = pie é uma maneira de começar um jogo e não uma posição: jogo play JOGO --start pie
cli-no-start = { $game } não tem nenhuma posição inicial chamada { $name }; tem: { $names }
cli-balanced = balanced, balanced:1 a balanced:{ $count }
cli-number = não é um número inteiro
cli-range = tem de estar em { $range }
cli-no-game = não há nenhum jogo chamado { $game }; os jogos são: { $games }
cli-no-game-but = não há nenhum jogo chamado { $game }; seria { $meant }? os jogos são: { $games }
cli-no-prolog = { $game } não tem forma Prolog
cli-no-cell = { $cell } não é uma casa do tabuleiro
cli-over = o jogo acabou: { $result }
cli-show-lines = -p - responde com uma linha a cada posição: use --format json ou prolog
cli-analyze-lines = -p - responde a cada posição tal como está: não aceita --moves
cli-analyze-number = --game escolhe entre os jogos de um ficheiro
cli-analyze-file = um jogo guardado tem as suas posições: não aceita --position nem --start
cli-play-lines = play aceita uma só posição: a entrada é para as jogadas
cli-play-which = uma posição precisa de um jogo: jogo play JOGO -p POS
cli-screen-flags = --color e --ascii são para o ecrã inteiro: jogo, ou jogo play
cli-no-command = não há nenhum comando { $command }
cli-unknown-argument = aqui não há nenhum argumento { $argument }
cli-similar = { "" }; seria { $meant }?
cli-missing = falta: { $arguments }
cli-conflict = { $one } não se pode usar com { $other }
cli-invalid-value = { $value } não serve para { $argument }: { $reason }
cli-valid-values = tem de ser um destes: { $values }
cli-missing-command = falta um comando depois de { $command }: { $commands }
cli-argument-not-utf8 = um argumento não é UTF-8
cli-no-value-here = { $argument } não aceita o valor { $value }
cli-twice = { $argument } está repetido
cli-value-missing = falta um valor em { $argument }
cli-address = um endereço escreve-se IP:PORTA, por exemplo 127.0.0.1:7878
cli-no-language = não há a língua { $language }; as línguas são: en, pt
settings-new = { $path }: { $error }; usam-se as definições iniciais


perft-counting = a contar até à profundidade { $depth }
convert-stdin = entrada
convert-no-pgn = { $name }: jogo { $number }: { $game } não tem forma PGN
## `jogo match`
match-which-game = que jogo? jogo match JOGO --engine LUGAR --engine LUGAR (o jogo vem primeiro)
match-no-folder = aqui não há pasta para encontros: indique um ficheiro com --records
match-too-many = há encontros a mais com a data de hoje
match-records = os jogos ficam em { $file }
match-no-records = não foi possível guardar os jogos: { $error }
match-resumed = { $file }: { $played } de { $games } jogos estão jogados. Os jogadores são:
match-say-yes = o encontro iniciaria estes programas, indicados em { $file }: se o permite, use --yes
match-go-on = Estes programas vão ser iniciados. Continuar? [s/N]
match-nothing-started = nada foi iniciado
match-resume-by = ao fim de { $played } de { $games } jogos; para continuar: jogo match --resume { $file }
match-output-closed = a saída foi fechada { $how }
match-stopped = interrompido { $how }
match-examine-which = que jogo? jogo match JOGO --compliance COMANDO
match-examine-ugi = o UGI serve para qualquer jogo: jogo match JOGO --compliance engine:COMANDO
match-no-protocol = { $command } não responde nem a uai nem a ugi
match-examined = { $checks } verificações de { $protocol } em { $game }, { $failed } falharam
match-failed = { $failed } verificações falharam

## `jogo serve`
serve-at = jogo está em { $url } ({ $who })
serve-or = ou { $url }
serve-local = só este computador o pode abrir
serve-lan = quem estiver nesta rede pode abri-lo
serve-public = quem souber o endereço pode abri-lo
serve-no-listening = não é possível escutar em { $addr }: { $error }
serve-no-browser = não se abriu nenhum navegador: { $error }
serve-no-folder = este utilizador não tem pasta de dados: escolha uma com --data
serve-url = escreve-se https://SERVIDOR ou http://SERVIDOR:PORTA, sem caminho

## `jogo puzzle`
puzzle-none = não há nenhum problema assim
puzzle-no-solution = --kind e --plies são do Neutreeko, e não de { $game }
puzzle-date = uma data escreve-se 2026-11-19
puzzle-plies-kinds = --plies é para os tipos one-win e only-moves
puzzle-plies-odd = uma vitória leva um número ímpar de jogadas, e não { $plies }
puzzle-plies-few = only-moves precisa de 3 jogadas ou mais

## `jogo datagen`
datagen-no-net = { $game } não tem avaliação por rede para a qual produzir dados
datagen-no-file = falta --out FICHEIRO
datagen-in-use = outro programa está a escrever este ficheiro
datagen-other-settings = este ficheiro foi começado com outros parâmetros (jogo, nós, semente, rede ou aberturas): escolha outro
datagen-damaged = há um bloco danificado: o ficheiro fica como está
datagen-damaged-part = há um bloco danificado ou incompleto
datagen-cut = o que vem depois do último bloco inteiro é apagado
datagen-other-game = as posições são de { $name }
datagen-progress = { $positions } posições, { $rate } por segundo, faltam { $left } s

## O que se sabe ao certo
solve-wins-at-once = as { $side } ganham de imediato
solve-has-lost = as { $side } perderam
solve-draw = nenhum dos lados consegue forçar a vitória
solve-line = linha { $moves }
solve-line-repeats = depois repete-se uma posição da linha
solve-positions = posições
solve-up-to-symmetry = sem simetrias
solve-placements = disposições
solve-impossible = impossíveis
solve-legal = legais
solve-won = ganhas
solve-lost = perdidas
solve-drawn = empatadas
solve-won-in = ganhas em { $plies }
solve-lost-in = perdidas em { $plies }
solve-counting = a contar as posições a que um jogo pode chegar
solve-reachable = alcançáveis, por cor
solve-longest = vitória mais longa
solve-solved = resolvido
solve-counted = resolvido e contado
solve-start = início
solve-holding = primeiras jogadas que seguram: { $holding } de { $moves }
solve-narrow = depois só uma jogada segura, durante { $plies } jogadas
solve-balanced = inícios equilibrados
solve-balanced-holding = seguram { $holding } de { $moves } primeiras jogadas
solve-wins-within = as { $side } ganham em { $count } jogadas próprias ou menos
solve-survives = as { $side } sobrevivem a { $count } jogadas das { $other }
solve-after = { $claim } depois de { $moves }
solve-exactly = as { $side } ganham exatamente na 10.ª jogada própria, com o melhor jogo de ambos
solve-proved = provado
solve-not-proved = { $claim }: não ficou provado com { $nodes } nós; mais memória ou nós podem ajudar
solve-open = em aberto: não se provou nenhuma vitória em { $count } jogadas próprias ou menos para nenhum dos lados
solve-searching = em { $count } ou menos: { $nodes } posições
solve-writing = a escrever a estratégia
solve-checking = a verificar o certificado
solve-no-turn = esse jogador não tem a vez nestas jogadas
solve-not-written = não foi possível escrever a estratégia
solve-strategy = { $count } posições
solve-holds = certo: a partir de { $first }, { $claim }
solve-checking-replies = a verificar as respostas
solve-checking-reply = a verificar { $reply }, { $tiles } fichas
solve-range = { $first } a { $last }
solve-reply = resposta
solve-tiles = fichas
solve-winner = ganham
solve-within = em
solve-still-open = em aberto
tables-none-there = { $folder }: não há aqui tabelas de finais; `jogo solve threedragons --tables PASTA` cria-as
tables-not-used = este comando não usa tabelas de finais
tables-there = já existe
tables-layer = { $decided } posições decididas, em { $plies } jogadas ou menos
tables-counts = ganhas { $won } empatadas { $drawn } perdidas { $lost }
tables-wrong = { $position } tem { $stored }, mas das suas jogadas resulta { $found }
tables-hold = { $count } posições resultam das suas jogadas
solve-all-hold = todos os certificados estão certos
solve-no-strategy = o que está guardado não é uma estratégia
solve-proves-other = o certificado prova outra coisa
