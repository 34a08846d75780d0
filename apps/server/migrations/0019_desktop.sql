-- How the desktop application signs in (RFC 8628): what asked, which assistant answered, and the token that came of it.
create table desktop_grants (
  id bigint generated always as identity primary key,
  -- SHA-256 of what the application polls with
  device_code_hash bytea not null unique,
  -- HMAC-SHA-256 of what a person reads on its screen: 35 bits would not survive a hash without a key
  user_code_hash bytea not null unique,
  -- `expired` is none of these: it follows from expires_at
  status text not null default 'issued'
    check (status in ('issued', 'granted', 'declined', 'authorized', 'revoked')),
  scope text not null,
  app_version text not null,
  -- where the application asked from
  address text,
  issued_at timestamptz not null,
  -- of the code until the token is handed over, of the token from then on
  expires_at timestamptz not null,
  -- when the application asked last, and how long it is to wait
  polled_at timestamptz,
  interval_seconds integer not null,
  -- the assistant on whose behalf the application acts
  assistant_id bigint references accounts,
  granted_at timestamptz,
  -- declined or revoked
  ended_at timestamptz,
  -- SHA-256 of the token
  token_hash bytea unique,
  last_used_at timestamptz,
  last_used_address text,
  check (status not in ('granted', 'authorized') or (assistant_id is not null and granted_at is not null)),
  check (status <> 'authorized' or token_hash is not null)
);
create index desktop_grants_granted on desktop_grants (granted_at desc, id desc)
  where status in ('granted', 'authorized');
create index desktop_grants_by_end on desktop_grants ((coalesce(ended_at, expires_at)));
