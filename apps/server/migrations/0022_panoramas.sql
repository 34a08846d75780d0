-- The dental arch of a volume, found by the portal or drawn by a person, and the panorama that was cut along it.
create table arches (
  id bigint generated always as identity primary key,
  object_id uuid not null references objects on delete cascade,
  -- in the patient's system, as the contract promises them
  points jsonb not null,
  plane jsonb not null,
  -- null when a person drew it
  confidence real,
  account_id bigint references accounts,
  created_at timestamptz not null
);
create index arches_of_object on arches (object_id, id desc);

create table panoramas (
  object_id uuid primary key references objects on delete cascade,
  status text not null check (status in ('making', 'ready', 'none')),
  -- why there is none: a word for a sentence
  reason text,
  -- where the voxels lie
  volume jsonb,
  -- who makes it now: a wish that was replaced by a newer one publishes nothing
  wish_id uuid,
  -- the newest arch; and the one of the picture that is shown
  arch_id bigint references arches,
  shown_arch_id bigint references arches,
  picture jsonb
);

-- values: 16 bits, for who wants to window them anew
alter table object_pictures drop constraint object_pictures_size_check,
  add constraint object_pictures_size_check check (size in ('full', 'card', 'values'));
-- until now a volume was shown by its middle slice: that is no panorama
delete from object_pictures where object_id in (select object_id from studies where type = 'cbct');

alter table pano_protests
  -- the arch that was found wrong
  add column arch_id bigint references arches on delete set null,
  add column answered_by bigint references accounts;
