-- Studies shown to people outside: links with a secret of their own, sent by letter, for a limited time.
create table external_shares (
  uuid uuid primary key,
  study_id bigint not null references studies on delete cascade,
  creator_id bigint not null references accounts,
  email text not null check (length(email) <= 254),
  flags text[] not null,
  -- SHA-256 of the secret in the link: a stolen backup opens nothing
  token_hash bytea not null unique,
  -- the secret under AES-256-GCM, so that the same link can be copied and sent again; the key is not in here
  sealed_token bytea not null,
  -- HMAC-SHA-256; a code of six digits would not survive a hash without a key
  pin_hash bytea,
  -- wrong codes since the last right one, and until when none is taken
  pin_failures integer not null default 0,
  pin_locked_until timestamptz,
  -- the newest letter with this link
  letter_id bigint references letters on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  first_opened_at timestamptz,
  last_opened_at timestamptz,
  downloads integer not null default 0
);
create index external_shares_of_study on external_shares (study_id, created_at desc, uuid);
