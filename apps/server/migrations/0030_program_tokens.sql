-- The access of an upload program ends with a new password and with the disabling of the account that granted it, for good.
-- Only widens: triggers keep the new columns, so a version before this one ends the access too.

-- counts new passwords and the disabling of the account
alter table accounts add column credentials_version bigint not null default 1;
-- the account's version when it granted access; another one, or none, ends the access
alter table desktop_grants add column credentials_version bigint;

update desktop_grants set credentials_version = accounts.credentials_version
from accounts where accounts.id = desktop_grants.assistant_id and accounts.disabled_at is null;

create function count_credentials() returns trigger language plpgsql as $$
begin
  new.credentials_version := old.credentials_version + 1;
  return new;
end $$;
create trigger count_credentials before update of password_hash, disabled_at on accounts
  for each row when (
    old.password_hash is distinct from new.password_hash or old.disabled_at is null and new.disabled_at is not null
  ) execute function count_credentials();

create function keep_credentials_of_grant() returns trigger language plpgsql as $$
begin
  new.credentials_version := (select credentials_version from accounts where id = new.assistant_id and disabled_at is null);
  return new;
end $$;
create trigger keep_credentials_of_grant before insert or update of assistant_id on desktop_grants
  for each row when (new.assistant_id is not null and new.credentials_version is null)
  execute function keep_credentials_of_grant();
