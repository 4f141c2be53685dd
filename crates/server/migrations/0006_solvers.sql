-- What is kept of those who solve puzzles, as JSON, by the SHA-256 of the secret that the browser keeps.
CREATE TABLE solvers (
    secret BLOB PRIMARY KEY,
    -- Of the last change: who has read an older one changes nothing.
    version INTEGER NOT NULL,
    text TEXT NOT NULL,
    touched_at INTEGER NOT NULL
) STRICT;

CREATE INDEX solvers_touched ON solvers (touched_at);
