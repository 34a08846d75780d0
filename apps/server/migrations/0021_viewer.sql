-- What the online viewer shows, made from a study's object and made again at will; and what people draw on it.
create table object_views (
  object_id uuid primary key references objects on delete cascade,
  status text not null default 'making' check (status in ('making', 'ready', 'failed')),
  -- the way it is packed: what was packed another way is made anew
  format smallint not null,
  progress real,
  -- in words, why there is nothing to show
  reason text,
  -- the run that makes it: one that was thought dead finds another's name here and leaves no trace
  run_id uuid,
  -- one object in the store; null until it is ready
  key text unique,
  size_bytes bigint
);

create table object_view_series (
  object_id uuid not null references object_views on delete cascade,
  position integer not null,
  -- as the viewer is told
  facts jsonb not null,
  -- where the frames of each fineness lie in the one object
  places jsonb not null,
  primary key (object_id, position)
);

-- One row an author: a study is drawn on by few, and her marks are read and saved together.
create table study_marks (
  study_id bigint not null references studies on delete cascade,
  -- a study that was uploaded anew has other pictures
  object_id uuid not null references objects on delete cascade,
  account_id bigint not null references accounts,
  revision integer not null,
  marks jsonb not null,
  updated_at timestamptz not null,
  primary key (study_id, object_id, account_id)
);
create index study_marks_of_object on study_marks (object_id);
