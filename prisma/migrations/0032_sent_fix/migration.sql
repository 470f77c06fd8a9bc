-- Weeks that were mailed before sends were stamped: they ended long ago and must never be offered for sending again.
UPDATE roster_run
   SET status = 'sent', sent_at = coalesce(approved_at, generated_at, created_at)
 WHERE status = 'approved' AND sent_at IS NULL AND week_of < (created_at AT TIME ZONE 'UTC')::date - 7;
