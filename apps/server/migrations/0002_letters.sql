-- One outbox: a letter is a row that commits with the change that caused it, and a job that sends it.
create table letters (
  id bigint generated always as identity primary key,
  template text not null,
  recipient text not null,
  -- what the template needs; emptied once the letter is sent, because a password may stand in it
  facts jsonb not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  attempts integer not null default 0,
  -- the mail server's own words when it refused
  last_error text
);
create index letters_unsent on letters (created_at) where sent_at is null;
