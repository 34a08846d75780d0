import { dirname } from 'node:path';
import { Pool } from 'pg';
import { fillMillion } from '../../lists/million.ts';
import { migrateWithAssistant } from '../../programs/portal.ts';
import { PortalClient } from '../../programs/portal-client.ts';
import { fillBookings } from './fill-bookings.ts';
import { removeFolder, isFilled, markFilled } from './folder.ts';
import { phantoms } from './phantoms.ts';
import { uploadPhantoms } from './upload-phantoms.ts';
import type { Backend, Installation } from '../installations/installation.ts';

const ASSISTANTS = 100;

/** Starts the database and store with a million patients; the first run fills them, later runs reuse them. */
export const startFilledBackend = async <Own extends Backend>(
  installation: Installation<Own>,
  folder: string,
  logs: string,
): Promise<Own> => {
  if (await isFilled(folder)) return installation.startBackend(folder);
  await removeFolder(folder);
  const backend = await installation.startBackend(folder);
  try {
    await fill(installation, backend, logs);
    await markFilled(folder);
    return backend;
  } catch (cause) {
    await backend.stop();
    throw cause;
  }
};

const fill = async <Own extends Backend>(
  installation: Installation<Own>,
  backend: Own,
  logs: string,
): Promise<void> => {
  const account = await migrateWithAssistant(backend.databaseURL);
  const pool = new Pool({ connectionString: backend.databaseURL, max: 1 });
  try {
    await pool.query(insertAssistants);
    const portal = await installation.startPortal(backend, logs);
    const assistant = await PortalClient.signIn(portal.address, account.email, account.password);
    await uploadPhantoms(assistant, pool, await phantoms(dirname(backend.folder)));
    await portal.stop();
    // without this there is a checkpoint every few seconds
    await setMaxWalSize(pool, `'8GB'`);
    await fillMillion(backend.databaseURL);
    await pool.query(`set session_replication_role = replica; set maintenance_work_mem = '512MB'`);
    for (const statement of fillRest) await pool.query(statement);
    await fillBookings(pool);
    await pool.query('vacuum analyze');
    await setMaxWalSize(pool, 'default');
  } finally {
    await pool.end();
  }
};

const setMaxWalSize = async (pool: Pool, size: string): Promise<void> => {
  await pool.query(`alter system set max_wal_size = ${size}`);
  await pool.query('select pg_reload_conf()');
};

/** Inserted before the doctors, whose ids must be consecutive. */
const insertAssistants = `insert into accounts (role, email, name, password_hash)
  select 'assistant', 'assistant' || i || '@load.test', 'Ассистент ' || i, 'none'
  from generate_series(1, ${ASSISTANTS}) i`;

/** The remaining data of a portal of this size, without the audit history. */
const fillRest = [
  `update accounts set feature_flags = '{remote-viewer,schedule}' where role = 'doctor'`,
  `delete from tallies`,
  `insert into tallies (name, shard, total)
  select 'studies', 0, count(*) from studies union all select 'doctors', 0, count(*) from accounts where role = 'doctor'`,
  `insert into uploads (uuid, study_id, status, progress, creator_id, created_at, completed_at, processed_at)
  select gen_random_uuid(), s.id, 'processed', 1, s.creator_id, s.created_at, s.created_at, s.created_at
  from studies s where s.status <> 'in-work' and not exists (select from uploads u where u.study_id = s.id)`,
  // every second doctor has written and received twenty messages
  `insert into dialogs (doctor_id) select id from accounts where role = 'doctor' and id % 2 = 0`,
  `insert into messages (doctor_id, author_id, is_answer, text, created_at)
  select d.doctor_id, case when n % 2 = 0 then (select min(id) from accounts where role = 'assistant') else d.doctor_id end,
    n % 2 = 0, 'Добрый день! Пациент записан на снимок, пришлите его, пожалуйста, как будет готов. ' || n,
    timestamptz '2026-11-20' - (40 - n) * interval '1 day' + d.doctor_id % 1440 * interval '1 minute'
  from dialogs d cross join generate_series(1, 40) n order by n, d.doctor_id`,
  `update dialogs d set last_incoming_id = m.incoming, last_answer_id = m.answer, read_by_centre_id = m.incoming,
    read_by_doctor_id = m.answer, last_message_created_at = m.last, last_message_text = m.text
  from (select doctor_id, max(id) filter (where not is_answer) as incoming, max(id) filter (where is_answer) as answer,
      max(created_at) as last, max(text) as text from messages group by doctor_id) m
  where m.doctor_id = d.doctor_id`,
  `delete from locations`,
  `insert into locations (name, address, capacity, slot_minutes, hours)
  select 'Центр ' || i, 'Улица Мира, ' || i, 6, 15,
    (select jsonb_agg(jsonb_build_object('weekday', weekday, 'from', '09:00', 'to', '21:00'))
      from generate_series(1, 7) weekday)
  from generate_series(1, 20) i`,
];
