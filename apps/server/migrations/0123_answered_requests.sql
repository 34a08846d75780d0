-- What requests with an id have answered, for a day: the repetition of a request whose answer was lost creates nothing again.
-- Only widens: earlier versions take no such id.
create table answered_requests (
  account_id bigint not null references accounts on delete cascade,
  request_uuid uuid not null,
  -- ids only; null while the first request runs
  answer jsonb,
  created_at timestamptz not null,
  primary key (account_id, request_uuid)
);
create index answered_requests_by_time on answered_requests (created_at);
