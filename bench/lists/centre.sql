-- A network of centres for the list benchmark: 2,000 doctors, 100,000 patients, 300,000 studies. Seeded by arithmetic.
-- Triggers are
-- disabled, because they would count row by row; the values that they maintain are set below and checked afterwards.
begin;
set local session_replication_role = replica;

create temp table surnames as select row_number() over () - 1 as n, name from unnest(string_to_array(
  'Иванов Смирнов Кузнецов Попов Васильев Петров Соколов Михайлов Новиков Фёдоров Морозов Волков Алексеев Лебедев Семёнов '
  'Егоров Павлов Козлов Степанов Николаев Орлов Андреев Макаров Никитин Захаров Зайцев Соловьёв Борисов Яковлев Григорьев '
  'Романов Воробьёв Сергеев Кузьмин Фролов Александров Дмитриев Королёв Гусев Киселёв Ильин Максимов Поляков Сорокин', ' ')) name;
create temp table given as select row_number() over () - 1 as n, name from unnest(string_to_array(
  'Александр,Алексей,Анатолий,Андрей,Антон,Артём,Борис,Вадим,Василий,Виктор,Виталий,Владимир,Геннадий,Георгий,Григорий,'
  'Денис,Дмитрий,Евгений,Семён,Иван,Игорь,Илья,Кирилл,Константин,Лев,Максим,Михаил,Никита,Олег,Павел,Пётр,Роман', ',')) name;
-- the name of person n; neighbouring numbers get different names, and names sort differently from ids
create function pg_temp.person(n bigint) returns text language sql as $$
  select (select name from surnames where surnames.n = mod(person.n * 7919, 44)) || ' ' ||
    (select name from given where given.n = mod(person.n * 104729 / 44, 32)) || ' ' ||
    (select name from given where given.n = mod(person.n * 15485863 / 1408, 32)) || 'ович' $$;

create function pg_temp.uuid_of(thing text) returns uuid language sql as $$
  select overlay(overlay(md5(thing) placing '4' from 13) placing '8' from 17)::uuid $$;

insert into accounts (id, role, email, name, password_hash, feature_flags) overriding system value
select 1000 + n, 'doctor', 'doctor' || n || '@clinic.test', pg_temp.person(n), 'none', '{remote-viewer}'
from generate_series(1::bigint, 2000) n;

-- doctor 1001 has 5,000 patients, the others some fifty
insert into patients (id, doctor_id, name, sex, birthday, phone, created_at) overriding system value
select n, case when n <= 5000 then 1001 else 1002 + mod(n * 7919, 1999) end, pg_temp.person(n * 31),
  case when mod(n, 2) = 0 then 'male' else 'female' end, date '1940-01-01' + (mod(n * 37, 25000))::int,
  '+7999' || lpad(n::text, 7, '0'), timestamptz '2026-11-20' - n::int * interval '9 minutes'
from generate_series(1::bigint, 100000) n;

-- higher ids are newer; 1 in 100 is in work, 1 in 1,000 restored, 1 in 10 archived
insert into studies (id, patient_id, doctor_id, patient_name, doctor_name, type, status, restored, comment, creator_id,
  created_at, done_at, object_id) overriding system value
select s.n, p.id, p.doctor_id, p.name, d.name, case when mod(s.n, 3) = 0 then 'rg' else 'cbct' end, s.status,
  s.kind = 0, 'Плановый осмотр', (select id from accounts where role = 'assistant' order by id limit 1),
  s.at, case when s.status = 'in-work' then null else s.at + interval '5 minutes' end,
  case when s.status = 'in-work' then null else pg_temp.uuid_of('object' || s.n) end
from (select n, 1 + mod(n * 7919, 100000) as patient_id,
    mod(n + n / 100000 * 37, 1000) as kind,
    timestamptz '2026-11-21' - (300000 - n)::int * interval '3 minutes' as at
  from generate_series(1::bigint, 300000) n) k
  cross join lateral (select k.*,
    case when mod(kind, 100) = 0 then 'in-work' when mod(kind, 10) = 1 then 'archived' else 'done' end as status) s
join patients p on p.id = s.patient_id
join accounts d on d.id = p.doctor_id;

insert into objects (id, key, size_bytes, sha256, image_count)
select object_id, 'studies/' || object_id || '.zip', 130000000, '\x00', 400 from studies where object_id is not null;
insert into object_pictures (object_id, size, key, width, height)
select object_id, 'full', 'pictures/' || object_id || '/full.jpg', 400, 400 from studies where object_id is not null;
insert into uploads (uuid, study_id, status, progress, creator_id, created_at, completed_at, processed_at)
select pg_temp.uuid_of('upload' || id), id, 'processed', 1, creator_id, created_at, created_at, done_at
from studies where status <> 'in-work';

insert into audit_events (at, actor_kind, actor_id, action, doctor_id, patient_id, study_id)
select event.at, event.kind, event.actor_id, event.action, s.doctor_id, s.patient_id, s.id from studies s
cross join lateral (values
  (s.done_at, 'portal', null, 'study.publish'),
  (s.done_at + interval '3 hours', 'doctor', s.doctor_id, 'study.view')) event (at, kind, actor_id, action)
where s.done_at is not null
order by event.at;

insert into tallies (name, shard, total) values ('doctors', 0, 2000), ('studies', 0, 300000);
insert into search_words
select distinct word from patients, regexp_split_to_table(trim(words_of(name)), ' ') word on conflict do nothing;
update patients p set studies_count = s.studies, in_work_count = s.in_work, restoring_count = s.restoring,
  last_study_created_at = s.last
from (select patient_id, count(*) as studies, count(*) filter (where status = 'in-work') as in_work,
    count(*) filter (where status = 'in-work' and restored) as restoring, max(created_at) as last
  from studies group by patient_id) s
where p.id = s.patient_id;
insert into client_totals (doctor_id, patients_count, studies_count)
select a.id, count(p.id), coalesce(sum(p.studies_count), 0)
from accounts a left join patients p on p.doctor_id = a.id where a.role = 'doctor' group by a.id;
insert into client_activity (doctor_id, active_at)
select a.id, max(s.created_at) from accounts a left join studies s on s.doctor_id = a.id where a.role = 'doctor' group by a.id;
commit;
