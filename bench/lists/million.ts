import { openPool } from '../../apps/server/src/platform/db/client.ts';

export const SURNAMES =
  'Иванов Смирнов Кузнецов Попов Васильев Петров Соколов Михайлов Новиков Фёдоров Морозов Волков Алексеев ' +
  'Лебедев Семёнов Егоров Павлов Козлов Степанов Николаев Орлов Андреев Макаров Никитин Захаров Зайцев ' +
  'Соловьёв Борисов Яковлев Григорьев Романов Воробьёв Сергеев Кузьмин Фролов Александров Дмитриев Королёв ' +
  'Гусев Киселёв Ильин Максимов Поляков Сорокин Виноградов Ковалёв Белов Медведев Антонов Тарасов Жуков ' +
  'Баранов Филиппов Комаров Давыдов Беляев Герасимов Богданов Осипов Сидоров Матвеев Титов Марков Миронов ' +
  'Крылов Куликов Карпов Власов Мельников Денисов Гаврилов Тихонов Казаков Афанасьев Данилов Савельев ' +
  'Тимофеев Фомин Чернов Абрамов Мартынов Ефимов Федотов Щербаков Назаров Калинин Исаев Чернышёв Быков ' +
  'Маслов Родионов Коновалов Лазарев Воронин Климов Филатов Пономарёв Голубев Кудрявцев Прохоров Ушаков ' +
  'Цветков Шестаков Юдин Щукин';
const MEN =
  'Александр Сергей Дмитрий Андрей Алексей Максим Иван Михаил Николай Владимир Павел Егор Олег Юрий Виктор ' +
  'Пётр Фёдор Артём Кирилл Роман';
export const WOMEN =
  'Анна Мария Елена Ольга Наталья Татьяна Ирина Светлана Екатерина Юлия Людмила Галина Дарья Алёна Софья ' +
  'Жанна Вера Надежда Полина Ксения';
const FATHERS =
  'Александров Сергеев Дмитриев Андреев Алексеев Максимов Иванов Михайлов Николаев Владимиров Павлов Егоров ' +
  'Олегов Юрьев Викторов Петров Фёдоров Артёмов Кириллов Романов';
const BEGINNINGS = 'Бур Дав Кил Мур Ряб Тур Чуж Шум Ярк Зим';

/** SQL that picks one of the words; `bias` above 1 picks the earlier words more often. */
const oneOf = (words: string, random: string, bias = 1) => {
  const list = words.split(' ');
  return `(array['${list.join("','")}'])[1 + floor(power(${random}, ${bias}) * ${list.length})]`;
};

/**
 * Fills a migrated database with 5,000 clients, 1,000,000 patients with a realistic frequency of names, and 3,000,000
 * studies since February 2022, at random from a fixed seed. It takes about two minutes, because indexes are dropped and
 * triggers disabled meanwhile.
 */
export const fillMillion = async (databaseURL: string): Promise<void> => {
  const pool = openPool(databaseURL, { max: 1 });
  try {
    await pool.query(`set session_replication_role = replica; set maintenance_work_mem = '512MB'`);
    await pool.query('select setseed(0.5)');
    const { rows: indexes } = await pool.query<{ indexname: string; indexdef: string }>(
      `select indexname, indexdef from pg_indexes
       where schemaname = 'public' and tablename in ('patients', 'studies') and indexname not like '%_pkey'`,
    );
    for (const { indexname } of indexes) await pool.query(`drop index ${indexname}`);
    for (const statement of [...fill, updatePatientCounters]) await pool.query(statement);
    for (const { indexdef } of indexes) await pool.query(indexdef);
    for (const statement of fillTriggerTables) await pool.query(statement);
    await pool.query('vacuum analyze');
  } finally {
    await pool.end();
  }
};

const fill = [
  `insert into accounts (role, email, name, password_hash)
  select 'doctor', 'doctor' || i || '@clinic.test',
    ${oneOf('Стоматология Клиника Доктор Центр', 'random()')} || ' «' || ${oneOf(SURNAMES, 'random()')} || ' и ' ||
      ${oneOf(SURNAMES, 'random()')} || '» ' || i, 'none'
  from generate_series(1, 5000) i`,
  // one surname in ten is rare; the largest client has 14,000 patients
  `insert into patients (doctor_id, name, sex, birthday, phone)
  select (select min(id) from accounts where role = 'doctor') + floor(5000 * power(r1, 2)),
    case when r2 < 0.1 then ${oneOf(BEGINNINGS, 'r3')} || lower(surname) else surname end ||
      case when woman then 'а ' || ${oneOf(WOMEN, 'r5', 1.5)} else ' ' || ${oneOf(MEN, 'r5', 1.5)} end || ' ' ||
      ${oneOf(FATHERS, 'r6', 1.5)} || case when woman then 'на' else 'ич' end,
    case when woman then 'female' else 'male' end, date '1940-01-01' + floor(r7 * 28000)::int,
    '+79' || lpad(floor(r4 * 1e9)::bigint::text, 9, '0')
  from (
    select *, ${oneOf(SURNAMES, 'r3', 1.7)} as surname, r7 > 0.45 as woman
    from (select random() r1, random() r2, random() r3, random() r4, random() r5, random() r6, random() r7
      from generate_series(1, 1000000)) random_numbers
  ) people`,
  // available studies share the existing objects, if there are any
  `insert into studies (patient_id, doctor_id, patient_name, doctor_name, type, status, creator_id, created_at, done_at,
    object_id)
  select p.id, p.doctor_id, p.name, a.name, chosen.type, chosen.status,
    (select min(id) from accounts where role = 'assistant'),
    timestamptz '2022-02-01' + (timestamptz '2026-11-21' - timestamptz '2022-02-01') * (i / 3000000.0), now(),
    case when chosen.status = 'done' then existing.ids[1 + i % cardinality(existing.ids)] end
  from (
    select i, 1 + floor(random() * 1000000)::int as patient_id,
      case when random() < 0.6 then 'cbct' else 'rg' end as type,
      case when i > 2999000 then 'in-work' when i < 2300000 then 'archived' else 'done' end as status
    from generate_series(1, 3000000) i
  ) chosen
  join patients p on p.id = chosen.patient_id
  join accounts a on a.id = p.doctor_id
  left join (
    select type, array_agg(object_id) as ids from studies where object_id is not null group by type
  ) existing on existing.type = chosen.type
  order by i`,
];

/**
 * Updates the counters that triggers maintain. It runs before the indexes exist, because each row's index entries would
 * be rewritten.
 */
const updatePatientCounters = `update patients p set studies_count = s.studies, in_work_count = s.in_work, last_study_created_at = s.last
  from (select patient_id, count(*) as studies, count(*) filter (where status = 'in-work') as in_work,
    max(created_at) as last from studies group by patient_id) s
  where s.patient_id = p.id`;

/** The tables that triggers maintain. */
const fillTriggerTables = [
  `insert into tallies (name, shard, total) values ('studies', 0, 3000000), ('doctors', 0, 5000)
  on conflict (name, shard) do update set total = excluded.total`,
  `insert into search_words
  select distinct word from patients, regexp_split_to_table(trim(words_of(name)), ' ') word on conflict do nothing`,
  'select tend_marks(4)',
  `insert into client_totals (doctor_id, patients_count, studies_count)
  select doctor_id, count(*), sum(studies_count) from patients group by doctor_id on conflict (doctor_id)
  do update set patients_count = excluded.patients_count, studies_count = excluded.studies_count`,
  `insert into client_activity (doctor_id, active_at) select doctor_id, max(created_at) from studies group by doctor_id
  on conflict (doctor_id) do update set active_at = excluded.active_at`,
];
