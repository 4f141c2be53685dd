-- Of the clock that runs: whose it is, what it showed when it was set going, and when it will have run out, in milliseconds since 1970.
-- Null while no clock of a person runs; so a game ends on time though nothing of it is in memory.
ALTER TABLE games ADD COLUMN clock_side INTEGER;
ALTER TABLE games ADD COLUMN clock_ms INTEGER;
ALTER TABLE games ADD COLUMN deadline_ms INTEGER;

CREATE INDEX games_deadline ON games (deadline_ms) WHERE deadline_ms IS NOT NULL;
CREATE INDEX games_finished ON games (touched_at) WHERE result IS NOT NULL;

-- One row that the server writes to find out whether it can.
CREATE TABLE probe (
    no INTEGER PRIMARY KEY CHECK (no = 1),
    at INTEGER NOT NULL,
    room BLOB
) STRICT;
