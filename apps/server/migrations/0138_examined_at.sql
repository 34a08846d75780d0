-- When the images of a study were taken, apart from when the study was created. Only widens: a version before it fills no
-- column, and a job fills them from the metadata of the files.

-- examined_at: the instant; the beginning of the day at the machine if only the day is known. Null: unknown.
-- examined_offset: minutes by which the machine's clock is ahead of UTC.
-- examined_source: see EXAMINED_SOURCES in the contract.
-- doubtful_dates: dates in the files that are not believed; null while the files have not been looked at.
alter table studies
  add column examined_at timestamptz,
  add column examined_offset smallint,
  add column examined_precision text check (examined_precision in ('day', 'minute')),
  add column examined_source text check (examined_source in ('person', 'files', 'worklist', 'booking')),
  add column doubtful_dates jsonb;

-- unknown dates are before all others
create index studies_by_examination on studies (coalesce(examined_at, '-infinity'::timestamptz), id)
  where deleted_at is null;
create index studies_of_patient_by_examination
  on studies (patient_id, coalesce(examined_at, created_at) desc, id desc) where deleted_at is null;
