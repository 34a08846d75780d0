-- Workstations that run for people who look at a study from afar: for whom, on which study, where, since when.
create table remote_desktops (
  uuid uuid primary key,
  study_id bigint not null references studies on delete cascade,
  -- one person has one: `account:{id}`, or `share:{uuid}`
  person text not null,
  -- the right that it was opened with; it goes when that goes
  session_hash bytea references sessions on delete cascade,
  share_uuid uuid references external_shares on delete cascade,
  state text not null default 'wanted' check (state in ('wanted', 'starting', 'running', 'ended')),
  ended_because text check (ended_because in ('idle', 'limit', 'closed', 'failed', 'stopped')),
  -- the machine whose worker runs it
  host text,
  -- SHA-256 of the secret in its URL, until that has been used
  token_hash bytea unique,
  token_expires_at timestamptz,
  -- the newest connection: an older one is sent away
  connection_uuid uuid,
  created_at timestamptz not null,
  -- when a browser was last connected, and when a person last did something there
  attended_at timestamptz not null,
  active_at timestamptz not null,
  check (num_nonnulls(session_hash, share_uuid) = 1),
  check ((state = 'ended') = (ended_because is not null))
);
create unique index remote_desktops_of_person on remote_desktops (person) where state <> 'ended';
create index remote_desktops_of_study on remote_desktops (study_id);
create index remote_desktops_of_session on remote_desktops (session_hash);
create index remote_desktops_of_share on remote_desktops (share_uuid);
