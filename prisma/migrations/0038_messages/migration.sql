-- The outbox: a ledger with a guard of its own. It is no machine of the door, because its claims and intents are
-- not worth an event each; births, results and decisions are, and the pair trigger holds them to it.
CREATE TABLE message (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  effect_key text NOT NULL,
  subject_machine text NOT NULL,
  subject_id uuid NOT NULL,
  person_id uuid,
  recipient_name text NOT NULL,
  recipient text NOT NULL,
  subject_line text NOT NULL,
  payload bytea,
  payload_sha text,
  message_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('queued', 'claimed', 'sending', 'sent', 'failed', 'unknown', 'let_go')),
  fence bigint NOT NULL CHECK (fence >= 0),
  attempt integer NOT NULL CHECK (attempt >= 0),
  again integer NOT NULL CHECK (again >= 0),
  lease_until timestamptz(3),
  not_before timestamptz(3),
  called_at timestamptz(3),
  first_call_at timestamptz(3),
  key_window timestamptz(3),
  provider text,
  provider_msg_id text,
  last_error text,
  reason text,
  captured boolean NOT NULL,
  restore_epoch integer NOT NULL,
  queued_at timestamptz(3) NOT NULL,
  settled_at timestamptz(3),
  CONSTRAINT message_leased_while CHECK ((state IN ('claimed', 'sending')) = (lease_until IS NOT NULL)),
  CONSTRAINT message_settled_when CHECK ((state IN ('sent', 'let_go')) = (settled_at IS NOT NULL)),
  CONSTRAINT message_intent_is_dated CHECK (state <> 'sending' OR num_nulls(called_at, first_call_at, provider) = 0),
  CONSTRAINT message_let_go_has_reason CHECK (state <> 'let_go' OR reason IS NOT NULL),
  -- Only a person who cannot be written to has no bytes, and such a row is born let go and stays so.
  CONSTRAINT message_has_bytes CHECK (num_nulls(payload, payload_sha) = 0 OR (state = 'let_go' AND num_nulls(payload, payload_sha) = 2))
);
CREATE UNIQUE INDEX message_effect_key_key ON message (effect_key);
CREATE UNIQUE INDEX message_message_id_key ON message (message_id);
CREATE INDEX message_subject_id_kind_state_idx ON message (subject_id, kind, state);
CREATE INDEX message_queued_at_id_idx ON message (queued_at, id);
-- What delivery, the reaper and the people who decide look for: a handful of rows, however many were ever sent.
CREATE INDEX message_waiting ON message (queued_at, id) WHERE state = 'queued';
CREATE INDEX message_in_hand ON message (lease_until, id) WHERE state IN ('claimed', 'sending');
CREATE INDEX message_undecided ON message (queued_at, id) WHERE state IN ('failed', 'unknown');

CREATE TABLE message_attempt (
  message_id uuid NOT NULL,
  fence bigint NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('sent', 'not_sent', 'no_answer', 'expired_claim', 'expired_call')),
  attempt integer NOT NULL,
  started_at timestamptz(3),
  at timestamptz(3) NOT NULL,
  provider text,
  code text,
  evidence text,
  PRIMARY KEY (message_id, fence, outcome)
);

CREATE TABLE restore_hold (
  id uuid PRIMARY KEY,
  detected_at timestamptz(3) NOT NULL,
  seen_epoch integer NOT NULL,
  seen_seal bigint NOT NULL,
  database_seal bigint NOT NULL,
  epoch integer,
  confirmed_at timestamptz(3),
  confirmed_by text,
  CHECK (num_nulls(epoch, confirmed_at, confirmed_by) IN (0, 3))
);
CREATE UNIQUE INDEX restore_hold_one_open ON restore_hold ((true)) WHERE confirmed_at IS NULL;
CREATE UNIQUE INDEX restore_hold_epoch ON restore_hold (epoch);

-- The moves of a message, for code that forgets. Who makes each one stands in lib/messages/machine.ts.
CREATE FUNCTION guard_message() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state NOT IN ('queued', 'let_go') OR NEW.fence <> 0 OR NEW.attempt <> 0 OR NEW.again <> 0
       OR num_nonnulls(NEW.called_at, NEW.first_call_at, NEW.key_window, NEW.provider, NEW.provider_msg_id) > 0 THEN
      RAISE EXCEPTION 'message % cannot be born %', NEW.id, NEW.state USING ERRCODE = 'DB002';
    END IF;
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' THEN
    -- Without bytes it was born let go, and never was to be sent. A queued one whose call may have gone through is out.
    IF OLD.payload IS NOT NULL AND (OLD.state <> 'queued' OR OLD.first_call_at IS NOT NULL OR OLD.again > 0) THEN
      RAISE EXCEPTION 'message % is %: only one that never left is taken back', OLD.id, OLD.state USING ERRCODE = 'DB002';
    END IF;
    RETURN OLD;
  END IF;
  IF NEW.fence <> OLD.fence + (CASE WHEN NEW.state = 'claimed' THEN 1 ELSE 0 END) THEN
    RAISE EXCEPTION 'message %: the fence grows by one with each claim, and only then', OLD.id USING ERRCODE = 'DB002';
  END IF;
  -- Both happen without an event, so neither may change what is known of earlier calls, or a second mail would follow.
  IF (NEW.state = 'claimed' OR (OLD.state = 'claimed' AND NEW.state = 'queued'))
     AND (NEW.first_call_at, NEW.key_window, NEW.provider, NEW.again) IS DISTINCT FROM (OLD.first_call_at, OLD.key_window, OLD.provider, OLD.again) THEN
    RAISE EXCEPTION 'message %: a claim changes nothing of its calls', OLD.id USING ERRCODE = 'DB002';
  END IF;
  IF NOT (CASE OLD.state
    WHEN 'queued' THEN NEW.state IN ('claimed', 'sent', 'unknown', 'let_go')
    WHEN 'claimed' THEN NEW.state IN ('sending', 'queued', 'sent', 'failed', 'unknown')
    WHEN 'sending' THEN NEW.state IN ('sent', 'queued', 'failed', 'unknown')
    WHEN 'failed' THEN NEW.state IN ('queued', 'sent', 'let_go')
    WHEN 'unknown' THEN NEW.state IN ('queued', 'sent', 'let_go')
    ELSE false END) THEN
    RAISE EXCEPTION 'message %: no way from % to %', OLD.id, OLD.state, NEW.state USING ERRCODE = 'DB002';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guard BEFORE INSERT OR UPDATE OR DELETE ON message FOR EACH ROW EXECUTE FUNCTION guard_message();

-- What is frozen at birth. Bound to the columns, so that a move, which names none of them, does not read the bytes.
CREATE FUNCTION freeze_message() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'message % is frozen', OLD.id USING ERRCODE = 'DB002';
END $$;
CREATE TRIGGER frozen BEFORE UPDATE OF id, kind, effect_key, subject_machine, subject_id, person_id, recipient_name, recipient,
  subject_line, payload, payload_sha, message_id, restore_epoch, queued_at ON message FOR EACH ROW EXECUTE FUNCTION freeze_message();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON message FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON message_attempt FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON message_attempt FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- At commit: no birth, result, decision or withdrawal without an event of the same transaction.
CREATE FUNCTION pair_message() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  subject uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.id ELSE NEW.id END;
  reached text := CASE WHEN TG_OP = 'DELETE' THEN NULL ELSE NEW.state END;
BEGIN
  IF NOT EXISTS (SELECT FROM public.audit_event a
                  WHERE a.machine = 'message' AND a.subject_id = subject AND a.to_state IS NOT DISTINCT FROM reached
                    AND a.xid = pg_current_xact_id()::text::bigint) THEN
    RAISE EXCEPTION 'message % % needs its event', subject, coalesce(reached, 'taken back') USING ERRCODE = 'DB002';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER pair_birth AFTER INSERT OR DELETE ON message DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION pair_message();
CREATE CONSTRAINT TRIGGER pair_move AFTER UPDATE ON message DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.state IN ('sent', 'failed', 'unknown', 'let_go') OR (NEW.state = 'queued' AND OLD.state <> 'claimed'))
  EXECUTE FUNCTION pair_message();

-- A hold is found once and confirmed once, later. An epoch near the end of its type could not be followed by another.
CREATE FUNCTION guard_restore_hold() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.confirmed_at IS NOT NULL OR NEW.seen_epoch NOT BETWEEN 0 AND 1000000 THEN
      RAISE EXCEPTION 'a hold is born unconfirmed' USING ERRCODE = 'DB002';
    END IF;
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' OR NEW.epoch > 1000001 OR OLD.confirmed_at IS NOT NULL
     OR (NEW.id, NEW.detected_at, NEW.seen_epoch, NEW.seen_seal, NEW.database_seal)
        IS DISTINCT FROM (OLD.id, OLD.detected_at, OLD.seen_epoch, OLD.seen_seal, OLD.database_seal) THEN
    RAISE EXCEPTION 'a hold is confirmed once, nothing else' USING ERRCODE = 'DB002';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guard BEFORE INSERT OR UPDATE OR DELETE ON restore_hold FOR EACH ROW EXECUTE FUNCTION guard_restore_hold();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON restore_hold FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
