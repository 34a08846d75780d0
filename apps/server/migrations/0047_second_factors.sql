-- A second factor of an account: time-based codes and recovery codes. Only widens: a trigger refuses the sessions that a
-- version before it opens with a password alone for an account that has a second factor.

create table totp_secrets (
  account_id bigint primary key references accounts on delete cascade,
  -- encrypted by a key derived from the portal's secret
  sealed_secret bytea not null,
  created_at timestamptz not null,
  -- null until the first right code; only then the account has the factor
  confirmed_at timestamptz,
  -- the 30-second step of the last accepted code; no code of this step or an earlier one is accepted again
  last_step bigint,
  last_used_at timestamptz
);

create table recovery_codes (
  account_id bigint not null references accounts on delete cascade,
  -- SHA-256 of the account's id and the code, which has 80 random bits
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

-- null: opened by a version before this migration; none: the account had no second factor; passed: it was presented;
-- due: the account must set one up before the session opens anything else
alter table sessions add second_factor text check (second_factor in ('none', 'passed', 'due'));

create function has_second_factor(of_account bigint) returns boolean language sql stable as $$
  select exists (select from totp_secrets where account_id = of_account and confirmed_at is not null)
$$;

create function end_session_without_factor() returns trigger language plpgsql as $$
begin
  if has_second_factor(new.account_id) then
    new.expires_at := new.created_at;
  end if;
  return new;
end $$;
create trigger end_session_without_factor before insert on sessions
  for each row when (new.second_factor is null) execute function end_session_without_factor();
