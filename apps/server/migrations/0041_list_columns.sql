-- Only widens: which columns of a list an account has hidden, on every computer where it signs in; and patients by name.
create table list_columns (
  account_id bigint not null references accounts on delete cascade,
  list text not null check (length(list) between 1 and 40),
  hidden text[] not null check (cardinality(hidden) <= 20),
  primary key (account_id, list)
);

-- the patients with a study in work, and those with one being restored, by name
create index patients_in_work_by_name on patients (name collate "ru-RU-x-icu", id)
  where deleted_at is null and in_work_count > 0;
create index patients_for_restore_by_name on patients (name collate "ru-RU-x-icu", id)
  where deleted_at is null and restoring_count > 0;
