-- The roster as the old engine knew it: progress is read from the stamps that are NULL.
CREATE TABLE company (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (btrim(name) <> ''),
  zone text NOT NULL,
  sample boolean NOT NULL,
  created_at timestamptz(3) NOT NULL
);

CREATE TABLE heartbeat (
  name text PRIMARY KEY,
  at timestamptz(3) NOT NULL,
  report jsonb NOT NULL
);

CREATE TABLE roster (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (btrim(name) <> ''),
  zone text NOT NULL,
  settings jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL
);

CREATE TABLE tender (
  id uuid PRIMARY KEY,
  roster_id uuid NOT NULL REFERENCES roster ON UPDATE CASCADE ON DELETE RESTRICT,
  name text NOT NULL CHECK (btrim(name) <> ''),
  email text,
  email_norm text,
  key_holder boolean NOT NULL,
  active boolean NOT NULL,
  unsubscribed_at timestamptz(3),
  bounced_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  CHECK ((email IS NULL) = (email_norm IS NULL))
);
CREATE UNIQUE INDEX tender_roster_id_email_norm_key ON tender (roster_id, email_norm);

CREATE TABLE shift_template (
  id uuid PRIMARY KEY,
  roster_id uuid NOT NULL REFERENCES roster ON UPDATE CASCADE ON DELETE RESTRICT,
  weekday integer NOT NULL CHECK (weekday BETWEEN 1 AND 7),
  start_time text NOT NULL CHECK (start_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  end_time text NOT NULL CHECK (end_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  role text NOT NULL CHECK (btrim(role) <> ''),
  min_seats integer NOT NULL CHECK (min_seats >= 0),
  target_seats integer NOT NULL CHECK (target_seats >= min_seats AND target_seats BETWEEN 1 AND 99),
  key_wanted boolean NOT NULL,
  active boolean NOT NULL
);

CREATE TABLE roster_run (
  id uuid PRIMARY KEY,
  roster_id uuid NOT NULL REFERENCES roster ON UPDATE CASCADE ON DELETE RESTRICT,
  week_of date NOT NULL CHECK (extract(isodow FROM week_of) = 1),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'sent')),
  opened_at timestamptz(3),
  closed_at timestamptz(3),
  generated_at timestamptz(3),
  approved_at timestamptz(3),
  sent_at timestamptz(3),
  last_error text,
  created_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX roster_run_roster_id_week_of_key ON roster_run (roster_id, week_of);

CREATE TABLE shift (
  id uuid PRIMARY KEY,
  run_id uuid NOT NULL REFERENCES roster_run ON UPDATE CASCADE ON DELETE RESTRICT,
  template_id uuid,
  date date NOT NULL,
  start_time text NOT NULL CHECK (start_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  end_time text NOT NULL CHECK (end_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL CHECK (ends_at > starts_at),
  role text NOT NULL CHECK (btrim(role) <> ''),
  min_seats integer NOT NULL CHECK (min_seats >= 0),
  target_seats integer NOT NULL CHECK (target_seats >= min_seats AND target_seats BETWEEN 1 AND 99),
  key_wanted boolean NOT NULL
);
CREATE INDEX shift_run_id_idx ON shift (run_id);

CREATE TABLE availability_link (
  run_id uuid NOT NULL REFERENCES roster_run ON UPDATE CASCADE ON DELETE RESTRICT,
  tender_id uuid NOT NULL REFERENCES tender ON UPDATE CASCADE ON DELETE RESTRICT,
  token_hash text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (run_id, tender_id)
);
CREATE UNIQUE INDEX availability_link_token_hash_key ON availability_link (token_hash);

CREATE TABLE availability (
  id uuid PRIMARY KEY,
  run_id uuid NOT NULL REFERENCES roster_run ON UPDATE CASCADE ON DELETE RESTRICT,
  tender_id uuid NOT NULL REFERENCES tender ON UPDATE CASCADE ON DELETE RESTRICT,
  answered_at timestamptz(3) NOT NULL,
  in_time boolean NOT NULL,
  choices jsonb NOT NULL,
  most integer CHECK (most >= 0),
  note text NOT NULL
);
CREATE INDEX availability_run_id_tender_id_answered_at_idx ON availability (run_id, tender_id, answered_at);

CREATE TABLE assignment (
  run_id uuid NOT NULL REFERENCES roster_run ON UPDATE CASCADE ON DELETE RESTRICT,
  shift_id uuid NOT NULL REFERENCES shift ON UPDATE CASCADE ON DELETE RESTRICT,
  tender_id uuid NOT NULL REFERENCES tender ON UPDATE CASCADE ON DELETE RESTRICT,
  pinned boolean NOT NULL,
  PRIMARY KEY (shift_id, tender_id)
);
CREATE INDEX assignment_run_id_idx ON assignment (run_id);

CREATE TABLE ban (
  run_id uuid NOT NULL REFERENCES roster_run ON UPDATE CASCADE ON DELETE RESTRICT,
  shift_id uuid NOT NULL REFERENCES shift ON UPDATE CASCADE ON DELETE RESTRICT,
  tender_id uuid NOT NULL REFERENCES tender ON UPDATE CASCADE ON DELETE RESTRICT,
  PRIMARY KEY (shift_id, tender_id)
);
CREATE INDEX ban_run_id_idx ON ban (run_id);
