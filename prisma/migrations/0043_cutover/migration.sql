-- AlterTable
ALTER TABLE "message" ADD COLUMN     "rehearsal" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "roster" ADD COLUMN     "rehearsal_of" UUID;

-- CreateTable
CREATE TABLE "cutover" (
    "id" UUID NOT NULL,
    "state" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "acting_at" TIMESTAMPTZ(3),
    "acting_kind" TEXT,
    "acting_until" TIMESTAMPTZ(3),
    "acting_token" UUID,

    CONSTRAINT "cutover_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rehearsal" (
    "id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "of_roster_id" UUID NOT NULL,
    "build" TEXT NOT NULL,
    "operator_id" UUID NOT NULL,
    "operator_name" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "began_at" TIMESTAMPTZ(3) NOT NULL,
    "stopped_at" TIMESTAMPTZ(3),
    "signed_at" TIMESTAMPTZ(3),
    "signed_by" UUID,
    "signed_name" TEXT,

    CONSTRAINT "rehearsal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rehearsal_step" (
    "rehearsal_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "began_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "passed" BOOLEAN,
    "checks" JSONB NOT NULL,

    CONSTRAINT "rehearsal_step_pkey" PRIMARY KEY ("rehearsal_id","number")
);

-- DropIndex: the Outbox counts its states from the index that takes its place, without those of a rehearsal.
DROP INDEX "message_subject_id_kind_state_idx";

-- CreateIndex
CREATE INDEX "message_subject_id_kind_state_rehearsal_idx" ON "message"("subject_id", "kind", "state", "rehearsal");

-- CreateIndex
CREATE UNIQUE INDEX "rehearsal_run_id_key" ON "rehearsal"("run_id");

-- CreateIndex
CREATE INDEX "roster_rehearsal_of_idx" ON "roster"("rehearsal_of");

-- AddForeignKey
ALTER TABLE "rehearsal" ADD CONSTRAINT "rehearsal_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "roster_run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rehearsal" ADD CONSTRAINT "rehearsal_of_roster_id_fkey" FOREIGN KEY ("of_roster_id") REFERENCES "roster"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rehearsal_step" ADD CONSTRAINT "rehearsal_step_rehearsal_id_fkey" FOREIGN KEY ("rehearsal_id") REFERENCES "rehearsal"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "roster" ADD CONSTRAINT "roster_rehearsal_of_fkey" FOREIGN KEY ("rehearsal_of") REFERENCES "roster"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What a week is at, whichever engine it belongs to: its own state, else what the old engine's stamps say. The same as
-- `legacyProgress` in code, and as the second arm of H3's index. Ties: opened < closed < generated < reopened.
CREATE FUNCTION run_state(v2 text, status text, opened timestamptz, closed timestamptz, generated timestamptz,
                          reopened timestamptz, sent timestamptz)
  RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(v2, CASE
    WHEN status = 'sent' OR sent IS NOT NULL THEN 'SENT'
    WHEN status = 'approved' THEN 'APPROVED'
    WHEN reopened >= coalesce(greatest(opened, closed, generated), '-infinity') THEN 'COLLECTING'
    WHEN generated >= coalesce(greatest(opened, closed), '-infinity') THEN 'ASSIGNED'
    WHEN closed >= coalesce(opened, '-infinity') THEN 'CLOSED'
    WHEN opened IS NOT NULL THEN 'COLLECTING'
    ELSE 'DRAFT' END)
$$;
CREATE INDEX roster_run_unsent_idx ON roster_run (week_of)
  WHERE run_state(v2_state, status, opened_at, closed_at, generated_at, reopened_at, sent_at) <> 'SENT';

-- The cut-over flag: one row, moved through its door. A move of a week reads it FOR SHARE.
ALTER TABLE cutover ADD CONSTRAINT cutover_state CHECK (state IN ('DORMANT', 'LIVE'));
CREATE UNIQUE INDEX cutover_one ON cutover ((true));
SELECT install_door('cutover', 'cutover', 'state');

-- A rehearsal is a record. Its steps are taken in order, each once it has passed is left as it is, and what is signed
-- or stopped is not written again.
ALTER TABLE rehearsal
  ADD CONSTRAINT rehearsal_ended CHECK (stopped_at IS NULL OR signed_at IS NULL),
  ADD CONSTRAINT rehearsal_signed CHECK ((signed_at IS NULL) = (signed_by IS NULL) AND (signed_at IS NULL) = (signed_name IS NULL)),
  ADD CONSTRAINT rehearsal_names CHECK (btrim(operator_name) <> '' AND btrim(address) <> '' AND btrim(build) <> '');
-- One at a time, or the steps of two would be told apart by nobody.
CREATE UNIQUE INDEX rehearsal_one_open ON rehearsal ((true)) WHERE stopped_at IS NULL AND signed_at IS NULL;
ALTER TABLE rehearsal_step
  -- Beyond the eight there is no name, and a CHECK that is NULL would pass.
  ADD CONSTRAINT rehearsal_step_name CHECK (coalesce(name = (ARRAY['open', 'extend', 'close', 'generate', 'reopen', 'regenerate', 'approve', 'send'])[number], false)),
  ADD CONSTRAINT rehearsal_step_ended CHECK ((ended_at IS NULL) = (passed IS NULL)),
  ADD CONSTRAINT rehearsal_step_checks CHECK (jsonb_typeof(checks) = 'array' AND octet_length(checks::text) <= 262144);

CREATE FUNCTION guard_rehearsal() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a rehearsal is a record: it is stopped, never deleted' USING ERRCODE = 'DB005';
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF NEW.stopped_at IS NOT NULL OR NEW.signed_at IS NOT NULL THEN
      RAISE EXCEPTION 'a rehearsal begins open' USING ERRCODE = 'DB005';
    END IF;
    IF NOT EXISTS (SELECT FROM public.roster_run r JOIN public.roster o ON o.id = r.roster_id
                    WHERE r.id = NEW.run_id AND r.kind = 'rehearsal' AND o.rehearsal_of = NEW.of_roster_id) THEN
      RAISE EXCEPTION 'a rehearsal has a scratch week on a copy of its roster' USING ERRCODE = 'DB005';
    END IF;
    RETURN NEW;
  END IF;
  IF OLD.stopped_at IS NOT NULL OR OLD.signed_at IS NOT NULL THEN
    RAISE EXCEPTION 'rehearsal % has ended: it stands as it is', OLD.id USING ERRCODE = 'DB005';
  END IF;
  IF (NEW.id, NEW.run_id, NEW.of_roster_id, NEW.build, NEW.operator_id, NEW.operator_name, NEW.address, NEW.began_at)
     IS DISTINCT FROM (OLD.id, OLD.run_id, OLD.of_roster_id, OLD.build, OLD.operator_id, OLD.operator_name, OLD.address, OLD.began_at) THEN
    RAISE EXCEPTION 'rehearsal % keeps what it began with', OLD.id USING ERRCODE = 'DB005';
  END IF;
  IF NEW.signed_at IS NOT NULL AND 8 <> (SELECT count(*) FROM public.rehearsal_step s WHERE s.rehearsal_id = NEW.id AND s.passed) THEN
    RAISE EXCEPTION 'rehearsal %: all eight steps pass before it is signed', OLD.id USING ERRCODE = 'DB005';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guard BEFORE INSERT OR UPDATE OR DELETE ON rehearsal FOR EACH ROW EXECUTE FUNCTION guard_rehearsal();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON rehearsal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION guard_rehearsal_step() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a step of a rehearsal is a record' USING ERRCODE = 'DB005';
  END IF;
  -- Against its signing: what is written beside it would come in after it.
  PERFORM FROM public.rehearsal r WHERE r.id = NEW.rehearsal_id AND r.stopped_at IS NULL AND r.signed_at IS NULL FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'rehearsal % has ended: its steps stand', NEW.rehearsal_id USING ERRCODE = 'DB005';
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF NEW.number > 1 AND NOT EXISTS (SELECT FROM public.rehearsal_step s
                                       WHERE s.rehearsal_id = NEW.rehearsal_id AND s.number = NEW.number - 1 AND s.passed) THEN
      RAISE EXCEPTION 'step % of rehearsal %: the one before it has not passed', NEW.number, NEW.rehearsal_id USING ERRCODE = 'DB005';
    END IF;
  ELSIF OLD.passed OR (NEW.rehearsal_id, NEW.number, NEW.name, NEW.began_at)
        IS DISTINCT FROM (OLD.rehearsal_id, OLD.number, OLD.name, OLD.began_at) THEN
    RAISE EXCEPTION 'step % of rehearsal % has passed: it stands as it is', OLD.number, OLD.rehearsal_id USING ERRCODE = 'DB005';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guard BEFORE INSERT OR UPDATE OR DELETE ON rehearsal_step FOR EACH ROW EXECUTE FUNCTION guard_rehearsal_step();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON rehearsal_step FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A message of a rehearsal is marked by what it is about, not by whoever writes it, and carries the operator's address
-- and no other: code that forgets fails here, before there is anything to deliver.
CREATE FUNCTION mark_rehearsal() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  only_address text;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    RAISE EXCEPTION 'message % keeps whether it is of a rehearsal', OLD.id USING ERRCODE = 'DB005';
  END IF;
  NEW.rehearsal := EXISTS (SELECT FROM public.roster_run r WHERE r.id = NEW.subject_id AND r.kind = 'rehearsal');
  IF NEW.rehearsal AND NEW.payload IS NOT NULL THEN
    SELECT h.address INTO only_address FROM public.rehearsal h WHERE h.run_id = NEW.subject_id;
    IF only_address IS DISTINCT FROM NEW.recipient THEN
      RAISE EXCEPTION 'a rehearsal mails its operator alone' USING ERRCODE = 'DB005';
    END IF;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER mark_rehearsal BEFORE INSERT ON message FOR EACH ROW EXECUTE FUNCTION mark_rehearsal();
CREATE TRIGGER keep_rehearsal BEFORE UPDATE ON message FOR EACH ROW WHEN (NEW.rehearsal <> OLD.rehearsal) EXECUTE FUNCTION mark_rehearsal();

-- A roster stays what it is: the real one, or the copy that a rehearsal plays on.
CREATE FUNCTION guard_copy() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'roster % stays what it is: real, or the copy of a rehearsal', OLD.id USING ERRCODE = 'DB001';
END $$;
CREATE TRIGGER copy BEFORE UPDATE ON roster FOR EACH ROW
  WHEN (NEW.rehearsal_of IS DISTINCT FROM OLD.rehearsal_of) EXECUTE FUNCTION guard_copy();
CREATE FUNCTION guard_kind() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF (NEW.kind = 'rehearsal') <> (SELECT o.rehearsal_of IS NOT NULL FROM public.roster o WHERE o.id = NEW.roster_id) THEN
    RAISE EXCEPTION 'a rehearsal plays on a copy of its roster, and a week on the roster itself' USING ERRCODE = 'DB001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER kind BEFORE INSERT ON roster_run FOR EACH ROW EXECUTE FUNCTION guard_kind();

-- Weeks from before there was a record were made all the same: each gets its birth, or a verification would find them
-- without one. Their columns stay as they are.
INSERT INTO audit_event (at, machine, subject_id, type, edge, version, actor_kind, actor_name, reason, data, request_id)
SELECT r.created_at, 'run', r.id, 'run.made', 'birth', 0, 'system', 'migration', 'Made before there was a record.',
       jsonb_build_object('shifts', (SELECT count(*) FROM shift s WHERE s.run_id = r.id)), '0043_cutover'
  FROM roster_run r
 WHERE NOT EXISTS (SELECT FROM audit_event a WHERE a.machine = 'run' AND a.subject_id = r.id AND a.version = 0)
 ORDER BY r.created_at, r.id;

-- A week is sent if its stamp says so, whatever its status: that is how the old engine's are read everywhere else. So the
-- guard of a sent roster and that of its swaps ask `run_state` from now on.
CREATE OR REPLACE FUNCTION guard_roster() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  week record;
BEGIN
  FOR week IN
    SELECT r.v2_state, public.run_state(r.v2_state, r.status, r.opened_at, r.closed_at, r.generated_at, r.reopened_at, r.sent_at) AS state
      FROM public.roster_run r
     WHERE r.id IN (CASE WHEN TG_OP <> 'INSERT' THEN OLD.run_id END, CASE WHEN TG_OP <> 'DELETE' THEN NEW.run_id END)
     ORDER BY r.id FOR SHARE
  LOOP
    IF week.state = 'SENT' OR week.v2_state = 'APPROVED' THEN
      RAISE EXCEPTION 'the roster of this week is %: its % is not written again', lower(week.state), TG_TABLE_NAME
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

CREATE OR REPLACE FUNCTION guard_swap() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  state text;
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT public.run_state(r.v2_state, r.status, r.opened_at, r.closed_at, r.generated_at, r.reopened_at, r.sent_at)
      INTO state FROM public.roster_run r
      JOIN public.shift s ON s.run_id = r.id AND s.id = NEW.shift_id WHERE r.id = NEW.run_id FOR SHARE OF r;
    IF state IS DISTINCT FROM 'SENT' THEN
      RAISE EXCEPTION 'a swap is of a seat of a sent week' USING ERRCODE = 'DB001';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.run_id, NEW.shift_id, NEW.seat_tender_id, NEW.from_tender_id, NEW.asked_at)
     IS DISTINCT FROM (OLD.run_id, OLD.shift_id, OLD.seat_tender_id, OLD.from_tender_id, OLD.asked_at) THEN
    RAISE EXCEPTION 'swap % keeps its seat and who gives it', OLD.id USING ERRCODE = 'DB001';
  END IF;
  IF OLD.ended_at IS NOT NULL OR (NEW.version = OLD.version AND (NEW.to_tender_id, NEW.note, NEW.offered_at, NEW.ended_at)
     IS DISTINCT FROM (OLD.to_tender_id, OLD.note, OLD.offered_at, OLD.ended_at)) THEN
    RAISE EXCEPTION 'swap %: this is written by its moves alone, and never once it has ended', OLD.id USING ERRCODE = 'DB001';
  END IF;
  RETURN NEW;
END $$;
