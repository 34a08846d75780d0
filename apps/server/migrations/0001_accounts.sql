-- People who sign in: the centre's assistants and its client doctors, their sessions and their forgotten passwords.
create extension if not exists pg_trgm;

create table accounts (
  id bigint generated always as identity primary key,
  -- not limited to the two known roles: spec.md gives an account of any other role a screen of its own
  role text not null check (role ~ '^[a-z][a-z-]{0,39}$'),
  email text not null check (length(email) <= 254),
  name text not null,
  -- Argon2id in PHC form; the plain password is never kept
  password_hash text not null,
  -- set while the password is the one the portal made up and mailed
  password_is_temporary boolean not null default false,
  feature_flags text[] not null default '{}',
  created_at timestamptz not null default now(),
  disabled_at timestamptz
);
create unique index accounts_email on accounts (lower(email));
-- the clients list, in the order that a Russian reader expects
create index accounts_by_name on accounts (role, name collate "ru-RU-x-icu", id);

create table sessions (
  -- SHA-256 of the cookie: a stolen backup opens nothing
  token_hash bytea primary key,
  account_id bigint not null references accounts on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_by_account on sessions (account_id);
create index sessions_by_expiry on sessions (expires_at);

create table password_resets (
  token_hash bytea primary key,
  account_id bigint not null references accounts on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index password_resets_by_account on password_resets (account_id);
create index password_resets_by_expiry on password_resets (expires_at);

-- Failed tries by what is guarded (an account, an address); in the database, so that every process counts the same.
create table throttles (
  key text primary key,
  failures integer not null,
  window_ends_at timestamptz not null
);
create index throttles_by_end on throttles (window_ends_at);
