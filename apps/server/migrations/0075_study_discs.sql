-- The ZIP «for a disc» of a study, made on request and deleted a day later: its state and its key in the store. Only widens.
create table study_discs (
  -- no foreign key: the row names an object in the store, which is removed with the row and not by a cascade
  study_id bigint primary key,
  object_id uuid not null references objects on delete cascade,
  -- of the newest request; a run with another one changes nothing
  run_id uuid not null,
  -- SHA-256 of what the page says about study and patient: with other facts the ZIP is made again
  subject text not null,
  status text not null check (status in ('making', 'ready', 'failed')),
  progress real,
  -- a Russian sentence
  reason text,
  key text,
  size_bytes bigint,
  requested_at timestamptz not null
);
create index study_discs_of_object on study_discs (object_id);
create index study_discs_by_time on study_discs (requested_at);
