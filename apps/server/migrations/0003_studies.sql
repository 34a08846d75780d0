-- Patients, their studies and the one object in the store that a study is.
create table patients (
  id bigint generated always as identity primary key,
  doctor_id bigint not null references accounts,
  name text not null,
  sex text not null check (sex in ('male', 'female')),
  birthday date,
  phone text,
  created_at timestamptz not null default now(),
  -- in the bin since
  deleted_at timestamptz,
  -- kept by triggers on studies, so that no list has to count
  studies_count integer not null default 0,
  in_work_count integer not null default 0,
  restoring_count integer not null default 0,
  last_study_created_at timestamptz
);
create index patients_of_doctor on patients (doctor_id, last_study_created_at desc nulls last, id desc)
  where deleted_at is null;
create index patients_of_doctor_by_name on patients (doctor_id, name collate "ru-RU-x-icu", id)
  where deleted_at is null;
create index patients_in_work on patients (last_study_created_at desc nulls last, id desc)
  where deleted_at is null and in_work_count > 0;
create index patients_for_restore on patients (last_study_created_at desc nulls last, id desc)
  where deleted_at is null and restoring_count > 0;

-- Several studies may point at one object: copying a study copies rows, not bytes.
create table objects (
  id uuid primary key,
  key text not null unique,
  size_bytes bigint not null,
  sha256 bytea not null,
  image_count integer not null,
  study_instance_uid text,
  -- what the files themselves say of the patient, for comparison only
  patient_in_files jsonb,
  warnings text[] not null default '{}',
  created_at timestamptz not null default now()
);
create index objects_by_study_uid on objects (study_instance_uid) where study_instance_uid is not null;

-- The index of the ZIP: entry -> offset, lengths, CRC-32, SHA-256, DICOM identity. One row an object and not one
-- an entry: 3,000,000 studies of 400 files would be more than a thousand million rows.
create table object_indexes (
  object_id uuid primary key references objects on delete cascade,
  entries jsonb not null
);

create table object_series (
  object_id uuid not null references objects on delete cascade,
  position integer not null,
  series_instance_uid text not null,
  modality text,
  description text,
  image_count integer not null,
  facts jsonb not null,
  primary key (object_id, position)
);

-- Derived pictures may be thrown away and made again; the object never.
create table object_pictures (
  object_id uuid not null references objects on delete cascade,
  size text not null check (size in ('full', 'card')),
  key text not null unique,
  width integer not null,
  height integer not null,
  primary key (object_id, size)
);

create table studies (
  id bigint generated always as identity primary key,
  patient_id bigint not null references patients,
  -- the patient's doctor and both names stand here too, so that the common list sorts by index
  doctor_id bigint not null references accounts,
  patient_name text not null,
  doctor_name text not null,
  type text not null check (type in ('rg', 'cbct')),
  status text not null default 'in-work' check (status in ('in-work', 'done', 'archived')),
  restored boolean not null default false,
  comment text not null default '',
  creator_id bigint not null references accounts,
  created_at timestamptz not null,
  -- end of processing; the age for archiving counts from here
  done_at timestamptz,
  object_id uuid references objects,
  deleted_at timestamptz
);
create index studies_of_patient on studies (patient_id, created_at desc, id desc) where deleted_at is null;
create index studies_of_object on studies (object_id) where object_id is not null;
create index studies_by_date on studies (created_at, id) where deleted_at is null;
create index studies_by_patient_name on studies (patient_name collate "ru-RU-x-icu", id) where deleted_at is null;
create index studies_by_doctor_name on studies (doctor_name collate "ru-RU-x-icu", id) where deleted_at is null;
create index studies_by_type on studies (type, id) where deleted_at is null;
create index studies_of_doctor on studies (doctor_id) where deleted_at is null;

create table patient_shares (
  patient_id bigint not null references patients on delete cascade,
  doctor_id bigint not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  primary key (patient_id, doctor_id)
);
create index patient_shares_of_doctor on patient_shares (doctor_id, patient_id);

-- Totals of the whole portal. Sixteen rows a total, so that inserts at the same time seldom wait for each other.
create table tallies (
  name text not null,
  shard smallint not null,
  total bigint not null,
  primary key (name, shard)
);

create function add_to_tally(tally text, change bigint) returns void language sql as $$
  insert into tallies (name, shard, total) values (tally, pg_backend_pid() % 16, change)
  on conflict (name, shard) do update set total = tallies.total + excluded.total
$$;

create function tally_doctors() returns trigger language plpgsql as $$
declare
  change bigint := 0;
begin
  -- one statement each: a transition table that the event does not bring may not even be named
  if tg_op = 'INSERT' then change := (select count(*) from new_rows where role = 'doctor'); end if;
  if tg_op = 'DELETE' then change := -(select count(*) from old_rows where role = 'doctor'); end if;
  if change <> 0 then perform add_to_tally('doctors', change); end if;
  return null;
end $$;
create trigger tally_doctors_in after insert on accounts
  referencing new table as new_rows for each statement execute function tally_doctors();
create trigger tally_doctors_out after delete on accounts
  referencing old table as old_rows for each statement execute function tally_doctors();

-- The patient's counts and the portal's total follow every change of a study, set by set.
create function count_studies() returns trigger language plpgsql as $$
declare
  change bigint := 0;
begin
  if tg_op <> 'DELETE' then change := (select count(*) from new_rows where deleted_at is null); end if;
  if tg_op <> 'INSERT' then change := change - (select count(*) from old_rows where deleted_at is null); end if;
  if change <> 0 then perform add_to_tally('studies', change); end if;
  return null;
end $$;
create trigger count_studies_in after insert on studies
  referencing new table as new_rows for each statement execute function count_studies();
create trigger count_studies_out after delete on studies
  referencing old table as old_rows for each statement execute function count_studies();
create trigger count_studies_changed after update on studies
  referencing old table as old_rows new table as new_rows for each statement execute function count_studies();

create function count_patient_studies() returns trigger language plpgsql as $$
declare
  affected bigint[];
begin
  affected := array(
    select distinct id from unnest(array[
      case when tg_op <> 'DELETE' then new.patient_id end,
      case when tg_op <> 'INSERT' then old.patient_id end]) id where id is not null order by id);
  -- first the lock, then a statement with a fresh snapshot: two studies made at once are both counted
  perform 1 from patients where id = any(affected) order by id for no key update;
  update patients p set
    studies_count = s.studies,
    in_work_count = s.in_work,
    restoring_count = s.restoring,
    last_study_created_at = s.last
  from (
    select a.id,
      count(t.id) as studies,
      count(t.id) filter (where t.status = 'in-work') as in_work,
      count(t.id) filter (where t.status = 'in-work' and t.restored) as restoring,
      max(t.created_at) as last
    from unnest(affected) a(id)
    left join studies t on t.patient_id = a.id and t.deleted_at is null
    group by a.id
  ) s
  where p.id = s.id;
  return null;
end $$;
create trigger count_patient_studies_in_out after insert or delete on studies
  for each row execute function count_patient_studies();
create trigger count_patient_studies_changed after update of patient_id, status, restored, deleted_at, created_at on studies
  for each row execute function count_patient_studies();

-- A renamed patient or client is renamed in her studies in the same transaction.
create function rename_in_studies() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'patients' then
    update studies set patient_name = new.name where patient_id = new.id;
  else
    update studies set doctor_name = new.name where doctor_id = new.id;
  end if;
  return null;
end $$;
create trigger rename_patient after update of name on patients
  for each row when (old.name is distinct from new.name) execute function rename_in_studies();
create trigger rename_doctor after update of name on accounts
  for each row when (old.name is distinct from new.name) execute function rename_in_studies();
