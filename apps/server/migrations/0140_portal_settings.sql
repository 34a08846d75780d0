-- Settings that administrators change in the browser, and the first start of an empty portal. Only widens: versions before it
-- neither read nor write these tables, and take their settings from the environment.

create table portal_settings (
  -- as in the environment
  name text primary key,
  value text,
  -- of a secret, encrypted
  sealed_value bytea,
  check ((value is null) <> (sealed_value is null))
);

create table portal_settings_state (
  is_only boolean primary key default true check (is_only),
  -- counts the changes of the settings
  version integer not null default 0,
  -- counts the requests to start every process again
  restarts integer not null default 0
);
insert into portal_settings_state default values;

create table first_start (
  is_only boolean primary key default true check (is_only),
  -- of the address that the portal prints at its start; null before the first one
  token_hash bytea,
  token_expires_at timestamptz,
  -- the administrator, once it is made
  account_id bigint references accounts,
  -- the steps that were answered or skipped
  answered text[] not null default '{}',
  finished_at timestamptz
);
insert into first_start default values;
