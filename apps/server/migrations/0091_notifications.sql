-- Short messages to phones and devices, the choice of notifications, and the items of digests. Only widens: a version before it
-- sends letters only and uses none of these tables; a session that it ends also ends the notifications of its device.
create table push_subscriptions (
  id bigint generated always as identity primary key,
  -- identifies the device in the API, which never shows the endpoint
  uuid uuid not null unique default gen_random_uuid(),
  account_id bigint not null references accounts on delete cascade,
  -- the session that subscribed or renewed last; its row may have expired
  session_uuid uuid not null,
  -- as of the account then: a new password ends the subscription
  credentials_version bigint not null,
  -- of the push service: RFC 8030, with the keys of RFC 8291 in base64url
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  -- the public VAPID key (RFC 8292) to which the subscription is bound
  server_key text not null,
  user_agent text not null,
  created_at timestamptz not null,
  renewed_at timestamptz not null,
  delivered_at timestamptz
);
create index push_subscriptions_of_account on push_subscriptions (account_id);
create index push_subscriptions_of_session on push_subscriptions (session_uuid);

-- a session that ends before its time is signed out or revoked, and its device gets nothing more
create function end_push_of_session() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where session_uuid = old.session_uuid;
  return null;
end
$$;
create trigger sessions_end_push after delete on sessions
  for each row when (old.expires_at > now()) execute function end_push_of_session();

create table notices (
  id bigint generated always as identity primary key,
  -- the same in every attempt, so that a gateway recognizes a message that it has accepted before
  uuid uuid not null unique default gen_random_uuid(),
  -- sms, messenger or push
  channel text not null,
  -- the phone number in E.164
  recipient text,
  -- the device, for push
  subscription_id bigint references push_subscriptions on delete cascade,
  -- whose choice it follows; none for messages to patients
  account_id bigint references accounts on delete cascade,
  -- the text, or for push a JSON object; deleted once the notice is sent or given up
  content text not null,
  reason text not null,
  -- as in letters
  about text,
  -- contains a code or a link that opens something
  is_secret boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  attempts integer not null default 0,
  next_try_at timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text
);
create index notices_waiting on notices (created_at) where sent_at is null and failed_at is null;
create index notices_by_age on notices (created_at);
create index notices_about on notices (about, id desc) where about is not null;
create index notices_of_account on notices (account_id, reason, created_at) where account_id is not null;
create index notices_of_subscription on notices (subscription_id) where subscription_id is not null;

create table notification_settings (
  account_id bigint primary key references accounts on delete cascade,
  -- kinds of notifications by channel; letters are in accounts.declined_letters
  declined_push text[] not null default '{}',
  sms_kinds text[] not null default '{}',
  messenger_kinds text[] not null default '{}',
  -- counts for kinds whose single letters are declined
  digest_kinds text[] not null default '{}',
  -- day or week
  digest_every text not null default 'day',
  -- of the centre's wall clock
  digest_hour integer not null default 9,
  next_digest_at timestamptz,
  -- confirmed by a code, in E.164
  phone text,
  pending_phone text,
  phone_code_mac bytea,
  phone_code_expires_at timestamptz
);
create index notification_settings_by_digest on notification_settings (next_digest_at) where next_digest_at is not null;

create table digest_items (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  kind text not null,
  -- as in letters; the same thing is listed once
  about text not null,
  -- with the initials of a patient at most
  title text not null,
  path text not null,
  created_at timestamptz not null,
  unique (account_id, kind, about)
);
