# A ajuda da linha de comandos. O inglês está junto dos argumentos; um teste diz o que falta aqui.

## O que é comum a toda a ajuda
help-usage = Utilização
help-usage-options = OPÇÕES
help-commands = Comandos
help-arguments = Argumentos
help-options = Opções
help-default = por omissão: { $values }
help-values = valores: { $values }
help-help = Mostra esta ajuda ou a de um comando
help-any-help = Mostra esta ajuda
help-any-version = Mostra a versão

## Nomes de valores
help-value-addr = ENDEREÇO
help-value-cell = CASA
help-value-colours = CORES
help-value-command = COMANDO
help-value-d = N
help-value-date = DATA
help-value-days = DIAS
help-value-depth = PROFUNDIDADE
help-value-dir = PASTA
help-value-file = FICHEIRO
help-value-format = FORMATO
help-value-from = ORIGEM
help-value-game = JOGO
help-value-game-file = JOGO|FICHEIRO
help-value-k = N
help-value-key-value = CHAVE=VALOR
help-value-kind = TIPO
help-value-labels = RÓTULOS
help-value-lang = LÍNGUA
help-value-least = MÍNIMO
help-value-level = NÍVEL
help-value-mb = MB
help-value-most = MÁXIMO
help-value-moves = JOGADAS
help-value-ms = MS
help-value-n = N
help-value-name = NOME
help-value-order = ORDEM
help-value-pieces = PEÇAS
help-value-plies = JOGADAS
help-value-pos = POS
help-value-seat = LUGAR
help-value-seat-key-value = LUGAR|CHAVE=VALOR
help-value-seconds = SEGUNDOS
help-value-shell = SHELL
help-value-target = DESTINO
help-value-time = TEMPO
help-value-to = FORMA
help-value-url = URL

## O mesmo em todos os comandos
help-any-ascii = Desenha o ecrã inteiro só com ASCII
help-any-color = Cores do ecrã inteiro; por omissão, as que o terminal tiver
help-any-game = O jogo, pelo seu identificador (`jogo games` dá a lista)
help-any-jobs = A fila de trabalho do motor em NATS JetStream: nats://SERVIDOR:4222 ou tls://SERVIDOR, vários do mesmo grupo separados por vírgulas, ou @FICHEIRO com um tal endereço [por omissão: JOGO_JOBS, do ambiente]
help-any-jobs-ca = Certificados em que se confia em vez dos do sistema quando a fila tem TLS, em PEM [por omissão: JOGO_JOBS_CA, do ambiente]
help-any-workers = Deixa que os jogos sejam jogados noutras máquinas, por esta fila (ver `jogo worker`): nats://SERVIDOR:4222, ou @FICHEIRO com um tal endereço; sem endereço, JOGO_JOBS, do ambiente
help-any-json = Em JSON
help-any-labels = Rótulos do tabuleiro: os da notação, ou os do relatório do jogo
help-any-tables = A pasta das tabelas de finais que `jogo solve threedragons` cria, para tudo o que procura; nunca são precisas [por omissão: JOGO_TABLES, do ambiente]
help-any-lang = A língua do jogo, das regras e das mensagens: en ou pt [por omissão: a escolhida no menu, ou a do sistema]
help-any-position =
    A posição, na notação do jogo ou como termo Prolog; nos comandos que respondem linha a linha, `-` lê uma posição
    por linha da entrada
help-any-start =
    Uma posição inicial pelo nome (`jogo games --json` dá a lista); no Neutreeko também balanced:1 a balanced:20,
    começando pela mais equilibrada; para jogar, também pie: um faz a primeira jogada de ambos os lados e o outro
    escolhe o seu lado
help-any-unicode = Desenha as peças com símbolos Unicode

## Os comandos
help-jogo = Jogar, analisar e resolver Neutreeko, Ataxx, Knight Line e Three Dragons

help-games = Mostra a lista dos jogos
help-games-json = Em JSON, com os lados e as posições iniciais com nome

help-rules = Mostra as regras de um jogo

help-show = Desenha uma posição
help-show-moves = Jogadas a fazer primeiro; a última fica marcada
help-show-format = A forma em que se escreve
help-show-touch = Marca para onde pode ir uma jogada que começa nesta casa (só em SVG)

help-moves = Mostra as jogadas possíveis numa posição
help-moves-json = Em JSON, com os gestos que fazem cada jogada

help-play = Joga; sem dizer que jogo, a partir de um menu
help-play-first =
    Quem joga primeiro: { $seats } (programas que falam UGI ou UAI)
help-play-second = Quem joga em segundo lugar, da mesma maneira
help-play-load = Continua um jogo guardado
help-play-plain = Linha a linha, na entrada e na saída
help-play-seed = Fixa tudo o que depende da sorte
help-play-pace = Milissegundos entre as jogadas de dois computadores [por omissão: 700 num terminal, senão 0]
help-play-clock =
    Joga com relógios: o tempo de cada lado e o que cada jogada acrescenta, em segundos como 300+3, ou 5m
help-play-teach = O computador avisa das jogadas que perdem muito e dá sugestões passo a passo; sem relógios
help-play-think = Milissegundos que outro programa pode pensar em cada jogada, quando não há relógio

help-convert = Escreve jogos guardados noutra forma
help-convert-file = Os jogos guardados, em qualquer das formas; `-` lê a entrada
help-convert-to = A forma em que se escreve: a do jogo, ou o PGN de outros programas quando o jogo o tem

help-perft = Conta as folhas da árvore das jogadas possíveis
help-perft-depth = Até que profundidade
help-perft-divide = A contagem abaixo de cada jogada
help-perft-threads = Quantas threads contam

help-analyze = Diz o que o motor pensa de uma posição
help-analyze-game = O jogo, pelo seu identificador (`jogo games` dá a lista), ou um ficheiro com um jogo guardado, o último se forem vários
help-analyze-moves = Jogadas a fazer primeiro; assim o motor sabe o que já se repetiu
help-analyze-depth = Para a esta profundidade
help-analyze-nodes = Para ao fim de tantos nós
help-analyze-time = Para ao fim de tantos milissegundos [por omissão: 1000, sem --depth nem --nodes]
help-analyze-multipv = Quantas das melhores linhas se mostram
help-analyze-threads = Quantas threads procuram
help-analyze-hash = Megabytes para o que o motor guarda na memória
help-analyze-tui = No tabuleiro de análise da aplicação de ecrã inteiro
help-analyze-values = Mostra cada jogada legal com o que vale, a melhor primeiro

help-review = Avalia cada jogada de jogos guardados, e diz onde mudaram de rumo
help-review-file = Os jogos guardados; `-` lê a entrada
help-analyze-number = Este jogo do ficheiro, a contar de 1
help-review-game = Só este jogo do ficheiro, a contar de 1
help-review-html = Numa página que não precisa de mais nada: tabuleiros, um gráfico onde se pode clicar, as jogadas
help-review-annotate = Escreve também os jogos neste ficheiro novo, com sinais, comentários e linhas melhores
help-review-nodes = Nós a analisar em cada posição
help-review-threads = Quantas threads procuram; com mais de uma, duas revisões podem diferir

help-explore = Conta o que se jogou numa posição em jogos guardados, com resultados e valores certos
help-explore-moves = Jogadas a fazer primeiro
help-explore-files = Ficheiros de jogos guardados, e pastas de tais ficheiros [por omissão: os jogos e os torneios deste computador]

help-bench = Analisa posições fixas; a última linha é igual em todas as máquinas

help-solve = Diz o que se sabe ao certo de um jogo resolvido
help-solve-neutreeko = Todo o Neutreeko: os seus números, ou cada jogada de uma posição com o seu valor exato
help-solve-neutreeko-hash = O SHA-256 de toda a tabela, um byte por disposição
help-solve-neutreeko-reachable = Conta também as posições a que um jogo pode chegar, o que leva segundos
help-solve-knightline = Provas sobre o Knight Line: ganha o segundo jogador, exatamente na sua 10.ª jogada
help-solve-knightline-moves = Decide a posição depois destas jogadas: quem ganha, e em quantas jogadas próprias
help-solve-knightline-free-first-move = Sem a regra de que a primeira jogada move só uma peça
help-solve-knightline-certificate = Escreve a estratégia que ganha
help-solve-knightline-lower-certificate = Escreve a estratégia que resiste o mais tempo possível
help-solve-knightline-verify =
    Verifica um certificado de qualquer dos tipos, com código que só partilha as regras com a procura
help-solve-knightline-replies =
    Quem ganha depois de cada resposta a m0-o1:1, a partir de estratégias guardadas; os seus certificados são
    escritos e verificados
help-solve-knightline-certificates = Guarda nesta pasta os certificados das respostas
help-solve-knightline-memory-mb = Megabytes para o que a procura guarda na memória
help-solve-knightline-nodes = Número de posições ao fim do qual se desiste de uma tentativa
help-solve-threedragons =
    Tabelas de finais do Three Dragons: quanto vale cada posição com poucas peças, para a pasta que --tables indica
help-solve-threedragons-up-to = As maiores tabelas a criar: duas peças contra duas, ou também três contra duas
help-solve-threedragons-verify = Verifica cada lugar das tabelas desta pasta a partir das suas jogadas
help-solve-threedragons-threads = Quantas threads trabalham [por omissão: uma por processador]

help-learn = Aprender um jogo fazendo as suas jogadas, passo a passo
help-puzzle = Encontrar a melhor jogada: problemas que seguem a pontuação, ou o problema do dia
help-puzzle-daily = O problema do dia desta família de jogos, pela data em UTC: o mesmo para todos
help-puzzle-date = O problema deste dia, por exemplo 2026-11-19
help-puzzle-export = Escreve o progresso num ficheiro novo, `-` para a saída, e mais nada
help-puzzle-import = Junta um progresso que foi exportado, `-` para a entrada, e mais nada
help-puzzle-seed = Tira problemas à sorte, e não guarda progresso: fixa que problemas saem
help-puzzle-count = Quantos problemas tirar [por omissão: 1]
help-puzzle-json = Tira problemas e escreve-os em JSON, com as soluções
help-puzzle-kind = Só no Neutreeko: tira-os da solução, e há isto para encontrar [por omissão: one-win]
help-puzzle-kind-one-win = a única jogada que ganha
help-puzzle-kind-only-moves = uma vitória inteira em que cada jogada é a única
help-puzzle-kind-hold-draw = a única jogada que não perde
help-puzzle-kind-zugzwang = nenhum dos lados quer jogar; a resistência mais longa
help-puzzle-plies = Só no Neutreeko: jogadas até ao fim, um número ímpar [por omissão: 5]

help-match = Põe motores e bots a jogar entre si: Elo, testes, torneios; ou examina um motor
help-match-game = O jogo; vem antes das opções
help-match-engine =
    Um jogador: jogo (este motor com toda a força), { $computers }, ou cmd=COMANDO proto=ugi|uai; depois os seus
    parâmetros: name=,
    tc=SEGUNDOS+INCREMENTO, st=SEGUNDOS ou movetime=MS (por omissão st=0.1), depth=, nodes=, margin=MS (quanto se
    pode atrasar uma jogada, por omissão 20), option.NOME=VALOR. Uma vez por jogador
help-match-each = Parâmetros para todos os motores que não disserem outra coisa
help-match-tournament = Quem joga contra quem
help-match-tournament-round-robin = todos contra todos
help-match-tournament-gauntlet = o primeiro contra todos os outros
help-match-games =
    Jogos entre cada dois motores; cada abertura joga-se dos dois lados, por isso o número é arredondado para par
help-match-openings = Um livro de aberturas: uma posição por linha, `#` começa um comentário
help-match-order = Por que ordem se jogam as aberturas e as posições iniciais
help-match-order-random = à sorte
help-match-order-sequential = como estão no livro
help-match-start = Uma posição inicial pelo nome; pode repetir-se
help-match-random-plies =
    Jogadas à sorte antes de cada jogo, depois da abertura [por omissão: 4 sem --openings e --start, senão 0]
help-match-concurrency = Jogos ao mesmo tempo, cada um com os seus processos
help-match-seed = Fixa as aberturas e a sorte dos bots
help-match-sprt =
    Acaba logo que uma de duas hipóteses se confirme [elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized; ou
    model=logistic]
help-match-resign =
    Um motor que dá o seu jogo por perdido durante algumas jogadas seguidas perdeu [movecount=3 score=600, em
    centésimos]
help-match-draw =
    Um jogo que ambos os motores acham igual durante algumas jogadas seguidas é empate [movenumber=40 movecount=8
    score=10]
help-match-max-plies = Um jogo com tantas jogadas é empate
help-match-solved =
    Num jogo resolvido, uma vitória certa em tantas jogadas ou menos conta como vitória [por omissão: a qualquer
    distância]
help-match-easy-fill = No Ataxx, quem pode encher o resto do tabuleiro enquanto o outro lado tem de passar ganhou
help-match-records =
    Onde ficam os jogos; o plano do encontro fica em FICHEIRO.match [por omissão: um ficheiro novo junto dos jogos
    deste computador, com o dia e o jogo no nome; o comando diz qual]
help-match-resume = Continua o encontro a que pertence este ficheiro de jogos
help-match-yes = Continua sem perguntar se os programas do encontro podem ser iniciados
help-match-compliance =
    Em vez de jogar, examina um motor: fala o protocolo como um encontro precisa? engine:COMANDO (UGI), uai:COMANDO,
    ou um comando, para se descobrir
help-match-json = O resultado em JSON
help-match-after =
    Exemplos:
      jogo match ataxx --engine jogo --engine uai:./tiktaxx name=tik option.hash=64 --each tc=1+0.01 --games 200
      jogo match neutreeko --engine level:9 --engine level:8 --engine perfect --games 50 --concurrency 2
      jogo match ataxx --engine 'engine:./new ugi ataxx' --engine 'engine:./old ugi ataxx' --sprt elo0=0 elo1=5
      jogo match --resume log.txt
      jogo match ataxx --compliance uai:./tiktaxx

    Cada jogo é acrescentado ao ficheiro de --records logo que acaba, e por isso nada se perde, acabe o encontro como
    acabar; o plano do encontro fica ao lado. Estado 1: um motor falhou, fez batota ou excedeu o tempo, ou o encontro
    foi interrompido.

help-datagen = Produz dados de treino: jogos do motor contra si próprio, com avaliações e resultados
help-datagen-out = O ficheiro de dados; se já existir, é continuado
help-datagen-positions = Para quando o ficheiro tiver tantas posições
help-datagen-nodes = Nós por jogada
help-datagen-threads = Quantos jogos se jogam ao mesmo tempo [por omissão: um por processador]
help-datagen-seed = Fixa todos os jogos
help-datagen-random-plies = Começa os jogos com pelo menos e no máximo tantas jogadas à sorte
help-datagen-random-every = Depois disso, faz à sorte uma em cada tantas jogadas; 0: nenhuma
help-datagen-balanced = Deixa de fora os jogos cuja abertura favorece muito um dos lados
help-datagen-net = A rede que joga; sem ela, joga a avaliação feita à mão
help-datagen-merge = Em vez disso, escreve no novo ficheiro as posições destes ficheiros, cada uma só uma vez
help-datagen-vectors =
    Mostra tantas posições com as suas casas, entradas e saída da rede, para conferir um programa de treino

help-serve = Deixa jogar no navegador
help-serve-addr = Onde escutar; a porta 0 escolhe uma que esteja livre
help-serve-data = A pasta dos jogos [por omissão: na pasta de dados do utilizador]
help-serve-database = Guarda os jogos em PostgreSQL, que vários servidores podem partilhar: postgres://UTILIZADOR@SERVIDOR/NOME, ou @FICHEIRO com um tal endereço [por omissão: JOGO_DATABASE, do ambiente]
help-serve-cluster-listen = Escuta aqui outros servidores na mesma base de dados, que passam o que chega para os jogos deste: um endereço a que os clientes não chegam
help-serve-cluster-url = Como esses servidores chegam a este, por exemplo http://10.0.0.2:7979 [por omissão: onde os escuta]
help-serve-cluster-key = Um ficheiro com a chave que todos esses servidores partilham [por omissão: JOGO_CLUSTER_KEY, do ambiente]
help-serve-open = Abre a página num navegador
help-serve-lan = Deixa jogar quem estiver nesta rede: escuta em todos os endereços deste computador e mostra-os
help-serve-public-url = Como se chega ao servidor quando há um proxy à frente, por exemplo https://play.example.org
help-serve-trust-proxy = Acredita no X-Forwarded-For do proxy: só quando todos os pedidos passam por um
help-serve-claim-after =
    Durante quanto tempo tem de estar ausente quem joga, para o outro lado poder reclamar um jogo com relógios
help-serve-claim-days =
    Durante quantos dias tem de ficar em silêncio quem joga, para o outro lado poder reclamar um jogo sem relógios
help-serve-keep-finished =
    Apaga os jogos tantos dias depois de acabarem [por omissão: ficam para sempre; os de dois bots, 30 dias]
help-serve-metrics = Serve ali medições para o Prometheus, em /metrics: um endereço a que mais ninguém chegue
help-serve-log = O que se escreve na saída de erros
help-serve-no-limits = Deixa cada endereço fazer quanto quiser: para medir o servidor, nunca para o usar

help-store = Cuida dos jogos de um servidor
help-store-copy = Copia todos os jogos para outra pasta ou base de dados; os que já lá estão ficam
help-store-copy-from = A pasta ou base de dados com os jogos; nenhum servidor a pode estar a usar
help-store-copy-to = A pasta ou base de dados que os recebe: uma pasta, postgres://UTILIZADOR@SERVIDOR/NOME, ou @FICHEIRO com um tal endereço

help-worker = Faz o trabalho do motor de servidores, torneios e dados de treino noutras máquinas
help-worker-threads = Quantas tarefas se fazem ao mesmo tempo [por omissão: uma por processador]
help-worker-log = O que se escreve na saída de erros

help-ugi = Torna-se um motor que fala UGI na entrada e na saída
help-uai = Torna-se um motor que fala UAI, o protocolo do Ataxx, na entrada e na saída

help-completions = Escreve o que faz uma shell completar comandos, jogos e opções
help-completions-shell = A shell

help-man = Escreve uma página de manual por comando
help-man-folder = A pasta onde se escreve; é criada se for preciso
