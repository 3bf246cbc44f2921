CREATE TABLE threads (
  id text PRIMARY KEY,
  source text NOT NULL,
  participant_ids text[] NOT NULL,
  needs_attention text[] NOT NULL,
  last_message jsonb,
  last_public_message jsonb,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL
);

CREATE TABLE messages (
  thread_id text NOT NULL REFERENCES threads,
  id text NOT NULL,
  created_at timestamptz NOT NULL,
  content jsonb NOT NULL,
  PRIMARY KEY (thread_id, id)
);
CREATE INDEX messages_in_order ON messages (thread_id, created_at);

CREATE TABLE audit_log (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL,
  entry jsonb NOT NULL
);

CREATE TABLE rate_limits (
  id text PRIMARY KEY,
  count integer NOT NULL,
  expires_at timestamptz NOT NULL
);
