-- What the owner of an account sees of her sessions. Only widens: a version before it fills none of the columns, and such a
-- session is shown without browser and address.
alter table sessions
  -- identifies the session in the API, which never shows the hash of its token
  add session_uuid uuid not null default gen_random_uuid(),
  -- as the browser reports itself
  add user_agent text,
  add address text,
  -- of the last request, a few minutes exactly; null before the first one
  add last_seen_at timestamptz;
create unique index sessions_by_uuid on sessions (session_uuid);
