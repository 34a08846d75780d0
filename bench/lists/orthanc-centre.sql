-- The index of Orthanc for the list benchmark: as many patients and studies, on the same days and of the same patients, as
-- centre.sql, each with one series of one image whose file does not exist. The rows have the form of version 1.10.1 with
-- version 4.0 of its PostgreSQL plugin. Triggers are disabled, because they would count row by row.
begin;
set local session_replication_role = replica;

-- an identifier of the form that Orthanc computes by SHA-1 from the DICOM ids
create function pg_temp.public_id(thing text) returns text language sql as $$
  select regexp_replace(left(encode(sha256(convert_to(thing, 'UTF8')), 'hex'), 40), '(.{8})(?=.)', '\1-', 'g') $$;

create temp table patients as
select n as id, 'P-' || n as code, 'PATIENT^' || n as name, case when mod(n, 2) = 0 then 'M' else 'F' end as sex,
  to_char(date '1940-01-01' + (mod(n * 37, 25000))::int, 'YYYYMMDD') as birthday
from generate_series(1::bigint, 100000) n;

create temp table studies as
select n, 100000 + n as id, 400000 + n as series_id, 700000 + n as instance_id, p.*, '2.25.' || n as uid,
  case when mod(n, 3) = 0 then 'PX' else 'CT' end as modality,
  to_char(timestamptz '2026-11-21' - (300000 - n)::int * interval '3 minutes', 'YYYYMMDD') as day
from generate_series(1::bigint, 300000) n
join (select id as patient_id, code, name, sex, birthday from patients) p on p.patient_id = 1 + mod(n * 7919, 100000);

insert into resources (internalid, resourcetype, publicid, parentid)
select id, 0, pg_temp.public_id('patient' || id), null::bigint from patients
union all select id, 1, pg_temp.public_id('study' || id), patient_id from studies
union all select series_id, 2, pg_temp.public_id('series' || series_id), id from studies
union all select instance_id, 3, pg_temp.public_id('instance' || instance_id), series_id from studies;
select setval('resources_internalid_seq', 1000000);
insert into patientrecyclingorder (patientid) select id from patients order by id;
insert into globalintegers (key, value) values (2, 100000), (3, 300000), (4, 300000), (5, 300000)
on conflict (key) do update set value = excluded.value;

-- groups and elements are decimal: (0010,0010) is 16, 16
insert into maindicomtags (id, taggroup, tagelement, value)
select id, tag.* from patients cross join lateral
  (values (16, 16, name), (16, 32, code), (16, 48, birthday), (16, 64, sex)) tag
union all
select id, tag.* from studies cross join lateral
  (values (8, 32, day), (16, 16, name), (16, 32, code), (16, 48, birthday), (16, 64, sex), (32, 13, uid)) tag
union all
select series_id, tag.* from studies cross join lateral (values (8, 96, modality), (32, 14, uid || '.1')) tag
union all
select instance_id, tag.* from studies cross join lateral (values (8, 24, uid || '.1.1'), (32, 19, '1')) tag;

insert into dicomidentifiers (id, taggroup, tagelement, value)
select id, tag.* from patients cross join lateral (values (16, 16, name), (16, 32, code), (16, 48, birthday)) tag
union all
select id, tag.* from studies cross join lateral
  (values (8, 32, day), (16, 16, name), (16, 32, code), (16, 48, birthday), (32, 13, uid)) tag
union all
select series_id, 32, 14, uid || '.1' from studies
union all
select instance_id, 8, 24, uid || '.1.1' from studies;

-- 1 is the index in the series, 2 and 7 the times of reception and of the last change, 9 the transfer syntax, 10 the class
insert into metadata (id, type, value, revision)
select id, 7, '20261121T000000', 0 from patients
union all select id, 7, day || 'T000000', 0 from studies
union all select series_id, 7, day || 'T000000', 0 from studies
union all
select instance_id, tag.*, 0 from studies cross join lateral (values (1, '1'), (2, day || 'T000000'),
  (9, '1.2.840.10008.1.2.1'), (10, '1.2.840.10008.5.1.4.1.1.2')) tag;
commit;
