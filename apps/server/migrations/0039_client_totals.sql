-- What the assistants' list of clients shows and sorts by: the number of patients and studies of each client, and when
-- something last happened. Only widens: triggers keep the tables for a version that does not know them.

-- A row per client. Not columns of accounts: creating a study takes a shared lock on the client's account, and two at the
-- same time could then not update it.
create table client_totals (
  doctor_id bigint primary key references accounts on delete cascade,
  patients_count integer not null default 0,
  studies_count integer not null default 0
);
create index client_totals_by_patients on client_totals (patients_count, doctor_id);
create index client_totals_by_studies on client_totals (studies_count, doctor_id);

-- The later of the client's last audited action and the last study made for the client, to within a minute. A table of
-- its own: the rows of client_totals are locked last in a transaction, these at any time, and therefore never waited for.
create table client_activity (
  doctor_id bigint primary key references accounts on delete cascade,
  active_at timestamptz
);
create index client_activity_by_time on client_activity (active_at desc nulls last, doctor_id desc);

create function add_client_rows() returns trigger language plpgsql as $$
begin
  insert into client_totals (doctor_id) values (new.id) on conflict do nothing;
  insert into client_activity (doctor_id) values (new.id) on conflict do nothing;
  return null;
end $$;
create trigger add_client_rows_in after insert on accounts
  for each row when (new.role = 'doctor') execute function add_client_rows();
create trigger add_client_rows_changed after update of role on accounts
  for each row when (new.role = 'doctor') execute function add_client_rows();

-- Patients in the bin do not count. Their studies are counted by the triggers of 0003_studies.sql.
create function count_for_client() returns trigger language plpgsql as $$
declare
  changed record;
begin
  for changed in
    select doctor_id, sum(patients) as patients, sum(studies) as studies
    from (
      select old.doctor_id, -1, -old.studies_count where tg_op <> 'INSERT' and old.deleted_at is null
      union all
      select new.doctor_id, 1, new.studies_count where tg_op <> 'DELETE' and new.deleted_at is null
    ) as change(doctor_id, patients, studies)
    group by doctor_id order by doctor_id
  loop
    update client_totals set
      patients_count = patients_count + changed.patients,
      studies_count = studies_count + changed.studies
    where doctor_id = changed.doctor_id;
  end loop;
  return null;
end $$;
create trigger count_for_client_in_out after insert or delete on patients
  for each row execute function count_for_client();
create trigger count_for_client_changed after update of doctor_id, deleted_at, studies_count on patients
  for each row when (
    (old.doctor_id, old.studies_count, old.deleted_at is null)
      is distinct from (new.doctor_id, new.studies_count, new.deleted_at is null)
  ) execute function count_for_client();

-- A locked row is being set to a time of this moment by somebody else.
create function note_activity(client bigint, active timestamptz) returns void language sql as $$
  update client_activity a set active_at = active
  where a.doctor_id in (
    select doctor_id from client_activity
    where doctor_id = client and (active_at is null or active_at < active - interval '1 minute')
    for update skip locked
  )
$$;

create function note_action() returns trigger language plpgsql as $$
begin
  perform note_activity(new.actor_id, new.at);
  return null;
end $$;
create trigger note_action after insert on audit_events
  for each row when (new.actor_id is not null and (new.actor_kind = 'doctor' or new.action = 'account.sign-in'))
  execute function note_action();

create function note_study() returns trigger language plpgsql as $$
begin
  perform note_activity(new.doctor_id, new.created_at);
  return null;
end $$;
create trigger note_study after insert on studies for each row execute function note_study();

insert into client_totals (doctor_id, patients_count, studies_count)
select a.id, count(p.id), coalesce(sum(p.studies_count), 0)
from accounts a left join patients p on p.doctor_id = a.id and p.deleted_at is null
where a.role = 'doctor' group by a.id;

insert into client_activity (doctor_id, active_at)
select a.id, greatest(acted.at, made.at)
from accounts a
left join (
  select actor_id, max(at) as at from audit_events
  where actor_kind = 'doctor' or action = 'account.sign-in' group by actor_id
) acted on acted.actor_id = a.id
left join (select doctor_id, max(created_at) as at from studies group by doctor_id) made on made.doctor_id = a.id
where a.role = 'doctor';
