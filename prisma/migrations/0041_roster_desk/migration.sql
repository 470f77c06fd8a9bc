-- AlterTable
ALTER TABLE "shift" ADD COLUMN     "dropped_at" TIMESTAMPTZ(3),
ADD COLUMN     "moved_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "tender" ADD COLUMN     "bounced_why" TEXT;

-- CreateTable
CREATE TABLE "tender_rule" (
    "id" UUID NOT NULL,
    "roster_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "tender_id" UUID NOT NULL,
    "other_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tender_rule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tender_link" (
    "id" UUID NOT NULL,
    "tender_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "serial" INTEGER NOT NULL,
    "token_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "tender_link_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "swap" (
    "id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "shift_id" UUID NOT NULL,
    "seat_tender_id" UUID NOT NULL,
    "from_tender_id" UUID NOT NULL,
    "to_tender_id" UUID,
    "state" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "note" TEXT NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "offered_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "acting_at" TIMESTAMPTZ(3),
    "acting_kind" TEXT,
    "acting_until" TIMESTAMPTZ(3),
    "acting_token" UUID,

    CONSTRAINT "swap_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "tender_rule_roster_id_idx" ON "tender_rule"("roster_id");

-- CreateIndex
CREATE UNIQUE INDEX "tender_rule_kind_tender_id_other_id_key" ON "tender_rule"("kind", "tender_id", "other_id");

-- CreateIndex
CREATE UNIQUE INDEX "tender_link_token_hash_key" ON "tender_link"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "tender_link_tender_id_kind_serial_key" ON "tender_link"("tender_id", "kind", "serial");

-- CreateIndex
CREATE INDEX "swap_run_id_idx" ON "swap"("run_id");

-- CreateIndex
CREATE INDEX "swap_shift_id_seat_tender_id_idx" ON "swap"("shift_id", "seat_tender_id");

-- AddForeignKey
ALTER TABLE "tender_rule" ADD CONSTRAINT "tender_rule_roster_id_fkey" FOREIGN KEY ("roster_id") REFERENCES "roster"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tender_rule" ADD CONSTRAINT "tender_rule_tender_id_fkey" FOREIGN KEY ("tender_id") REFERENCES "tender"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tender_rule" ADD CONSTRAINT "tender_rule_other_id_fkey" FOREIGN KEY ("other_id") REFERENCES "tender"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tender_link" ADD CONSTRAINT "tender_link_tender_id_fkey" FOREIGN KEY ("tender_id") REFERENCES "tender"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "swap" ADD CONSTRAINT "swap_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "roster_run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "swap" ADD CONSTRAINT "swap_shift_id_fkey" FOREIGN KEY ("shift_id") REFERENCES "shift"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "swap" ADD CONSTRAINT "swap_shift_id_seat_tender_id_fkey" FOREIGN KEY ("shift_id", "seat_tender_id") REFERENCES "assignment"("shift_id", "tender_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "swap" ADD CONSTRAINT "swap_from_tender_id_fkey" FOREIGN KEY ("from_tender_id") REFERENCES "tender"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "swap" ADD CONSTRAINT "swap_to_tender_id_fkey" FOREIGN KEY ("to_tender_id") REFERENCES "tender"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A rule between two people names two, and a pair that may not meet is written one way round.
ALTER TABLE tender_rule
  ADD CONSTRAINT tender_rule_kind CHECK (kind IN ('apart', 'mentor')),
  ADD CONSTRAINT tender_rule_two CHECK (tender_id <> other_id AND (kind <> 'apart' OR tender_id < other_id));

-- One link of a kind is good at a time; a revoked one is a record.
ALTER TABLE tender_link
  ADD CONSTRAINT tender_link_kind CHECK (kind IN ('page', 'calendar', 'mail')),
  ADD CONSTRAINT tender_link_serial CHECK (serial > 0);
CREATE UNIQUE INDEX tender_link_one_good ON tender_link (tender_id, kind) WHERE revoked_at IS NULL;

-- The door of the swap. The seats of a sent week are never written: confirmed swaps are laid over them.
ALTER TABLE swap
  ADD CONSTRAINT swap_state CHECK (state IN ('asked', 'offered', 'confirmed', 'withdrawn', 'refused')),
  ADD CONSTRAINT swap_two CHECK (to_tender_id IS NULL OR to_tender_id <> from_tender_id),
  ADD CONSTRAINT swap_taker CHECK (to_tender_id IS NOT NULL OR state NOT IN ('offered', 'confirmed')),
  ADD CONSTRAINT swap_ended CHECK ((ended_at IS NOT NULL) = (state IN ('confirmed', 'withdrawn', 'refused'))),
  ADD CONSTRAINT swap_note CHECK (octet_length(note) <= 4096);
CREATE UNIQUE INDEX swap_one_open ON swap (shift_id, seat_tender_id) WHERE state IN ('asked', 'offered');

SELECT install_door('swap', 'swap', 'state');

CREATE FUNCTION guard_swap() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  week record;
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT r.v2_state, r.status INTO week FROM public.roster_run r
      JOIN public.shift s ON s.run_id = r.id AND s.id = NEW.shift_id WHERE r.id = NEW.run_id FOR SHARE OF r;
    IF NOT FOUND OR coalesce(week.v2_state, upper(week.status)) <> 'SENT' THEN
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
CREATE TRIGGER written BEFORE INSERT OR UPDATE ON swap FOR EACH ROW EXECUTE FUNCTION guard_swap();

-- Who holds each seat: as the picker or the operator gave it, and after SENT with the confirmed swaps on top. Whoever
-- shows or counts seats reads this; only moves of the week write `assignment`.
CREATE VIEW seat AS
  SELECT a.run_id, a.shift_id, coalesce(s.to_tender_id, a.tender_id) AS tender_id, a.pinned,
         a.tender_id AS seat_tender_id
    FROM assignment a
    LEFT JOIN LATERAL (
      SELECT w.to_tender_id FROM swap w
       WHERE w.shift_id = a.shift_id AND w.seat_tender_id = a.tender_id AND w.state = 'confirmed'
       ORDER BY w.ended_at DESC, w.id DESC LIMIT 1) s ON true;

-- A week's own times are a move of it from now on, so that a page that shows others is told.
DROP TRIGGER written ON roster_run;
CREATE TRIGGER written BEFORE UPDATE ON roster_run FOR EACH ROW
  WHEN (OLD.v2_state = 'SENT' AND NEW IS DISTINCT FROM OLD
        OR (NEW.roster_id, NEW.week_of, NEW.kind) IS DISTINCT FROM (OLD.roster_id, OLD.week_of, OLD.kind)
        OR (OLD.v2_state IS NOT NULL AND NEW.version = OLD.version
            AND (NEW.status, NEW.opened_at, NEW.reopened_at, NEW.closed_at, NEW.answers_until, NEW.generated_at, NEW.pick,
                 NEW.approved_at, NEW.approved_hash, NEW.approved_by, NEW.queued_at, NEW.sent_at,
                 NEW.autopilot, NEW.settings_override, NEW.opens_at, NEW.deadline_at, NEW.ends_at)
                IS DISTINCT FROM
                (OLD.status, OLD.opened_at, OLD.reopened_at, OLD.closed_at, OLD.answers_until, OLD.generated_at, OLD.pick,
                 OLD.approved_at, OLD.approved_hash, OLD.approved_by, OLD.queued_at, OLD.sent_at,
                 OLD.autopilot, OLD.settings_override, OLD.opens_at, OLD.deadline_at, OLD.ends_at)))
  EXECUTE FUNCTION guard_week();
