-- Passkeys (Web Authentication Level 3) and the challenges that they sign. Only widens: a trigger ends the sessions that a
-- version before it opens without a second factor for an account that has a passkey.

create table passkeys (
  passkey_uuid uuid primary key default gen_random_uuid(),
  account_id bigint not null references accounts on delete cascade,
  -- chosen by the authenticator, up to 1023 bytes
  credential_id bytea not null unique,
  -- a COSE_Key (RFC 9052 §7)
  public_key bytea not null,
  -- identifies the account to the authenticator: random, so that it contains nothing personal
  user_handle bytea not null,
  -- of the last signature; always 0 for passkeys that are synchronised between devices
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_of_account on passkeys (account_id, created_at);

create table passkey_challenges (
  -- SHA-256 of 256 random bits
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('register', 'second-step', 'sign-in')),
  -- null for a sign-in without a password: only the answer names the account
  account_id bigint references accounts on delete cascade,
  -- hash of the session that registers a passkey, or of the mfa_token of the second step
  bound_to bytea,
  -- of a new passkey
  user_handle bytea,
  expires_at timestamptz not null
);
create index passkey_challenges_by_end on passkey_challenges (expires_at);

create or replace function has_second_factor(of_account bigint) returns boolean language sql stable as $$
  select exists (select from totp_secrets where account_id = of_account and confirmed_at is not null)
    or exists (select from passkeys where account_id = of_account)
$$;

-- true: opened by a version that asks for passkeys
alter table sessions add asks_for_passkeys boolean not null default false;

create function end_session_without_passkey() returns trigger language plpgsql as $$
begin
  if exists (select from passkeys where account_id = new.account_id) then
    new.expires_at := new.created_at;
  end if;
  return new;
end $$;
create trigger end_session_without_passkey before insert on sessions
  for each row when (not new.asks_for_passkeys and new.second_factor is distinct from 'passed')
  execute function end_session_without_passkey();
