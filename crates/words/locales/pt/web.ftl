# Porque é que o servidor não faz o que foi pedido.
refused-malformed = Este pedido não se entende.
refused-too-large = Isto é mais do que o servidor aceita de uma vez.
refused-too-fast = Demasiado depressa: espere um momento.
refused-too-many-games = Demasiados jogos novos daqui: espere um momento.
refused-engine-busy = Há demasiada gente à espera do motor: tente de novo daqui a pouco.
refused-busy = O servidor está muito ocupado: tente de novo daqui a pouco.
refused-storage = Não foi possível guardar o jogo no disco, por isso nada mudou. Tente de novo.
refused-foreign-origin = Este pedido vem de outro sítio.
refused-foreign-host = O servidor não responde por este nome.
refused-page-not-found = Esta página não existe.
refused-game-not-found = Este jogo não existe.
refused-game-gone = Este jogo foi apagado.
refused-unknown-game = Estas regras não existem.
refused-unknown-opponent = Estas regras não têm esse adversário.
refused-unknown-start = Estas regras não têm essa posição inicial.
refused-bad-position = Isto não é uma posição do jogo.
refused-bad-clock = Um relógio tem entre 1 segundo e um dia, e um lance acrescenta no máximo 10 minutos.
refused-bad-side = Um lado é first, second ou random.
refused-no-such-ply = O jogo ainda não chegou aí.
refused-no-pgn = Os outros programas não têm PGN para este jogo.
refused-seat-taken = Esse lugar já está ocupado.
refused-code-unknown = Este código não é válido, ou já não é.
refused-hint-refused = Não há sugestões enquanto jogam duas pessoas.
refused-not-seated = Está a assistir a este jogo: só os jogadores podem fazer isso.
refused-not-your-turn = Não é a sua vez.
refused-wrong-ply = O jogo entretanto avançou.
refused-illegal-move = Este lance não é legal.
refused-not-started = O jogo começa quando os dois lugares estiverem ocupados.
refused-game-over = O jogo acabou.
refused-not-over = O jogo ainda não acabou.
refused-no-offer = Essa proposta não existe.
refused-offer-refused = Isto não se pode propor agora.
refused-claim-early = O outro lado ainda pode voltar.
refused-nothing-to-undo = Não há nada para desfazer.

# Valor de uma posição, para quem joga.
value-wins = ganha em { $plies }
value-loses = perde em { $plies }
value-draws = empate

# Pré-visualização de ligações.
preview-play = Entrar no jogo
preview-watch = Assistir ao jogo
preview-home = Quatro jogos de tabuleiro abstratos: jogue contra o computador ou com um amigo
