-- What is told to people at once: an outbox of publications that commit with the change they tell of.
create table publications (
  id bigint generated always as identity primary key,
  channel text not null,
  -- what subscribers of the channel are told …
  event jsonb,
  -- … or the session whose connections end here: realtime_session() of its row
  ended_session text,
  announced_at timestamptz not null default now(),
  -- given after the commit, by one process at a time: the order in which everybody is told, and the offset to go on from
  number bigint,
  check ((event is null) <> (ended_session is null))
);
create unique index publications_by_number on publications (number) where number is not null;
create index publications_of_channel on publications (channel, number) where number is not null;
create index publications_to_number on publications (id) where number is null;
create index publications_by_age on publications (announced_at);

-- One row: the row lock of who gives the numbers. An offset means something within its epoch only.
create table realtime_stream (
  id boolean primary key default true check (id),
  epoch text not null,
  last_number bigint not null default 0
);
insert into realtime_stream (epoch) values (substr(md5(gen_random_uuid()::text), 1, 8));

-- Up to where a channel's publications have been swept: who has seen less than that has missed something.
create table swept_channels (
  channel text primary key,
  last_number bigint not null
);

-- Names a session to the realtime connection without telling what is stored of it.
create function realtime_session(token_hash bytea) returns text language sql immutable
  return encode(sha256(token_hash), 'hex');

-- However a session ends (sign-out, a new password, an account switched off, its time), its connections end too.
create function end_connections() returns trigger language plpgsql as $$
begin
  insert into publications (channel, ended_session)
  values ('#' || old.account_id, realtime_session(old.token_hash));
  perform pg_notify('announced', '');
  return null;
end $$;
create trigger end_connections after delete on sessions for each row execute function end_connections();
