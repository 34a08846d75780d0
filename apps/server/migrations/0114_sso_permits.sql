-- Administrators' permissions: the next person at the identity provider who has the verified e-mail of the account is bound to
-- it without its password. Only widens.
create table sso_permits (
  account_id bigint primary key references accounts on delete cascade,
  expires_at timestamptz not null
);
