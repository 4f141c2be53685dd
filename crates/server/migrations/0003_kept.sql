-- Games between two bots belong to nobody and go some time after their end, unless somebody has asked to keep them.
ALTER TABLE games ADD COLUMN is_kept INTEGER NOT NULL DEFAULT 0;
