# O que dizem os encontros, os lugares, os relógios e os ficheiros de redes e de dados. O inglês está no código.

no-seat = não há nenhum lugar { $seat }; os lugares são: { $seats }
wrong-clock = um relógio são segundos e o que cada jogada acrescenta, como 300+3, 5m ou 1+0.01, até um dia, e não { $clock }
engine-open-quote = o comando { $command }: falta fechar aspas
engine-no-command = falta o comando do motor

match-each = each: { $reason }
match-engine = motor { $number }: { $reason }
match-settings-only = indique definições para todos, como tc=1+0.01, e não quem joga
match-fixed-strength = { $name } pensa conforme a sua força; só name= se pode definir
match-same-name = há dois motores chamados { $name }
match-two-seats = não pode ser { $one } e { $other }; as definições escrevem-se CHAVE=VALOR
match-wrong-value = a seguir a { $key }= vem { $form }, e não { $value }
match-form-name = um nome até 60 caracteres
match-form-protocol = ugi ou uai
match-form-seconds = o número de segundos de uma jogada
match-form-move-time = o número de milissegundos de uma jogada
match-form-depth = uma profundidade a partir de 1
match-form-count = um número a partir de 1
match-form-milliseconds = um número de milissegundos
match-form-line = um valor de uma só linha
match-no-setting = não há nenhuma definição { $key }; as definições são: { $keys }
match-seat-and-command = tem um lugar e também cmd=
match-no-player = falta dizer quem joga: um lugar como jogo, level:5 ou uai:COMANDO, ou cmd=COMANDO
match-no-people = as pessoas jogam com `jogo play`
match-no-own-path = não se sabe onde está este programa: { $error }
match-own-path-not-utf8 = o caminho deste programa não está em UTF-8

match-not-a-number = { $key } é um número, e não { $value }
match-no-model = um modelo é normalized ou logistic, e não { $value }
match-no-test-setting = um teste tem elo0=, elo1=, alpha=, beta= e model=, e não { $setting }
match-elo-range = elo0 e elo1 ficam entre -1000 e 1000
match-elo-order = elo0 tem de ser menor do que elo1, e não { $elo0 } e { $elo1 }
match-error-rates = alpha e beta ficam entre 0 e 1, e a sua soma também
match-no-rule-setting = esperava-se { $forms }, e não { $setting }
match-large-number = { $key } é um número até 1000000, e não { $value }

match-book-line = linha { $line }: { $reason }
match-book-long = um livro tem no máximo { $lines } linhas e { $bytes } bytes
match-over-there = o jogo já acabou nessa posição
match-book-full = mais de { $limit } posições
match-book-empty = não há nenhuma posição
match-start-over = uma posição inicial já acabou antes da primeira jogada
match-always-over = { $plies } jogadas ao acaso a partir de { $start } acabam sempre o jogo

match-other-version = este encontro foi começado por outra versão do programa ({ $version })
match-no-game = não há nenhum jogo chamado { $game }
match-players = um encontro joga-se entre 2 e { $limit } motores, e não { $count }
match-openings = um encontro tem de 1 a { $limit } aberturas, e não { $count }
match-wrong-opening = a abertura { $opening }: { $reason }
match-opening-over = a abertura { $opening } já acabou
match-test-of-two = um teste é entre dois motores
match-taken = { $file } já tem um encontro; continue-o com --resume { $file }, ou indique outro ficheiro com --records
match-locked = outro encontro está a escrever aí
match-wrong-record = o registo da linha { $line }: { $reason }
match-several-records = há vários registos onde se esperava um
match-no-result = não tem resultado
match-no-match = não há nenhum encontro para continuar: { $reason }
match-foreign-game = o jogo { $number } não é deste encontro
match-game-twice = o jogo { $number } aparece duas vezes

match-faults = perderam-se jogos por falhas de motores: { $faults }
match-faults-of = { $name } (sem tempo: { $late }, desclassificado: { $forfeits })
match-list = { $before }, { $next }

match-in-file = { $name }: { $reason }
match-not-found = não existe
match-denied = sem permissão
match-folder = é uma pasta
match-too-long = tem mais de { $limit } bytes
match-not-utf8 = não está em UTF-8

tables-none = não é um ficheiro de tabelas de finais da versão 1
tables-other = são tabelas de { $own }, e não de { $wanted }
tables-damaged = a soma de verificação não bate certo: o ficheiro está danificado ou cortado
tables-no-smaller = as tabelas de { $family } não servem sem as de { $smaller }
net-short = é curto de mais para ser uma rede
net-no-network = não é uma rede da versão 1
net-checksum = a soma de verificação não bate certo: o ficheiro está danificado ou cortado
net-sizes = { $inputs } entradas e { $buckets } grupos estão fora dos limites
net-hidden-units = { $hidden } unidades escondidas: tem de ser um múltiplo de { $lanes }, até { $limit }
net-scale = uma escala de { $scale } ou { $length } bytes de proveniência estão fora dos limites
net-provenance = a proveniência não está em UTF-8
net-left-over = sobram { $bytes } bytes
net-no-features = { $game } não tem avaliação neuronal
net-other-features = uma rede para { $own } com { $own-inputs } entradas e { $own-buckets } grupos não serve para { $name } com { $inputs } e { $buckets }
net-ends-early = o ficheiro acaba cedo de mais
net-large-weight = um peso de { $weight } é maior do que { $limit }
net-many-inputs = um peso de { $weight } é maior do que { $limit }, com até { $inputs } entradas ao mesmo tempo
data-short = é curto de mais para serem dados de treino
data-no-data = não são dados de treino da versão 1
data-cells = { $cells } casas de { $bits } bits estão fora dos limites
data-no-result = um resultado é 0, 1 ou 2, e não { $result }
data-damaged = o ficheiro está danificado ou cortado
