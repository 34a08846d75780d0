-- Employees who sign in through the centre's identity provider (OpenID Connect). Only widens: a version before it knows
-- neither; such accounts have a password that nobody knows.

create table sso_identities (
  issuer text not null,
  -- the claim `sub`, unique within the issuer
  subject text not null,
  account_id bigint not null unique references accounts on delete cascade,
  created_at timestamptz not null,
  primary key (issuer, subject)
);

alter table sessions
  -- the issuer of the ID token that opened the session; null for a session that was opened by password or passkey
  add sso_issuer text,
  -- its claim `sid`, by which the provider ends the session
  add sso_session_id text;
