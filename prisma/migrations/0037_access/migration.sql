-- Who may sign in, the sessions they have, and what slows a guesser down.
CREATE TABLE app_user (
  id uuid PRIMARY KEY,
  email text NOT NULL CHECK (btrim(email) <> ''),
  email_norm text NOT NULL CHECK (email_norm = lower(email_norm)),
  name text NOT NULL CHECK (btrim(name) <> ''),
  role text NOT NULL CHECK (role IN ('admin', 'operator', 'editor', 'office', 'engineer', 'supervisor')),
  password_hash text CHECK (password_hash LIKE '$argon2id$%'),
  oidc_subject text,
  disabled_at timestamptz(3),
  created_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX app_user_email_norm_key ON app_user (email_norm);
CREATE UNIQUE INDEX app_user_oidc_subject_key ON app_user (oidc_subject);

CREATE TABLE user_session (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user ON UPDATE CASCADE ON DELETE RESTRICT,
  method text NOT NULL CHECK (method IN ('password', 'link', 'oidc')),
  user_agent text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_seen_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL CHECK (expires_at > created_at),
  ended_at timestamptz(3),
  ended_reason text CHECK (ended_reason IN ('signed_out', 'signed_in_again', 'ended_by_admin', 'disabled', 'password_changed')),
  CHECK ((ended_at IS NULL) = (ended_reason IS NULL))
);
CREATE INDEX user_session_user_id_created_at_idx ON user_session (user_id, created_at);

CREATE TABLE sign_in_link (
  token_hash text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user ON UPDATE CASCADE ON DELETE RESTRICT,
  browser_hash text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL CHECK (expires_at > created_at),
  used_at timestamptz(3)
);
CREATE INDEX sign_in_link_user_id_idx ON sign_in_link (user_id);

CREATE TABLE rate_limit (
  key text PRIMARY KEY,
  window_start timestamptz(3) NOT NULL,
  count integer NOT NULL CHECK (count >= 0)
);
CREATE INDEX rate_limit_window_start_idx ON rate_limit (window_start);
