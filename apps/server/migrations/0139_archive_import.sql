-- The import from an old archive: what its dry run found, what a person decided, and what was imported. Only widens: versions
-- before it neither read nor write these tables, and the new columns have defaults.

-- true: imported from an old archive, so nobody is informed of it
alter table studies add column is_silent boolean not null default false;
-- false: an upload of the portal itself, which does not count for the account that began the import
alter table uploads add column is_metered boolean not null default true;

create table archive_imports (
  id bigint generated always as identity primary key,
  -- SourceSettings of the server, without password and token
  source jsonb not null,
  -- password and token, encrypted
  sealed_secrets bytea,
  state text not null check (state in ('planning', 'planned', 'running', 'paused', 'finished', 'stopped')),
  -- why the portal has paused it: null if a person has
  problem text,
  -- the client of new cards for which the list of clients names none
  client_id bigint references accounts,
  rate_bytes_second bigint check (rate_bytes_second > 0),
  -- minutes after midnight in the centre's time zone; both null: all day
  from_minute integer check (from_minute between 0 and 1439),
  to_minute integer check (to_minute between 0 and 1439),
  -- measured by the dry run with sample files
  measured_bytes_second bigint,
  creator_id bigint not null references accounts,
  created_at timestamptz not null,
  planned_at timestamptz,
  confirmed_by bigint references accounts,
  confirmed_at timestamptz,
  finished_at timestamptz,
  -- the run of a job that may change the rows
  run_id uuid,
  check ((from_minute is null) = (to_minute is null))
);

-- the list of clients and patients that was given with the import; deleted when the import ends
create table archive_import_clients (
  import_id bigint not null references archive_imports on delete cascade,
  number integer not null,
  -- as the archive writes them
  source_patient_id text,
  referring_physician text,
  client_id bigint not null references accounts,
  name text,
  birthday date,
  sex text check (sex in ('male', 'female')),
  phone text,
  primary key (import_id, number)
);

create table archive_import_studies (
  id bigint generated always as identity primary key,
  import_id bigint not null references archive_imports on delete cascade,
  -- what the source says
  source_key text not null,
  study_instance_uid text,
  source_name text,
  source_patient_id text,
  source_birth_date text,
  source_sex text,
  source_study_date text,
  source_study_time text,
  accession_number text,
  referring_physician text,
  description text,
  modalities text[] not null default '{}',
  instance_count integer,
  size_bytes bigint,
  -- what the portal proposes or a person chose
  outcome text not null check (outcome in ('existing', 'new', 'unsure', 'duplicate', 'left-out')),
  reason text,
  -- the facts of a new card
  name text,
  birthday date,
  sex text check (sex in ('male', 'female')),
  phone text,
  client_id bigint references accounts,
  -- cards that may be the patient's
  candidates bigint[] not null default '{}',
  -- the chosen card; of a new card once it exists
  patient_id bigint references patients on delete set null,
  -- the first row of the same new patient
  same_as bigint references archive_import_studies on delete set null,
  decided_by bigint references accounts,
  decided_at timestamptz,
  -- what became of it
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'processing', 'done', 'failed', 'left-out')),
  error text,
  study_id bigint references studies on delete set null,
  upload_uuid uuid,
  finished_at timestamptz,
  unique (import_id, source_key)
);
create unique index archive_import_studies_of_study on archive_import_studies (study_id) where study_id is not null;
create index archive_import_studies_by_outcome on archive_import_studies (import_id, outcome, id);
create index archive_import_studies_by_state on archive_import_studies (import_id, state, id);
create index archive_import_studies_by_uid on archive_import_studies (study_instance_uid) where study_instance_uid is not null;
create index archive_import_studies_by_patient on archive_import_studies (patient_id) where patient_id is not null;
create index archive_import_studies_by_source_patient on archive_import_studies (import_id, source_patient_id);
create index archive_import_studies_by_birthday on archive_import_studies (import_id, birthday);
create index archive_import_studies_by_name on archive_import_studies (import_id, name_key(name));
create index archive_import_studies_by_same on archive_import_studies (same_as) where same_as is not null;

create table archive_import_instances (
  import_study_id bigint not null references archive_import_studies on delete cascade,
  source_key text not null,
  sop_instance_uid text,
  -- the name of the file in the study's object
  filename text not null,
  size_bytes bigint not null,
  -- of the bytes that the source sent
  source_sha256 bytea not null,
  -- of the published study's index, when it was published
  sha256 bytea,
  primary key (import_study_id, source_key)
);

-- what the source contains but does not give as a study
create table archive_import_problems (
  import_id bigint not null references archive_imports on delete cascade,
  place text not null,
  reason text not null check (reason in ('unreadable', 'not-an-image', 'encrypted', 'unsupported')),
  primary key (import_id, place)
);
