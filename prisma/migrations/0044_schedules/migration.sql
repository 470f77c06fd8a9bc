-- CreateTable
CREATE TABLE "schedule" (
    "id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "acting_at" TIMESTAMPTZ(3),
    "acting_kind" TEXT,
    "acting_until" TIMESTAMPTZ(3),
    "acting_token" UUID,
    "task_queue" TEXT NOT NULL,
    "workflow_type" TEXT NOT NULL,
    "args" JSONB NOT NULL,
    "note" TEXT NOT NULL,
    "cron" TEXT NOT NULL,
    "zone" TEXT NOT NULL,
    "jitter" INTEGER NOT NULL,
    "repeats" TEXT NOT NULL,
    "catch_up" TEXT NOT NULL,
    "catch_up_window" INTEGER NOT NULL,
    "overlap" TEXT NOT NULL,
    "pause_reason" TEXT,
    "paused_by" TEXT,
    "paused_at" TIMESTAMPTZ(3),
    "cursor" TIMESTAMPTZ(3) NOT NULL,
    "cursor_local" TEXT,
    "next_fire_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3),
    "tz_version" TEXT NOT NULL,
    "by_tick" BOOLEAN NOT NULL,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "schedule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "schedule_fire" (
    "schedule_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "fire_at" TIMESTAMPTZ(3) NOT NULL,
    "local_time" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "last_at" TIMESTAMPTZ(3),
    "actual_at" TIMESTAMPTZ(3) NOT NULL,
    "attempt" INTEGER NOT NULL,
    "token" UUID,
    "lease_until" TIMESTAMPTZ(3),
    "outcome" TEXT,
    "detail" TEXT,
    "finished_at" TIMESTAMPTZ(3),
    "command_id" UUID,
    "actor_name" TEXT,

    CONSTRAINT "schedule_fire_pkey" PRIMARY KEY ("schedule_id","kind","fire_at")
);

-- CreateIndex
CREATE UNIQUE INDEX "schedule_key_key" ON "schedule"("key");

-- What the tick claims: those whose next item it is responsible for.
CREATE INDEX "schedule_due_at_idx" ON "schedule"("due_at") WHERE "by_tick";

-- Those that wait for a wake from outside: who looks for silence finds them without reading the others.
CREATE INDEX "schedule_unwoken_idx" ON "schedule"("due_at") WHERE NOT "by_tick";

-- CreateIndex
CREATE INDEX "schedule_tz_version_idx" ON "schedule"("tz_version");

-- CreateIndex
CREATE UNIQUE INDEX "schedule_fire_command_id_key" ON "schedule_fire"("command_id");

-- AddForeignKey
ALTER TABLE "schedule_fire" ADD CONSTRAINT "schedule_fire_schedule_id_fkey" FOREIGN KEY ("schedule_id") REFERENCES "schedule"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What is still to be done: a leased action, or one that waits for the one before it.
CREATE INDEX "schedule_fire_open_idx" ON "schedule_fire"("fire_at", "schedule_id") WHERE "finished_at" IS NULL;

-- What failed, for whoever asks on each page whether something needs a person.
CREATE INDEX "schedule_fire_failed_idx" ON "schedule_fire"("fire_at") WHERE "outcome" = 'failed';

ALTER TABLE schedule
  ADD CONSTRAINT schedule_key CHECK (key ~ '^[a-z][a-z0-9-]*:[^[:space:]:]+$' AND length(key) <= 200),
  ADD CONSTRAINT schedule_jitter CHECK (jitter >= 0),
  ADD CONSTRAINT schedule_repeats CHECK (repeats IN ('first', 'both')),
  ADD CONSTRAINT schedule_catch_up CHECK (catch_up IN ('all', 'latest', 'none') AND catch_up_window > 0),
  ADD CONSTRAINT schedule_overlap CHECK (overlap IN ('skip', 'buffer_one', 'allow')),
  ADD CONSTRAINT schedule_paused CHECK ((state = 'PAUSED') = (pause_reason IS NOT NULL)
                                    AND num_nonnulls(pause_reason, paused_by, paused_at) IN (0, 3)),
  ADD CONSTRAINT schedule_removed CHECK (state <> 'REMOVED' OR (next_fire_at IS NULL AND due_at IS NULL));

ALTER TABLE schedule_fire
  ADD CONSTRAINT schedule_fire_kind CHECK (kind IN ('slot', 'gap', 'manual') AND (kind = 'gap') = (state = 'skipped_gap')
                                       AND (kind = 'manual') = (command_id IS NOT NULL)),
  ADD CONSTRAINT schedule_fire_state CHECK (state IN ('fired', 'waiting', 'missed', 'skipped_gap', 'skipped_paused',
                                                      'skipped_overlap', 'beyond_window')),
  -- A run of times stands for what was passed over, never for something that was done.
  ADD CONSTRAINT schedule_fire_run CHECK (count > 0 AND (count > 1) = (last_at IS NOT NULL) AND (last_at > fire_at) IS NOT FALSE
                                      AND (count = 1 OR state NOT IN ('fired', 'waiting'))),
  ADD CONSTRAINT schedule_fire_finished CHECK ((finished_at IS NULL) = (outcome IS NULL AND state IN ('fired', 'waiting'))),
  ADD CONSTRAINT schedule_fire_lease CHECK ((token IS NULL) = (lease_until IS NULL) AND (token IS NULL OR finished_at IS NULL));

SELECT install_door('schedule', 'schedule', 'state');

-- What stands in the ledger stays: only what is open can still become something.
CREATE FUNCTION guard_schedule_fire() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a fire is never deleted' USING ERRCODE = 'DB002';
  END IF;
  IF (NEW.schedule_id, NEW.kind, NEW.fire_at, NEW.local_time, NEW.count, NEW.last_at, NEW.command_id, NEW.actor_name)
     IS DISTINCT FROM (OLD.schedule_id, OLD.kind, OLD.fire_at, OLD.local_time, OLD.count, OLD.last_at, OLD.command_id, OLD.actor_name) THEN
    RAISE EXCEPTION 'fire % of %: which time it is does not change', OLD.fire_at, OLD.schedule_id USING ERRCODE = 'DB002';
  END IF;
  IF NOT (CASE OLD.state
    WHEN 'fired' THEN NEW.state = 'fired' AND OLD.finished_at IS NULL
    WHEN 'waiting' THEN NEW.state IN ('waiting', 'fired', 'skipped_overlap', 'skipped_paused', 'missed')
    -- A wake that comes late takes back what was written down for want of it, once.
    WHEN 'missed' THEN NEW.state = 'fired' AND OLD.count = 1
    ELSE false END) THEN
    RAISE EXCEPTION 'fire % of % is %: it cannot become %', OLD.fire_at, OLD.schedule_id, OLD.state, NEW.state USING ERRCODE = 'DB002';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guard BEFORE UPDATE OR DELETE ON schedule_fire FOR EACH ROW EXECUTE FUNCTION guard_schedule_fire();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON schedule_fire FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
