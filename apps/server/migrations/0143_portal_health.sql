-- Runs of scheduled backups and restore tests, and the problems about which administrators were informed. Only widens.
create table maintenance_runs (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('backup', 'restore-test')),
  -- the folder of the backups, BACKUP_FOLDER at that time
  folder text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- null: running. incomplete: a backup without objects that the portal lacks, or a restore test that could not check everything;
  -- interrupted: the process ended before the run
  outcome text check (outcome in ('done', 'incomplete', 'failed', 'interrupted')),
  -- the name of the backup that was made or tested
  backup text,
  -- rows of the database; objects in the stores, and how many of these are missing or damaged
  rows_count bigint,
  objects_count bigint,
  bad_count bigint,
  -- what a backup copied; earlier backups of the folder have the other objects
  copied_bytes bigint,
  -- why a restore test did not restore the rows
  lacks text check (lacks in ('key', 'space', 'server')),
  -- a sentence for administrators
  error text,
  check ((ended_at is null) = (outcome is null))
);
create index maintenance_runs_by_start on maintenance_runs (started_at desc);

-- What is not in order now, by line of the page «Состояние портала».
create table health_problems (
  line text primary key,
  state text not null check (state in ('attention', 'problem')),
  since timestamptz not null,
  -- since when the line is in order again; the row is deleted an hour later
  solved_since timestamptz,
  -- the last letter to administrators, and the state that it reported
  lettered_at timestamptz,
  lettered_state text
);
