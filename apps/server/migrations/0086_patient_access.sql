-- Only widens: links that are handed to the patient herself, and what was done with links.
-- 'patient', or null for a link to somebody else. Not required, so that an undo can insert rows that were stored before.
alter table external_shares add column kind text check (kind = 'patient');
-- when a patient's link was revoked; it expires at the same moment, also for earlier versions
alter table external_shares add column revoked_at timestamptz;

create table share_events (
  id bigint generated always as identity primary key,
  -- of the study and not of the link, so that the log stays when the link is deleted
  study_id bigint not null references studies on delete cascade,
  share_uuid uuid not null,
  at timestamptz not null,
  action text not null check (action in ('opened', 'viewed', 'downloaded', 'wrong-pin')),
  -- browser and system, for example «Safari, iOS»; empty if unknown
  device text not null
);
create index share_events_of_study on share_events (study_id, share_uuid, id desc);
