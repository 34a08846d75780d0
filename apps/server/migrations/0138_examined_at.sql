-- When the images of a study were taken, apart from when the study was created. Only widens: a version before it fills no
-- column, and a job fills them from the metadata of the files.

-- The dates in the DICOM files of an object, one for each attribute and day; null while the files have not been looked at.
alter table objects add column image_dates jsonb;
create index objects_without_dates on objects (id) where image_dates is null;

-- examined_at: the instant; the beginning of the day at the machine if only the day is known. Null: unknown.
-- examined_offset: minutes by which the machine's clock is ahead of UTC.
-- examined_source: see ExaminedAt in the contract.
-- doubtful_dates: dates in the files that are not believed; null while the files have not been looked at.
alter table studies
  add column examined_at timestamptz,
  add column examined_offset smallint,
  add column examined_precision text check (examined_precision in ('day', 'minute')),
  add column examined_source text check (examined_source in ('person', 'files', 'worklist', 'booking')),
  add column doubtful_dates jsonb,
  add constraint examination_is_complete
    check (num_nulls(examined_at, examined_offset, examined_precision, examined_source) in (0, 4));

-- Unknown dates are before all others. The columns that are included let counts by day and month read the indexes alone.
create index studies_by_examination on studies (coalesce(examined_at, timestamptz '0001-01-01 00:00:00+00'), id)
  include (examined_at, examined_offset, status) where deleted_at is null;
create index studies_of_doctor_by_examination on studies
  (doctor_id, coalesce(examined_at, timestamptz '0001-01-01 00:00:00+00'), id)
  include (patient_id, type, status, examined_at, examined_offset) where deleted_at is null;
create index studies_of_patient_by_examination
  on studies (patient_id, coalesce(examined_at, created_at) desc, id desc) where deleted_at is null;
create index studies_to_archive_by_examination on studies (coalesce(examined_at, done_at)) include (done_at)
  where status = 'done' and deleted_at is null;

-- List cursors of the common list by examination: those of 0009_pages.sql, with one more order.
alter table list_marks drop constraint list_marks_list_check;
alter table list_marks
  add check (list in ('createdAt', 'examinedAt', 'patientName', 'doctorName', 'type'));

create or replace function places_of(study studies) returns table (list text, word text) language sql immutable as $$
  values ('createdAt', word_of(study.created_at)),
    ('examinedAt', word_of(coalesce(study.examined_at, timestamptz '0001-01-01 00:00:00+00'))),
    ('patientName', study.patient_name), ('doctorName', study.doctor_name), ('type', study.type)
$$;

-- as in 0009_pages.sql, with one more order
create or replace function measure_mark(mark list_marks) returns void language plpgsql as $$
declare
  step constant int := 2000;
  -- the column as the index of the common list has it, its value out of a mark's word, and the word out of the column
  place text := case mark.list when 'createdAt' then 'created_at' when 'patientName' then 'patient_name collate "ru-RU-x-icu"'
    when 'examinedAt' then 'coalesce(examined_at, timestamptz ''0001-01-01 00:00:00+00'')'
    when 'doctorName' then 'doctor_name collate "ru-RU-x-icu"' else 'type' end;
  kind text := case when mark.list in ('createdAt', 'examinedAt') then 'timestamptz' else 'text' end;
  word text := case when mark.list in ('createdAt', 'examinedAt') then format('word_of(%s)', place) else place end;
  following list_marks;
  last list_marks;
  remaining bigint;
  within text;
begin
  select * into following from list_marks m
  where m.list = mark.list and (m.word, m.study_id) > (mark.word, mark.study_id)
  order by m.word, m.study_id limit 1;
  within := format('deleted_at is null and (%1$s, id) >= ($1::%2$s, $2)', place, kind)
    || case when following is null then '' else format(' and (%1$s, id) < ($3::%2$s, $4)', place, kind) end;

  execute format('insert into list_marks (list, word, study_id, studies)
    select $5, %2$s, id, $6 from (
      select %4$s, id, row_number() over (order by %1$s, id) - 1 as n from studies where %3$s
    ) s where n > 0 and n %% $6 = 0', place, word, within,
    case mark.list when 'examinedAt' then 'examined_at' else place end)
  using mark.word, mark.study_id, following.word, following.study_id, mark.list, step;
  update list_marks set studies = step, counted_at = now() where id = mark.id;

  select * into last from list_marks m
  where m.list = mark.list and (following is null or (m.word, m.study_id) < (following.word, following.study_id))
  order by m.word desc, m.study_id desc limit 1;
  execute 'select count(*) from studies where ' || within into remaining
  using last.word, last.study_id, following.word, following.study_id;
  if remaining = 0 and last.study_id > 0 then
    delete from list_marks where id = last.id;
  else
    update list_marks set studies = remaining, counted_at = now() where id = last.id;
  end if;
end $$;

insert into list_marks (list, word, study_id, studies) values ('examinedAt', '0001-01-01T00:00:00.000000Z', 0, 0);
select measure_mark(m) from list_marks m where m.list = 'examinedAt';

-- reads the metadata of every earlier object, in batches (studies/metadata/fill-dates.ts)
do $$ begin
  if exists (select from objects) then
    perform graphile_worker.add_job('fill-examination-dates', '{}', max_attempts => 12,
      job_key => 'fill-examination-dates', priority => 10);
  end if;
end $$;
