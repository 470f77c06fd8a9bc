-- The explicit state. Every column is nullable or defaulted: the old engine sees no difference.
ALTER TABLE roster_run
  ADD COLUMN v2_state text,
  ADD COLUMN acting_at timestamptz(3),
  ADD COLUMN acting_kind text,
  ADD COLUMN acting_until timestamptz(3),
  ADD COLUMN acting_token uuid,
  ADD COLUMN collecting_alert_at timestamptz(3),
  ADD COLUMN unsent_alert_at timestamptz(3),
  ADD COLUMN autopilot boolean NOT NULL DEFAULT false,
  ADD COLUMN kind text NOT NULL DEFAULT 'week',
  ADD COLUMN deadline_at timestamptz(3),
  ADD COLUMN opens_at timestamptz(3),
  ADD COLUMN ends_at timestamptz(3),
  ADD COLUMN answers_until timestamptz(3),
  ADD COLUMN queued_at timestamptz(3),
  ADD COLUMN approved_hash text,
  ADD COLUMN approved_by uuid,
  ADD COLUMN pick jsonb,
  ADD COLUMN version integer NOT NULL DEFAULT 0;

CREATE INDEX roster_run_v2_state_idx ON roster_run (v2_state);

-- H3: one open form a roster, whichever engine opened it. The second arm reads the old engine's stamps as
-- `legacyProgress` does: collecting when the latest of the four stamps is "opened" or "reopened",
-- ties going to the later step (opened < closed < generated < reopened).
CREATE UNIQUE INDEX roster_run_one_collecting ON roster_run (roster_id)
  WHERE v2_state = 'COLLECTING'
     OR (v2_state IS NULL AND status = 'pending' AND sent_at IS NULL
         AND (opened_at IS NOT NULL OR reopened_at IS NOT NULL)
         AND (coalesce(opened_at, '-infinity'::timestamptz) > coalesce(greatest(closed_at, generated_at), '-infinity'::timestamptz)
           OR coalesce(reopened_at, '-infinity'::timestamptz) >= coalesce(greatest(closed_at, generated_at), '-infinity'::timestamptz)));
