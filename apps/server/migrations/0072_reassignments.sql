-- Moves of studies and patients, merges of patients, and pairs of patients that are known to be different people. Only widens:
-- triggers direct what any version inserts for a merged patient to the patient that was kept.

-- Old links to a merged patient lead to the kept one. Without references, because they outlive the purged row.
create table merged_patients (
  patient_id bigint primary key,
  kept_id bigint not null check (kept_id <> patient_id)
);
create index merged_patients_of_kept on merged_patients (kept_id);

create table reassignments (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('study', 'patient', 'merge')),
  -- patients; the same one if a patient was moved to another client
  source_id bigint not null,
  target_id bigint not null,
  -- their clients before and after
  source_doctor_id bigint not null references accounts,
  target_doctor_id bigint not null references accounts,
  study_id bigint,
  creator_id bigint not null references accounts,
  created_at timestamptz not null,
  undone_at timestamptz,
  undone_by bigint references accounts,
  -- the rows as they were before, as JSON text; null once they are no longer kept
  undo text
);
create index reassignments_of_source on reassignments (source_id, id);
create index reassignments_of_target on reassignments (target_id, id);
create index reassignments_with_undo on reassignments (created_at) where undo is not null;

-- An assistant has decided that two similar cards belong to different people.
create table distinct_patients (
  patient_id bigint not null references patients on delete cascade,
  other_id bigint not null references patients on delete cascade,
  creator_id bigint not null references accounts,
  created_at timestamptz not null,
  primary key (patient_id, other_id),
  check (patient_id < other_id)
);
create index distinct_patients_by_other on distinct_patients (other_id);

-- Possible duplicates agree in the client and in the birth date or the phone number, or have the same words in their names.
-- Words in any order, ё as е; transliterated names are found by birth date and phone.
create function name_key(written text) returns text language sql immutable strict parallel safe
  return (
    select string_agg(word, ' ' order by word collate "C")
    from unnest(string_to_array(trim(words_of(written)), ' ')) word
  );
alter table patients add column name_key text generated always as (name_key(name)) stored;
create index patients_of_doctor_by_birthday on patients (doctor_id, birthday, id)
  where deleted_at is null and birthday is not null;
create index patients_by_phone on patients (phone_digits(phone), doctor_id, id)
  where deleted_at is null and phone is not null and phone <> '';
create index patients_by_name_key on patients (name_key, doctor_id, id) where deleted_at is null;

create function kept_patient(merged bigint) returns bigint language plpgsql as $$
declare
  kept bigint := merged;
  following bigint;
begin
  loop
    select m.kept_id into following from merged_patients m where m.patient_id = kept;
    exit when not found;
    kept := following;
  end loop;
  return kept;
end $$;

-- The lock makes an insertion wait for a move or merge that is running, and such a one wait for the insertion.
create function direct_to_kept_patient() returns trigger language plpgsql as $$
declare
  kept bigint;
  card record;
begin
  loop
    perform 1 from patients where id = new.patient_id for key share;
    kept := kept_patient(new.patient_id);
    exit when kept = new.patient_id;
    new.patient_id := kept;
  end loop;
  if tg_table_name = 'studies' then
    select p.doctor_id, p.name as patient_name, a.name as doctor_name into card
    from patients p join accounts a on a.id = p.doctor_id where p.id = new.patient_id;
    if found and card.doctor_id <> new.doctor_id then
      new.doctor_id := card.doctor_id;
      new.doctor_name := card.doctor_name;
    end if;
    if found and new.patient_name <> card.patient_name then new.patient_name := card.patient_name; end if;
  end if;
  return new;
end $$;
create trigger direct_to_kept_patient before insert on studies for each row execute function direct_to_kept_patient();
create trigger direct_to_kept_patient before insert on patient_shares for each row execute function direct_to_kept_patient();
create trigger direct_to_kept_patient before insert on access_requests for each row execute function direct_to_kept_patient();
