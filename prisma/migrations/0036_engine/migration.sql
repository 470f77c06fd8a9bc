-- The engine's own tables and the functions that guard its door. Guard functions name every table with its
-- schema and pin their search path, temporary objects last, so that none can shadow a table, a type or an operator.

CREATE TABLE machine_edge (
  machine text NOT NULL,
  from_state text NOT NULL,
  edge text NOT NULL,
  to_state text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('birth', 'pure', 'leased')),
  lease text CHECK ((kind = 'leased') = (lease IS NOT NULL)),
  PRIMARY KEY (machine, from_state, edge, to_state)
);

CREATE TABLE lease (
  token uuid PRIMARY KEY,
  machine text NOT NULL,
  subject_id uuid NOT NULL,
  kind text NOT NULL,
  claimed_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL CHECK (expires_at > claimed_at),
  renewals integer NOT NULL,
  ended_at timestamptz(3),
  outcome text CHECK (outcome IN ('finalized', 'released', 'superseded')),
  holder text NOT NULL,
  command_id uuid,
  CHECK ((ended_at IS NULL) = (outcome IS NULL)),
  -- An endless lease could not be passed, nor shown.
  CONSTRAINT lease_dated CHECK (claimed_at >= '1970-01-01Z' AND expires_at <= '9999-12-31Z'),
  -- Nobody takes a live lease over, nor moves past it, without writing down a false time.
  CONSTRAINT lease_superseded_expired CHECK (outcome <> 'superseded' OR ended_at >= expires_at)
);
CREATE UNIQUE INDEX lease_one_open ON lease (machine, subject_id) WHERE ended_at IS NULL;
CREATE INDEX lease_machine_subject_id_claimed_at_idx ON lease (machine, subject_id, claimed_at);
CREATE INDEX lease_command_id_idx ON lease (command_id);

CREATE TABLE audit_event (
  id bigint PRIMARY KEY,
  at timestamptz(3) NOT NULL,
  machine text NOT NULL,
  subject_id uuid NOT NULL,
  type text NOT NULL,
  edge text CHECK ((edge IS NULL) = (version IS NULL)),
  version integer,
  from_state text,
  to_state text,
  actor_kind text NOT NULL CHECK (actor_kind IN ('user', 'autopilot', 'tick', 'tender', 'api', 'system')),
  actor_id text,
  actor_name text NOT NULL,
  attempt integer,
  reason text,
  data jsonb NOT NULL,
  request_id text NOT NULL,
  command_id uuid,
  xid bigint NOT NULL,
  -- One event that cannot be digested would end sealing for good, and one that cannot be shown would end the timeline:
  -- nobody may remove it. So it is finite, an object, and of a length that was measured as it will be digested.
  CONSTRAINT audit_event_at CHECK (at BETWEEN '1970-01-01Z' AND '9999-12-31Z'),
  CONSTRAINT audit_event_data CHECK (jsonb_typeof(data) = 'object' AND octet_length(data::text) <= 262144),
  CONSTRAINT audit_event_length CHECK (octet_length(concat(machine, type, edge, from_state, to_state, actor_id, actor_name, reason,
    request_id)) <= 65536)
);
CREATE UNIQUE INDEX audit_event_machine_subject_id_version_key ON audit_event (machine, subject_id, version);
CREATE UNIQUE INDEX audit_event_command_id_machine_subject_id_key ON audit_event (command_id, machine, subject_id);
CREATE INDEX audit_event_machine_subject_id_id_idx ON audit_event (machine, subject_id, id);
CREATE INDEX audit_event_actor_kind_actor_id_id_idx ON audit_event (actor_kind, actor_id, id);
CREATE INDEX audit_event_type_id_idx ON audit_event (type, id);
CREATE INDEX audit_event_xid_idx ON audit_event (xid);
CREATE INDEX audit_event_at_idx ON audit_event (at);

CREATE SEQUENCE audit_event_id_seq OWNED BY audit_event.id;

CREATE TABLE seal (
  number bigint PRIMARY KEY,
  epoch integer NOT NULL,
  id_after bigint NOT NULL,
  max_id bigint NOT NULL,
  xid_from bigint NOT NULL,
  xid_to bigint NOT NULL,
  events integer NOT NULL,
  digest bytea NOT NULL,
  head bytea NOT NULL,
  at timestamptz(3) NOT NULL CHECK (at BETWEEN '1970-01-01Z' AND '9999-12-31Z')
);

-- Append-only: no role changes or removes an event, the owner's own slips included.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, lower(TG_OP) USING ERRCODE = 'DB004';
END $$;

-- An event's number and the writing transaction's id, the seal's only order, are never a client's choice.
CREATE FUNCTION stamp_event() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.id := nextval('public.audit_event_id_seq');
  NEW.xid := pg_current_xact_id()::text::bigint;
  RETURN NEW;
END $$;

CREATE TRIGGER stamp BEFORE INSERT ON audit_event FOR EACH ROW EXECUTE FUNCTION stamp_event();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_event FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON audit_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON seal FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON seal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A claim's row is opened once, renewed forward, ended once.
CREATE FUNCTION guard_lease() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.ended_at IS NOT NULL OR NEW.renewals <> 0 THEN
      RAISE EXCEPTION 'a lease is born open' USING ERRCODE = 'DB005';
    END IF;
    -- Only a known machine holds its ledger to its subjects: a row of another would stay open for ever.
    IF NOT EXISTS (SELECT FROM public.machine_edge e WHERE e.machine = NEW.machine AND e.lease = NEW.kind) THEN
      RAISE EXCEPTION '% has no % lease', NEW.machine, NEW.kind USING ERRCODE = 'DB005';
    END IF;
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a lease is ended, never deleted' USING ERRCODE = 'DB005';
  END IF;
  IF OLD.ended_at IS NOT NULL THEN
    RAISE EXCEPTION 'this lease has ended' USING ERRCODE = 'DB005';
  END IF;
  IF (NEW.token, NEW.machine, NEW.subject_id, NEW.kind, NEW.claimed_at, NEW.holder, NEW.command_id)
     IS DISTINCT FROM (OLD.token, OLD.machine, OLD.subject_id, OLD.kind, OLD.claimed_at, OLD.holder, OLD.command_id)
     OR NEW.expires_at < OLD.expires_at OR NEW.renewals < OLD.renewals THEN
    RAISE EXCEPTION 'a lease is renewed forward and ended, nothing else' USING ERRCODE = 'DB005';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guard BEFORE INSERT OR UPDATE OR DELETE ON lease FOR EACH ROW EXECUTE FUNCTION guard_lease();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON lease FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- install_door(machine, table, state column) puts the door on a machine's table: one line of a later migration
-- is all that a new machine needs. The functions it makes are static, so that a move pays no dynamic SQL.
--
--   door_<table>   before each row: births in a start state at version 0 with no lease; moves along machine_edge
--                  alone, by one version, clearing the lease; leased edges from their own lease; no deletes.
--   pair_<table>   at commit: no version without its event, no lease taken, moved or ended without its ledger row.
--   event_<table>  at commit: no event for a version that its subject has not reached.
--   lease_<table>  at commit: a ledger row is open while its subject holds it, to the same instant, and only then.
--
-- What is checked at commit stays true: events and ended ledger rows never change, and versions only grow.
CREATE FUNCTION install_door(machine text, tab text, col text) RETURNS void LANGUAGE plpgsql
  SET search_path = pg_catalog, pg_temp AS $install$
BEGIN
  EXECUTE format('ALTER TABLE public.%I
    ADD CONSTRAINT %I CHECK (num_nulls(acting_at, acting_kind, acting_until, acting_token) IN (0, 4)),
    ADD CONSTRAINT %I CHECK (version >= 0)', tab, tab || '_lease_whole', tab || '_version');

  EXECUTE format($f$
    CREATE FUNCTION public.%2$I() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $door$
    BEGIN
      IF TG_OP = 'DELETE' THEN
        RAISE EXCEPTION '%1$s %% is never deleted', OLD.id USING ERRCODE = 'DB001';
      END IF;
      IF TG_OP = 'INSERT' THEN
        IF NEW.version <> 0 OR NEW.acting_token IS NOT NULL
           OR NOT EXISTS (SELECT FROM public.machine_edge e
                           WHERE e.machine = %1$L AND e.from_state = '' AND e.kind = 'birth' AND e.to_state = coalesce(NEW.%4$I, '')) THEN
          RAISE EXCEPTION '%1$s %% cannot be born in %%', NEW.id, NEW.%4$I USING ERRCODE = 'DB001';
        END IF;
        RETURN NEW;
      END IF;
      IF NEW.id <> OLD.id THEN
        RAISE EXCEPTION '%1$s %% keeps its id', OLD.id USING ERRCODE = 'DB001';
      END IF;
      IF NEW.version <> OLD.version OR NEW.%4$I IS DISTINCT FROM OLD.%4$I THEN
        IF NEW.version <> OLD.version + 1 THEN
          RAISE EXCEPTION '%1$s %%: version steps by one', OLD.id USING ERRCODE = 'DB001';
        END IF;
        IF NEW.acting_token IS NOT NULL THEN
          RAISE EXCEPTION '%1$s %%: a move clears the lease', OLD.id USING ERRCODE = 'DB001';
        END IF;
        IF NOT EXISTS (SELECT FROM public.machine_edge e
                        WHERE e.machine = %1$L AND e.from_state = coalesce(OLD.%4$I, '')
                          AND e.to_state = coalesce(NEW.%4$I, '')
                          AND (e.kind = 'pure' OR (e.kind = 'leased' AND e.lease = OLD.acting_kind))) THEN
          RAISE EXCEPTION '%1$s %%: no edge from %% to %%', OLD.id, OLD.%4$I, NEW.%4$I USING ERRCODE = 'DB001';
        END IF;
        RETURN NEW;
      END IF;
      IF NEW.acting_token IS NULL THEN
        RETURN NEW;
      END IF;
      IF NEW.acting_token = OLD.acting_token THEN
        IF NEW.acting_kind <> OLD.acting_kind OR NEW.acting_at <> OLD.acting_at OR NEW.acting_until < OLD.acting_until THEN
          RAISE EXCEPTION '%1$s %%: a lease is renewed forward, nothing else', OLD.id USING ERRCODE = 'DB001';
        END IF;
        RETURN NEW;
      END IF;
      IF OLD.acting_kind <> NEW.acting_kind OR OLD.acting_until > NEW.acting_at THEN
        RAISE EXCEPTION '%1$s %%: a %% lease is reclaimed by %% alone, and not while it lives', OLD.id, OLD.acting_kind, OLD.acting_kind
          USING ERRCODE = 'DB001';
      END IF;
      IF NOT EXISTS (SELECT FROM public.machine_edge e
                      WHERE e.machine = %1$L AND e.from_state = coalesce(OLD.%4$I, '')
                        AND e.kind = 'leased' AND e.lease = NEW.acting_kind) THEN
        RAISE EXCEPTION '%1$s %%: no %% lease in %%', OLD.id, NEW.acting_kind, OLD.%4$I USING ERRCODE = 'DB001';
      END IF;
      RETURN NEW;
    END $door$
  $f$, machine, 'door_' || tab, tab, col);

  EXECUTE format($f$
    CREATE FUNCTION public.%2$I() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $pair$
    DECLARE
      moved_by text;
      ending text;
    BEGIN
      IF TG_OP = 'INSERT' THEN
        IF NOT EXISTS (SELECT FROM public.audit_event a JOIN public.machine_edge e
                          ON e.machine = a.machine AND e.from_state = '' AND e.edge = a.edge
                         AND e.to_state = coalesce(a.to_state, '') AND e.kind = 'birth'
                        WHERE a.machine = %1$L AND a.subject_id = NEW.id AND a.version = 0
                          AND a.from_state IS NULL AND a.to_state IS NOT DISTINCT FROM NEW.%4$I) THEN
          RAISE EXCEPTION '%1$s %%: a birth needs its event', NEW.id USING ERRCODE = 'DB003';
        END IF;
        RETURN NULL;
      END IF;
      IF NEW.version <> OLD.version THEN
        SELECT e.kind INTO moved_by FROM public.audit_event a JOIN public.machine_edge e
            ON e.machine = a.machine AND e.from_state = coalesce(a.from_state, '') AND e.edge = a.edge
           AND e.to_state = coalesce(a.to_state, '') AND e.kind <> 'birth'
           AND (e.lease IS NULL OR e.lease = OLD.acting_kind)
          WHERE a.machine = %1$L AND a.subject_id = NEW.id AND a.version = NEW.version
            AND a.from_state IS NOT DISTINCT FROM OLD.%4$I
            AND a.to_state IS NOT DISTINCT FROM NEW.%4$I;
        IF NOT FOUND THEN
          RAISE EXCEPTION '%1$s %%: version %% needs its event', NEW.id, NEW.version USING ERRCODE = 'DB003';
        END IF;
      END IF;
      IF NEW.acting_token IS NOT NULL AND
         NOT EXISTS (SELECT FROM public.lease l
                      WHERE l.token = NEW.acting_token AND l.machine = %1$L AND l.subject_id = NEW.id
                        AND l.kind = NEW.acting_kind AND l.expires_at >= NEW.acting_until) THEN
        RAISE EXCEPTION '%1$s %%: a lease needs its ledger row', NEW.id USING ERRCODE = 'DB003';
      END IF;
      IF OLD.acting_token IS NOT NULL AND OLD.acting_token IS DISTINCT FROM NEW.acting_token THEN
        ending := CASE WHEN moved_by = 'leased' THEN 'finalized'
                       WHEN moved_by IS NULL AND NEW.acting_token IS NULL THEN 'released' ELSE 'superseded' END;
        IF NOT EXISTS (SELECT FROM public.lease l WHERE l.token = OLD.acting_token AND l.outcome = ending) THEN
          RAISE EXCEPTION '%1$s %%: the ledger must say that its lease was %%', NEW.id, ending USING ERRCODE = 'DB003';
        END IF;
      END IF;
      RETURN NULL;
    END $pair$
  $f$, machine, 'pair_' || tab, tab, col);

  EXECUTE format($f$
    CREATE FUNCTION public.%2$I() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $event$
    BEGIN
      IF NOT EXISTS (SELECT FROM public.%3$I r WHERE r.id = NEW.subject_id AND r.version >= NEW.version) THEN
        RAISE EXCEPTION '%1$s %%: an event for version %%, which it has not reached', NEW.subject_id, NEW.version
          USING ERRCODE = 'DB003';
      END IF;
      RETURN NULL;
    END $event$
  $f$, machine, 'event_' || tab, tab);

  EXECUTE format($f$
    CREATE FUNCTION public.%2$I() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $lease$
    BEGIN
      IF EXISTS (SELECT FROM public.lease l
                   LEFT JOIN public.%3$I r ON r.id = l.subject_id AND r.acting_token = l.token AND r.acting_until = l.expires_at
                  WHERE l.token = NEW.token AND (l.ended_at IS NULL) <> (r.id IS NOT NULL)) THEN
        RAISE EXCEPTION '%1$s %%: a ledger row is open while its subject holds the lease, and only then', NEW.subject_id
          USING ERRCODE = 'DB003';
      END IF;
      RETURN NULL;
    END $lease$
  $f$, machine, 'lease_' || tab, tab);

  EXECUTE format('CREATE TRIGGER door BEFORE INSERT OR UPDATE OR DELETE ON public.%I FOR EACH ROW EXECUTE FUNCTION public.%I()',
                 tab, 'door_' || tab);
  EXECUTE format('CREATE TRIGGER no_truncate BEFORE TRUNCATE ON public.%I FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change()', tab);
  EXECUTE format('CREATE CONSTRAINT TRIGGER pair_birth AFTER INSERT ON public.%I DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.%I()',
                 tab, 'pair_' || tab);
  EXECUTE format('CREATE CONSTRAINT TRIGGER pair_move AFTER UPDATE ON public.%I DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
                  WHEN (NEW.version <> OLD.version OR NEW.acting_token IS DISTINCT FROM OLD.acting_token
                        OR NEW.acting_until IS DISTINCT FROM OLD.acting_until) EXECUTE FUNCTION public.%I()',
                 tab, 'pair_' || tab);
  EXECUTE format('CREATE CONSTRAINT TRIGGER %I AFTER INSERT ON public.audit_event DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
                  WHEN (NEW.machine = %L AND NEW.version IS NOT NULL) EXECUTE FUNCTION public.%I()',
                 'event_' || tab, machine, 'event_' || tab);
  EXECUTE format('CREATE CONSTRAINT TRIGGER %I AFTER INSERT OR UPDATE ON public.lease DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
                  WHEN (NEW.machine = %L) EXECUTE FUNCTION public.%I()',
                 'lease_' || tab, machine, 'lease_' || tab);
END $install$;

-- What a seal digests of one event. jsonb text is canonical (sorted keys); instants are in the caller's time zone, which
-- must be UTC. It pins nothing itself, so that its callers, which do, can inline it: twice as fast.
CREATE FUNCTION event_digest(e audit_event) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(jsonb_build_array(e.id, e.at, e.machine, e.subject_id, e.type, e.edge, e.version, e.from_state,
    e.to_state, e.actor_kind, e.actor_id, e.actor_name, e.attempt, e.reason, e.data, e.request_id, e.command_id, e.xid)::text, 'UTF8'))
$$;

-- The events of a range of transaction ids within an epoch, which is a range of event numbers.
CREATE FUNCTION sealed_events(after_id bigint, up_to_id bigint, from_xid bigint, to_xid bigint)
  RETURNS SETOF audit_event LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT e.* FROM public.audit_event e
   WHERE e.xid >= from_xid AND e.xid < to_xid AND e.id > after_id AND e.id <= up_to_id
$$;

-- What the chain says of a seal: every column of it, so that none can be changed unseen.
CREATE FUNCTION seal_head(previous bytea, s seal) RETURNS bytea LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT sha256(previous || s.digest || convert_to(concat_ws('/', s.number, s.epoch, s.id_after, s.max_id, s.xid_from, s.xid_to,
    s.events, extract(epoch FROM s.at)), 'UTF8'))
$$;

CREATE FUNCTION write_seal(last seal, s_epoch integer, after_id bigint, up_to_id bigint, from_xid bigint, to_xid bigint, shift interval)
  RETURNS SETOF seal LANGUAGE sql VOLATILE SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' AS $$
  WITH found AS MATERIALIZED (
    SELECT count(*)::integer AS n, max(e.id) AS top, sha256(coalesce(string_agg(public.event_digest(e), ''::bytea ORDER BY e.id), ''::bytea)) AS digest,
           (clock_timestamp() + shift)::timestamptz(3) AS at
      FROM public.sealed_events(after_id, up_to_id, from_xid, to_xid) e
  ), made AS MATERIALIZED (
    SELECT ROW(last.number + 1, s_epoch, after_id, greatest(top, CASE WHEN s_epoch = last.epoch THEN last.max_id ELSE after_id END),
               from_xid, to_xid, n, digest, ''::bytea, at)::public.seal AS s
      FROM found WHERE n > 0
  )
  INSERT INTO public.seal (number, epoch, id_after, max_id, xid_from, xid_to, events, digest, head, at)
  SELECT (s).number, (s).epoch, (s).id_after, (s).max_id, (s).xid_from, (s).xid_to, (s).events, (s).digest,
         public.seal_head(last.head, s), (s).at
    FROM made
  ON CONFLICT (number) DO NOTHING
  RETURNING *
$$;

-- Seals what is finished and not yet sealed. Any number of callers may run at once: a number is written once. The last
-- seal and the horizon are read in one snapshot: a seal that another caller writes in between would look like a restore.
--
-- A logical restore starts transaction ids again, below those already sealed: the tail that the backup held
-- unsealed closes the old epoch, and a new one begins behind its last event. While a transaction that began below the
-- old mark still runs and ids above it are given out, tail and new events cannot be told apart: that is waited out.
--
-- A plan made once for all marks would take "above the last mark" for a third of the record, and read all of it.
CREATE FUNCTION seal_events(shift interval) RETURNS SETOF seal LANGUAGE plpgsql VOLATILE SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  seen record;
  last public.seal;
  tail bigint;
  made public.seal;
  stop bigint;
BEGIN
  SELECT (SELECT s FROM public.seal s ORDER BY s.number DESC LIMIT 1) AS last,
         pg_snapshot_xmin(c.snapshot)::text::bigint AS horizon, pg_snapshot_xmax(c.snapshot)::text::bigint AS ahead
    INTO seen FROM (SELECT pg_current_snapshot() AS snapshot) c;
  last := coalesce(seen.last, ROW(0, 0, 0, 0, 0, 0, 0, ''::bytea, ''::bytea, clock_timestamp())::public.seal);
  IF seen.horizon < last.xid_to THEN
    IF seen.ahead > last.xid_to THEN
      RETURN;
    END IF;
    SELECT max(e.id) INTO tail FROM public.audit_event e WHERE e.id > last.id_after AND e.xid >= last.xid_to;
    tail := greatest(last.max_id, tail);
    FOR made IN SELECT * FROM public.write_seal(last, last.epoch, last.id_after, tail, last.xid_to, 9223372036854775807, shift) LOOP
      last := made;
      RETURN NEXT made;
    END LOOP;
    RETURN QUERY SELECT * FROM public.write_seal(last, last.epoch + 1, tail, 9223372036854775807, 0, seen.horizon, shift);
  ELSIF EXISTS (SELECT FROM public.audit_event e WHERE e.id > last.max_id AND e.xid < last.xid_to) THEN
    -- Restored, and already past the old mark: the new epoch takes the tail along.
    RETURN QUERY SELECT * FROM public.write_seal(last, last.epoch + 1, last.max_id, 9223372036854775807, 0, seen.horizon, shift);
  ELSE
    -- A backlog is worked off in portions, or one that outgrew the caller's patience would never be sealed.
    SELECT e.xid + 1 INTO stop FROM public.audit_event e
     WHERE e.xid >= last.xid_to AND e.xid < seen.horizon ORDER BY e.xid OFFSET 20000 LIMIT 1;
    RETURN QUERY SELECT * FROM public.write_seal(last, last.epoch, last.id_after, 9223372036854775807, last.xid_to,
                                                 coalesce(stop, seen.horizon), shift);
  END IF;
END $$;

-- The instant of the oldest event that no seal covers, NULL when all are sealed. Planned with the mark at hand, as above.
CREATE FUNCTION unsealed_since() RETURNS timestamptz LANGUAGE plpgsql STABLE
  SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  last public.seal;
BEGIN
  SELECT * INTO last FROM public.seal s ORDER BY s.number DESC LIMIT 1;
  last.xid_to := coalesce(last.xid_to, 0);
  last.id_after := coalesce(last.id_after, 0);
  last.max_id := coalesce(last.max_id, 0);
  -- OFFSET: or it would be found by walking the index of instants from the beginning.
  RETURN (SELECT min(e.at) FROM (SELECT e.at FROM public.audit_event e
            WHERE (e.xid >= last.xid_to AND e.id > last.id_after) OR e.id > last.max_id OFFSET 0) e);
END $$;

-- Every seal computed again from the events as they stand: `digest_ok` says the events are those that were
-- sealed, `head_ok` that the chain of seals is whole.
CREATE FUNCTION check_seals() RETURNS TABLE (number bigint, digest_ok boolean, head_ok boolean) LANGUAGE sql STABLE
  SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' AS $$
  WITH starts AS MATERIALIZED (
    SELECT n.epoch, min(n.id_after) AS id_after FROM public.seal n GROUP BY n.epoch
  ), s AS (
    SELECT s.*, s AS seal, lag(s.head, 1, ''::bytea) OVER (ORDER BY s.number) AS previous, lag(s.number, 1, 0::bigint) OVER (ORDER BY s.number) AS before,
           coalesce((SELECT min(n.id_after) FROM starts n WHERE n.epoch > s.epoch), 9223372036854775807) AS up_to
      FROM public.seal s
  )
  SELECT s.number,
         s.digest = (SELECT sha256(coalesce(string_agg(public.event_digest(e), ''::bytea ORDER BY e.id), ''::bytea))
                       FROM public.sealed_events(s.id_after, s.up_to, s.xid_from, s.xid_to) e),
         s.before + 1 = s.number AND s.head = public.seal_head(s.previous, s.seal)
    FROM s ORDER BY s.number
$$;

REVOKE ALL ON FUNCTION install_door(text, text, text) FROM PUBLIC;
REVOKE ALL ON FUNCTION write_seal(seal, integer, bigint, bigint, bigint, bigint, interval) FROM PUBLIC;
