# Why the server does not do what was asked.
refused-malformed = This request is not understood.
refused-too-large = This is more than the server takes at once.
refused-too-fast = Too fast: wait a moment.
refused-too-many-games = Too many new games from here: wait a moment.
refused-engine-busy = Too many are waiting for the engine: try again in a moment.
refused-busy = The server has its hands full: try again in a moment.
refused-storage = The game could not be written to disk, so nothing was changed. Try again.
refused-foreign-origin = This request comes from another site.
refused-foreign-host = The server does not go by this name.
refused-page-not-found = There is no such page.
refused-game-not-found = There is no such game.
refused-game-gone = This game has been deleted.
refused-unknown-game = There is no such rule set.
refused-unknown-opponent = This rule set has no such opponent.
refused-unknown-start = This rule set has no such start.
refused-bad-position = This is no position of the game.
refused-bad-clock = A clock has between 1 second and a day, and a move adds 10 minutes at most.
refused-bad-side = A side is first, second or random.
refused-no-such-ply = The game has not come so far.
refused-no-pgn = Other programs have no PGN for this game.
refused-seat-taken = Somebody sits there already.
refused-code-unknown = This code is not valid, or not any more.
refused-hint-refused = No hints while two people play.
refused-not-seated = You are watching this game: only its players can do that.
refused-not-your-turn = It is not your turn.
refused-wrong-ply = The game has gone on meanwhile.
refused-illegal-move = This move is not legal.
refused-not-started = The game begins when both seats are taken.
refused-game-over = The game is over.
refused-not-over = The game is not over yet.
refused-no-offer = There is no such offer.
refused-offer-refused = This cannot be offered now.
refused-claim-early = The other side may still come back.
refused-nothing-to-undo = There is nothing to take back.

# Value of a position, for the side to move.
value-wins = wins in { $plies }
value-loses = loses in { $plies }
value-draws = draw

# Link previews.
preview-play = Join the game
preview-watch = Watch the game
preview-home = Four abstract board games: play the computer or a friend
