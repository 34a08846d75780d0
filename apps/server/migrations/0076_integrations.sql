-- API tokens of the centre, and webhooks with the messages that are sent to them. Only widens: a version before it refuses such
-- tokens, and its changes send no messages.
create table api_tokens (
  id bigint generated always as identity primary key,
  name text not null,
  -- SHA-256 of the token
  token_hash bytea not null unique,
  -- its last four characters, by which people recognize it
  ending text not null,
  scopes text[] not null,
  -- addresses and networks where it is accepted from; everywhere if empty
  networks text[] not null,
  -- the token acts for this assistant and is not accepted while the account is disabled
  creator_id bigint not null references accounts,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  last_used_address text
);

create table webhooks (
  id bigint generated always as identity primary key,
  name text not null,
  url text not null,
  events text[] not null,
  -- encrypted; Standard Webhooks, whsec_…
  sealed_secret bytea not null,
  -- the secret before the last rotation, which signs as well until then
  sealed_previous_secret bytea,
  previous_secret_until timestamptz,
  created_at timestamptz not null,
  -- paused by an assistant or stopped by the portal: messages wait
  paused_at timestamptz,
  stopped_at timestamptz,
  delivered_at timestamptz
);

create table webhook_messages (
  id bigint generated always as identity primary key,
  uuid uuid not null unique default gen_random_uuid(),
  webhook_id bigint not null references webhooks on delete cascade,
  event text not null,
  -- as it is sent: each attempt sends the same bytes
  body text not null,
  created_at timestamptz not null,
  attempts integer not null default 0,
  next_try_at timestamptz,
  delivered_at timestamptz,
  failed_at timestamptz,
  -- of the last attempt
  answer_status integer,
  duration_ms integer,
  answer text,
  error text
);
create index webhook_messages_of_webhook on webhook_messages (webhook_id, id desc);
create index webhook_messages_waiting on webhook_messages (webhook_id) where delivered_at is null and failed_at is null;
create index webhook_messages_by_age on webhook_messages (created_at);
