CREATE TABLE games (
    no INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    rules TEXT NOT NULL,
    start TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    initial_ms INTEGER,
    increment_ms INTEGER,
    -- Of the last change that is no move; moves have their own.
    version INTEGER NOT NULL DEFAULT 1,
    -- How it ended, if not by its rules.
    closing TEXT,
    -- Set when it is over, however that came about.
    result TEXT,
    -- Who has offered what.
    offers TEXT NOT NULL DEFAULT '',
    -- The game of the rematch.
    next TEXT,
    -- When something last happened.
    touched_at INTEGER NOT NULL
) STRICT;

CREATE INDEX games_unfinished ON games (touched_at) WHERE result IS NULL;

CREATE TABLE seats (
    game INTEGER NOT NULL REFERENCES games (no) ON DELETE CASCADE,
    side INTEGER NOT NULL CHECK (side IN (0, 1)),
    -- open, person, gone, or the name of a bot.
    who TEXT NOT NULL,
    name TEXT,
    -- SHA-256 of the secret that the browser keeps.
    secret BLOB,
    PRIMARY KEY (game, side)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_secret ON seats (secret) WHERE secret IS NOT NULL;

-- One row for each move: that there can be only one for a game and a ply is what decides between two moves that come at once.
CREATE TABLE moves (
    game INTEGER NOT NULL REFERENCES games (no) ON DELETE CASCADE,
    ply INTEGER NOT NULL,
    mv TEXT NOT NULL,
    first_ms INTEGER,
    second_ms INTEGER,
    version INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;

-- One-time codes that move a seat to another device, one for each seat.
CREATE TABLE codes (
    game INTEGER NOT NULL REFERENCES games (no) ON DELETE CASCADE,
    side INTEGER NOT NULL,
    hash BLOB NOT NULL UNIQUE,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (game, side)
) STRICT, WITHOUT ROWID;
