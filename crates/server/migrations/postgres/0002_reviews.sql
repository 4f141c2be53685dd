-- What a review of a finished game found, as JSON; it names the moves that it judged, and goes with the game.
CREATE TABLE reviews (
    game BIGINT PRIMARY KEY REFERENCES games (no) ON DELETE CASCADE,
    text TEXT NOT NULL
);
