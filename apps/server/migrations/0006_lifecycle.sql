-- A study after it is done: archived, restored, deleted, purged; and where its object lies meanwhile.
alter table objects
  -- warm: at hand. cold: in the cold store. bin: there is no cold store, its days are counted. gone: those days are
  -- over. lost: the cold store gave back something else; what it has is kept.
  add column place text not null default 'warm' check (place in ('warm', 'cold', 'bin', 'gone', 'lost')),
  -- every move writes a key of its own, numbered by this: nothing is ever removed under a key that is still to be used
  add column moves integer not null default 0,
  add column binned_at timestamptz;
create index objects_in_bin on objects (binned_at) where place = 'bin';
create index studies_to_archive on studies (done_at) where status = 'done' and deleted_at is null;
create index studies_in_bin on studies (deleted_at) where deleted_at is not null;
create index patients_in_bin on patients (deleted_at) where deleted_at is not null;
