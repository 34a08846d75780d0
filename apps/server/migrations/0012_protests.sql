-- What staff found wrong with a study's picture; kept with the object whose picture it was.
create table pano_protests (
  id bigint generated always as identity primary key,
  study_id bigint not null references studies on delete cascade,
  object_id uuid not null references objects on delete cascade,
  account_id bigint not null references accounts,
  reason text not null check (length(reason) between 1 and 4000),
  created_at timestamptz not null,
  -- when somebody dealt with it
  answered_at timestamptz
);
create index pano_protests_of_study on pano_protests (study_id, created_at desc);
create index pano_protests_open on pano_protests (created_at) where answered_at is null;
