-- Key images: views of a study that a user has marked; and earlier versions of annotations. Only widens.
create table key_images (
  key_image_uuid uuid primary key,
  study_id bigint not null references studies on delete cascade,
  -- a study that was uploaded again has other pictures
  object_id uuid not null references objects on delete cascade,
  account_id bigint not null references accounts,
  title text not null,
  -- as in the contract
  view jsonb not null,
  -- a data URL of at most 60,000 characters
  picture text not null,
  created_at timestamptz not null
);
create index key_images_of_study on key_images (study_id, object_id, created_at);
create index key_images_of_object on key_images (object_id);

-- What an author's annotations were before they were changed; at most one version in ten minutes is kept.
create table study_mark_versions (
  study_id bigint not null references studies on delete cascade,
  object_id uuid not null references objects on delete cascade,
  account_id bigint not null references accounts,
  revision integer not null,
  marks jsonb not null,
  updated_at timestamptz not null,
  primary key (study_id, object_id, account_id, revision)
);
create index study_mark_versions_of_object on study_mark_versions (object_id);
