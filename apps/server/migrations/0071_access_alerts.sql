-- Accounts that opened unusually many studies within an hour. Only widens: a version before it neither counts nor raises alerts;
-- a suspended account is disabled for it too.
alter table accounts
  -- when the portal itself disabled the account; without `disabled_at` it has been enabled again
  add suspended_at timestamptz;

create table access_alerts (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  raised_at timestamptz not null,
  -- different studies that the account opened within the hour before, and how many were allowed
  studies integer not null,
  threshold integer not null,
  suspended boolean not null,
  acknowledged_at timestamptz,
  acknowledged_by bigint references accounts
);
create index access_alerts_of_account on access_alerts (account_id, raised_at desc);
create index access_alerts_open on access_alerts (raised_at desc) where acknowledged_at is null;

-- the studies that an account opened lately
create index audit_events_of_openings on audit_events (actor_id, at) include (study_id)
  where action in ('study.view', 'study.download') and actor_id is not null;

-- assistants without the channel of the messenger, who get events on their own channel
create index accounts_without_messenger on accounts (id)
  where role = 'assistant' and disabled_at is null and not ('messenger' = any(rights));
