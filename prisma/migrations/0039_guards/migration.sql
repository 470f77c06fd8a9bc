-- The door of the run, and the rules that no code may forget.
ALTER TABLE roster_run
  ADD CONSTRAINT roster_run_state CHECK (v2_state IN ('DRAFT', 'COLLECTING', 'CLOSED', 'ASSIGNED', 'APPROVED', 'SENT')),
  ADD CONSTRAINT roster_run_kind CHECK (kind IN ('week', 'rehearsal')),
  -- The old engine reads `status` alone, so the two columns may never tell different stories.
  ADD CONSTRAINT roster_run_written_through CHECK (v2_state IS NULL OR status =
    CASE v2_state WHEN 'SENT' THEN 'sent' WHEN 'APPROVED' THEN 'approved' ELSE 'pending' END),
  ADD CONSTRAINT roster_run_queued_while CHECK (v2_state IS NULL OR queued_at IS NULL OR v2_state IN ('APPROVED', 'SENT')),
  ADD CONSTRAINT roster_run_bound CHECK (v2_state IS NULL OR v2_state NOT IN ('APPROVED', 'SENT') OR approved_hash IS NOT NULL);

SELECT install_door('run', 'roster_run', 'v2_state');

-- A sent roster is a record: swaps are laid over it, it is never written again. A pair stays within its week.
CREATE FUNCTION guard_roster() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM public.roster_run r
              WHERE r.id IN (CASE WHEN TG_OP <> 'INSERT' THEN OLD.run_id END, CASE WHEN TG_OP <> 'DELETE' THEN NEW.run_id END)
                AND (r.v2_state = 'SENT' OR r.v2_state IS NULL AND r.status = 'sent')) THEN
    RAISE EXCEPTION 'the schedule of this week is sent: its assignments are not written again' USING ERRCODE = 'DB001';
  END IF;
  IF TG_OP <> 'DELETE' AND NOT EXISTS (SELECT FROM public.shift s WHERE s.id = NEW.shift_id AND s.run_id = NEW.run_id) THEN
    RAISE EXCEPTION 'shift % is not of week %', NEW.shift_id, NEW.run_id USING ERRCODE = 'DB001';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
CREATE TRIGGER guard BEFORE INSERT OR UPDATE OR DELETE ON assignment FOR EACH ROW EXECUTE FUNCTION guard_roster();
CREATE TRIGGER guard BEFORE INSERT OR UPDATE OR DELETE ON ban FOR EACH ROW EXECUTE FUNCTION guard_roster();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON assignment FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- An answer is a record too: the latest that counts is used, none is changed.
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON availability FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON availability FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

