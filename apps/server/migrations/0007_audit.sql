-- Who saw, downloaded, shared, changed or deleted what, when and from where. Append-only, chained by hash.
create table audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_kind text not null,
  -- the account; null for a share's reader, a command, the portal itself
  actor_id bigint,
  action text not null,
  -- no foreign keys: what was purged is still on record
  doctor_id bigint,
  patient_id bigint,
  study_id bigint,
  -- where the request came from
  address text,
  details jsonb not null default '{}'
);
create index audit_events_of_patient on audit_events (patient_id, id desc) where patient_id is not null;
create index audit_events_of_study on audit_events (study_id, id desc) where study_id is not null;

-- Each link holds the hash of its event and of the link before it, so that nothing can be changed, removed or slipped
-- in without breaking all that follows. Made moments after the event, by one worker at a time, since a chain made
-- inside every transaction would let only one of them run.
create table audit_chain (
  seq bigint primary key,
  event_id bigint not null unique references audit_events,
  hash bytea not null
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger audit_events_stay before update or delete on audit_events
  for each row execute function refuse_change();
create trigger audit_events_stay_all before truncate on audit_events
  for each statement execute function refuse_change();
create trigger audit_chain_stays before update or delete on audit_chain
  for each row execute function refuse_change();
create trigger audit_chain_stays_all before truncate on audit_chain
  for each statement execute function refuse_change();
