-- One-time passwords that work once and for a limited time, and pauses between the wrong passwords of unknown devices.
-- Only widens: a trigger keeps the new columns for a version that does not know them.

alter table accounts
  -- when the password was set; the age of one from a letter that exists already is counted from this migration
  add password_set_at timestamptz not null default now(),
  -- when the password of a letter opened a session: it opens no second one
  add password_used_at timestamptz;

create function renew_password_age() returns trigger language plpgsql as $$
begin
  new.password_set_at := now();
  new.password_used_at := null;
  return new;
end $$;
create trigger renew_password_age before update of password_hash on accounts
  for each row when (
    old.password_hash is distinct from new.password_hash and old.password_set_at = new.password_set_at
  ) execute function renew_password_age();

-- until when further attempts are refused; null where they are refused until the window ends
alter table throttles add closed_until timestamptz;
