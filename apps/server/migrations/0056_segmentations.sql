-- The 3D segmentation of an object: its state, and where its files are in one object of the store. Only widens.
create table segmentations (
  object_id uuid primary key references objects on delete cascade,
  -- of the newest request; a run with another one changes nothing
  run_id uuid not null,
  study_id bigint not null references studies on delete cascade,
  -- who is notified
  account_id bigint not null references accounts,
  status text not null check (status in ('queued', 'running', 'ready', 'failed', 'cancelled')),
  progress real,
  -- a Russian sentence
  reason text,
  -- ranges of the files, and facts about the parts
  result jsonb,
  key text,
  size_bytes bigint,
  requested_at timestamptz not null,
  finished_at timestamptz
);
create index segmentations_of_study on segmentations (study_id);
