-- To whom a deleted link was given, for the history of the patient, whose records have ids only (decision 8).
-- Only widens: an earlier version deletes links without a row here, and the history then shows them without the recipient.
create table ended_shares (
  share_uuid uuid primary key,
  study_id bigint not null references studies on delete cascade,
  email text not null
);
create index ended_shares_of_study on ended_shares (study_id);
-- The latest upload of each upload program, for the page that lists the programs.
create index audit_events_of_program_uploads on audit_events ((details ->> 'grantID'), at)
  where action = 'study.upload' and actor_kind = 'desktop';
