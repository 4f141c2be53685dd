-- What is kept of those who solve puzzles, as JSON, by the SHA-256 of the secret that the browser keeps.
CREATE TABLE solvers (
    secret BYTEA PRIMARY KEY,
    -- Of the last change: who has read an older one changes nothing.
    version BIGINT NOT NULL,
    text TEXT NOT NULL,
    touched_at BIGINT NOT NULL
);

CREATE INDEX solvers_touched ON solvers (touched_at);
