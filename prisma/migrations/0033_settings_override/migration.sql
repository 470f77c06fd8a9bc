-- A week's own deadlines, where they differ from the roster's.
ALTER TABLE roster_run ADD COLUMN settings_override jsonb;
