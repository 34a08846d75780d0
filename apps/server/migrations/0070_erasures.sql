-- Only widens: requests to erase all data of a patient, which a second administrator confirms, and what is still to be removed.
-- A version before it does not know them and can restore a patient from the bin while the data are being erased.

alter table patients
  -- the erasure is confirmed: the card is in the bin, cannot be restored, and a job deletes it
  add column erasing_since timestamptz;

create table erasures (
  uuid uuid primary key default gen_random_uuid(),
  -- no foreign key: the request stays after the card is deleted
  patient_id bigint not null,
  -- identifies the card together with the id: a database restored from a backup gives the same ids again
  patient_created_at timestamptz not null,
  doctor_id bigint not null,
  -- a free text; emptied when the request is closed
  reason text not null,
  -- null if the request is not in the database that was restored
  requested_by bigint references accounts,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  status text not null default 'requested'
    check (status in ('requested', 'running', 'done', 'refused', 'withdrawn', 'expired')),
  decided_by bigint references accounts,
  decided_at timestamptz,
  -- the next step of a running erasure
  step text check (step in ('list', 'texts', 'rows', 'objects')),
  -- how many rows and objects were deleted, by kind
  counts jsonb not null default '{}',
  finished_at timestamptz
);
create unique index erasures_one_open on erasures (patient_id) where status in ('requested', 'running');
create index erasures_by_date on erasures (requested_at desc, uuid);

-- Objects and uploads of studies whose rows are deleted, and their keys in the stores.
create table erasure_objects (
  erasure_uuid uuid not null references erasures on delete cascade,
  -- of the object or of the upload from which it was made
  object_id uuid not null,
  -- keys in the warm and in the cold store
  warm text[] not null default '{}',
  cold text[] not null default '{}',
  primary key (erasure_uuid, object_id)
);

-- A list cursor by patient's name contains the name of its study's patient: its studies are counted with those of the
-- cursor before it.
create function forget_marks(study_ids bigint[]) returns void language plpgsql as $$
declare
  mark list_marks;
begin
  lock table list_changes in share row exclusive mode;
  for mark in
    select * from list_marks where list = 'patientName' and study_id = any(study_ids) order by word desc, study_id desc
  loop
    with changes as (delete from list_changes where mark_id = mark.id returning change)
    update list_marks m set studies = m.studies + mark.studies + coalesce((select sum(change) from changes), 0)
    where m.id = (
      select p.id from list_marks p
      where p.list = mark.list and (p.word, p.study_id) < (mark.word, mark.study_id)
      order by p.word desc, p.study_id desc limit 1
    );
    delete from list_marks where id = mark.id;
  end loop;
end $$;

-- Deletes the words of a name that no other patient has. An insert of a patient with such a word waits for this transaction
-- or is visible to it.
create function forget_words(name text) returns void language plpgsql as $$
begin
  lock table search_words in share row exclusive mode;
  delete from search_words s
  where s.word in (select regexp_split_to_table(trim(words_of(name)), ' '))
    and not exists (select 1 from patients p where p.deleted_at is null and p.sought like '% ' || s.word || '%')
    and not exists (select 1 from patients p where p.deleted_at is not null and p.sought like '% ' || s.word || '%');
end $$;
