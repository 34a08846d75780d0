-- What X-ray machines report by Modality Performed Procedure Step (DICOM PS3.4, annex F). Only widens: a version before it ignores
-- the state, and shows such studies and bookings as it does now.
create table performed_steps (
  -- SOP Instance UID of the step
  uid text not null check (length(uid) <= 64),
  -- of the item of the worklist for which it is performed; a step may serve several
  accession_number text not null check (length(accession_number) <= 16),
  status text not null check (status in ('in-progress', 'completed', 'discontinued')),
  -- AE title of the machine
  station text not null check (length(station) <= 16),
  study_id bigint references studies on delete cascade,
  booking_id bigint references bookings on delete cascade,
  started_at timestamptz not null,
  ended_at timestamptz,
  reason text not null default '',
  reported_at timestamptz not null,
  primary key (uid, accession_number),
  check (study_id is not null or booking_id is not null)
);
create index performed_steps_by_number on performed_steps (accession_number);
create index performed_steps_by_study on performed_steps (study_id) where study_id is not null;
create index performed_steps_by_booking on performed_steps (booking_id) where booking_id is not null;

-- the state of all steps of the study or booking together; null: no machine has reported
alter table studies
  add acquisition text check (acquisition in ('in-progress', 'completed', 'discontinued'));
alter table bookings
  add acquisition text check (acquisition in ('in-progress', 'completed', 'discontinued'));
