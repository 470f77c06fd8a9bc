-- Set when the operator opens the form again after assignments were generated.
ALTER TABLE roster_run ADD COLUMN reopened_at timestamptz(3);
