-- DICOM instances that other systems store by DICOMweb (STOW-RS), so that a repeated request stores nothing twice and the instances
-- of one DICOM study become one study. Only widens: a version before it has no such requests, and completes these uploads like others.
create table received_instances (
  upload_uuid uuid not null references uploads on delete cascade,
  sop_instance_uid text not null,
  study_instance_uid text not null,
  sha256 bytea not null,
  received_at timestamptz not null,
  primary key (upload_uuid, sop_instance_uid)
);
create index received_instances_by_study on received_instances (study_instance_uid, sop_instance_uid);
