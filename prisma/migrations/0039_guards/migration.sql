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

-- What a move wrote is written by a move alone, and a sent week not at all. The old engine's weeks are its own.
CREATE FUNCTION guard_week() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'run %: this is written by its moves alone, and never once it is sent', OLD.id USING ERRCODE = 'DB001';
END $$;
CREATE TRIGGER written BEFORE UPDATE ON roster_run FOR EACH ROW
  WHEN (OLD.v2_state = 'SENT' AND NEW IS DISTINCT FROM OLD
        OR (NEW.roster_id, NEW.week_of, NEW.kind) IS DISTINCT FROM (OLD.roster_id, OLD.week_of, OLD.kind)
        OR (OLD.v2_state IS NOT NULL AND NEW.version = OLD.version
            AND (NEW.status, NEW.opened_at, NEW.reopened_at, NEW.closed_at, NEW.answers_until, NEW.generated_at, NEW.pick,
                 NEW.approved_at, NEW.approved_hash, NEW.approved_by, NEW.queued_at, NEW.sent_at)
                IS DISTINCT FROM
                (OLD.status, OLD.opened_at, OLD.reopened_at, OLD.closed_at, OLD.answers_until, OLD.generated_at, OLD.pick,
                 OLD.approved_at, OLD.approved_hash, OLD.approved_by, OLD.queued_at, OLD.sent_at)))
  EXECUTE FUNCTION guard_week();

-- An approved roster is what was read, and a sent one a record: swaps are laid over it. A pair stays within its week.
-- The week is locked against its own moves, or what is written beside an approval or a send would come in after it.
CREATE FUNCTION guard_roster() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  week record;
BEGIN
  FOR week IN
    SELECT r.v2_state, r.status FROM public.roster_run r
     WHERE r.id IN (CASE WHEN TG_OP <> 'INSERT' THEN OLD.run_id END, CASE WHEN TG_OP <> 'DELETE' THEN NEW.run_id END)
     ORDER BY r.id FOR SHARE
  LOOP
    IF week.v2_state IN ('APPROVED', 'SENT') OR (week.v2_state IS NULL AND week.status = 'sent') THEN
      RAISE EXCEPTION 'the roster of this week is %: its % is not written again', lower(coalesce(week.v2_state, week.status)), TG_TABLE_NAME
        USING ERRCODE = 'DB001';
    END IF;
  END LOOP;
  IF TG_TABLE_NAME = 'shift' THEN
    IF TG_OP = 'UPDATE' AND (NEW.id, NEW.run_id) IS DISTINCT FROM (OLD.id, OLD.run_id) THEN
      RAISE EXCEPTION 'shift % stays in its week', OLD.id USING ERRCODE = 'DB001';
    END IF;
  ELSIF TG_OP <> 'DELETE' AND NOT EXISTS (SELECT FROM public.shift s WHERE s.id = NEW.shift_id AND s.run_id = NEW.run_id) THEN
    RAISE EXCEPTION 'shift % is not of week %', NEW.shift_id, NEW.run_id USING ERRCODE = 'DB001';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
CREATE TRIGGER guard BEFORE INSERT OR UPDATE OR DELETE ON assignment FOR EACH ROW EXECUTE FUNCTION guard_roster();
CREATE TRIGGER guard BEFORE INSERT OR UPDATE OR DELETE ON ban FOR EACH ROW EXECUTE FUNCTION guard_roster();
CREATE TRIGGER guard BEFORE INSERT OR UPDATE OR DELETE ON shift FOR EACH ROW EXECUTE FUNCTION guard_roster();

-- At commit: a change of the roster is a move of its week, so that an approval of what it replaced is refused.
CREATE FUNCTION pair_roster() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  week uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.run_id ELSE NEW.run_id END;
BEGIN
  IF NOT EXISTS (SELECT FROM public.audit_event a
                  WHERE a.machine = 'run' AND a.subject_id = week AND a.version IS NOT NULL AND a.xid = pg_current_xact_id()::text::bigint)
     AND EXISTS (SELECT FROM public.roster_run r WHERE r.id = week AND r.v2_state IS NOT NULL) THEN
    RAISE EXCEPTION 'run %: a change of its % is a move of the week', week, TG_TABLE_NAME USING ERRCODE = 'DB003';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER pair AFTER INSERT OR UPDATE OR DELETE ON assignment DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION pair_roster();
CREATE CONSTRAINT TRIGGER pair AFTER INSERT OR UPDATE OR DELETE ON ban DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION pair_roster();
CREATE CONSTRAINT TRIGGER pair AFTER INSERT OR UPDATE OR DELETE ON shift DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION pair_roster();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON assignment FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- An answer is a record too: the latest that counts is used, none is changed. So one that cannot be read must not get
-- in: it would stop its week for good. The old engine's answers are left as they are.
ALTER TABLE availability
  ADD CONSTRAINT availability_choices CHECK (jsonb_typeof(choices) = 'object' AND octet_length(choices::text) <= 262144
    AND NOT jsonb_path_exists(choices, 'strict $.* ? (@.type() != "string" || (@ != "yes" && @ != "if_needed" && @ != "no"))')
    AND NOT jsonb_path_exists(choices, '$.keyvalue().key ? (!(@ like_regex "^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$" flag "i"))')) NOT VALID,
  ADD CONSTRAINT availability_at CHECK (answered_at BETWEEN '1970-01-01Z' AND '9999-12-31Z') NOT VALID,
  ADD CONSTRAINT availability_note CHECK (octet_length(note) <= 65536) NOT VALID;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON availability FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON availability FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

