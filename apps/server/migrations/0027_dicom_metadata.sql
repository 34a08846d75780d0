-- What DICOMweb answers from: the metadata of every DICOM file of an object, made once by a worker and bounded, so that
-- the API never reads a file's header. Derived from the object: deleted with it, and when it is archived.
-- Only widens: two tables that a version before it does not use.
create table object_metadata (
  object_id uuid primary key references objects on delete cascade,
  format smallint not null,
  -- the run that makes it; a newer run replaces it
  run_id uuid not null,
  -- one object in the store, JSON data sets one after another; null until it is complete
  key text unique,
  size_bytes bigint
);

create table object_instances (
  object_id uuid not null references object_metadata on delete cascade,
  -- index of the file in the object index
  entry integer not null,
  series_instance_uid text collate "C" not null,
  sop_instance_uid text collate "C" not null,
  transfer_syntax_uid text not null,
  -- 0 if the file states none
  instance_number bigint not null,
  frames integer not null,
  has_pixels boolean not null,
  -- where the file lies in the study object
  file_offset bigint not null,
  compressed_bytes bigint not null,
  size_bytes bigint not null,
  method text not null,
  -- where its metadata lie in the object of object_metadata
  metadata_offset bigint not null,
  metadata_bytes integer not null,
  -- the attributes that searches match and return, as in the metadata
  attributes jsonb not null,
  primary key (object_id, entry)
);
create unique index object_instances_by_uid on object_instances (object_id, sop_instance_uid);
create index object_instances_in_order on object_instances (object_id, series_instance_uid, instance_number, entry);
