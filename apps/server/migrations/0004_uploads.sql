-- Uploads: what is being sent for a study, file by file, and how far its processing has come.
create table uploads (
  uuid uuid primary key,
  study_id bigint not null references studies on delete cascade,
  status text not null default 'uploading' check (status in ('uploading', 'completed', 'processing', 'processed')),
  error text,
  progress real,
  creator_id bigint not null references accounts,
  created_at timestamptz not null,
  completed_at timestamptz,
  processed_at timestamptz,
  -- the run that owns the processing: a run that was thought dead and comes back finds another's name here and stops
  run_id uuid
);
create unique index uploads_one_open on uploads (study_id) where status <> 'processed';
create index uploads_of_study on uploads (study_id, created_at desc);
create index uploads_unfinished on uploads (completed_at) where status in ('completed', 'processing');

create table upload_files (
  upload_uuid uuid not null references uploads on delete cascade,
  filename text not null check (octet_length(filename) <= 1024),
  size_bytes bigint not null,
  -- made by the server, never from the name
  key text not null unique,
  primary key (upload_uuid, filename)
);
