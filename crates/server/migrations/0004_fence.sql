-- The version of a game is now that of its last change, be it a move or not, so that one row says whether a writer
-- knows the game as it is. The epoch counts how often the game has changed hands.
ALTER TABLE games ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;

UPDATE games SET version = max(version, coalesce((SELECT max(moves.version) FROM moves WHERE game = no), 0));
