import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifyChain } from '../../platform/audit/verify-chain.ts';
import { linkEvents } from '../../platform/audit/chain.ts';
import { startServer, type TestServer } from '../../testing/portal/server.ts';
import {
  askToErase,
  keysOfList,
  listKeys,
  NAME,
  runErasure,
  startWithAdministrators,
} from './erasure.fixture.ts';
import { makeFilledPatient } from './fill.fixture.ts';
import {
  clearedTables,
  deletedTables,
  TABLES_WITH_PATIENTS,
  TEXT_COLUMNS,
  unrelatedTables,
} from './tables.fixture.ts';

const TABLES = `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
  and relname not like 'kysely_%' order by 1`;

const namesOf = async ({ context }: TestServer, query: string) =>
  (await context.pool.query<{ name: string }>(query)).rows.map(({ name }) => name);

test('the erasure lists every table of the database, and every text column of the tables whose rows stay', async () => {
  const server = await startServer();
  const known = [...deletedTables, ...Object.keys(clearedTables), ...unrelatedTables];
  expect(known.toSorted()).toEqual(await namesOf(server, TABLES));
  const withPatients = await namesOf(server, TABLES_WITH_PATIENTS);
  expect(withPatients.filter((name) => unrelatedTables.includes(name))).toEqual([]);
  const { rows } = await server.context.pool.query<{ table: string; columns: string[] }>(TEXT_COLUMNS);
  const columns = Object.fromEntries(rows.map((row) => [row.table, row.columns]));
  const ofCleared = Object.keys(clearedTables).map((name) => [name, columns[name] ?? []]);
  expect(Object.fromEntries(ofCleared)).toEqual(clearedTables);
});

/** How many rows each table has, and how many of them contain the name, the phone number or the e-mail. */
const countRows = async ({ context }: TestServer) => {
  const counts: Record<string, { rows: number; traces: number }> = {};
  for (const name of [...deletedTables, ...Object.keys(clearedTables), ...unrelatedTables]) {
    const { rows } = await context.pool.query<{ rows: number; traces: number }>(
      `select count(*)::int as rows, (count(*) filter (where t::text ~* 'зюзюкин|9997776655|777 66 55|777-66-55|zyuzyukin'
         ))::int as traces from ${name} t`,
    );
    counts[name] = rows[0] ?? { rows: 0, traces: 0 };
  }
  return counts;
};

const filledButErasureObjects = deletedTables.filter((name) => name !== 'erasure_objects');

test('an erasure leaves no row, no text and no object of the patient, and an intact chain with its record', async () => {
  const { server, first, second, asFirst, asSecond } = await startWithAdministrators();
  const owner = await server.make.doctor();
  const patient = await makeFilledPatient(server, owner);
  const before = await countRows(server);
  expect(filledButErasureObjects.filter((name) => before[name]?.rows === 0)).toEqual([]);
  const onlyIDs = ['audit_chain', 'audit_events', 'erasures', 'merged_patients'];
  const withTexts = Object.keys(clearedTables).filter((name) => !onlyIDs.includes(name));
  expect(withTexts.filter((name) => before[name]?.traces === 0)).toEqual([]);

  const erasureUUID = await askToErase(asFirst, patient.patientID);
  expect((await asSecond.post(`/assistant/erasures/${erasureUUID}/confirm`)).status).toBe(204);
  await runErasure(server.context, erasureUUID);

  const after = await countRows(server);
  expect(deletedTables.filter((name) => after[name]?.rows !== 0)).toEqual([]);
  expect(Object.keys(after).filter((name) => after[name]?.traces !== 0)).toEqual([]);
  expect(await listKeys(server.context)).toEqual(keysOfList(erasureUUID, patient.mergedID));
  expect(await readdir(join(server.context.config.dataDir, 'mail'))).toEqual([]);

  const { db } = server.context;
  const record = await db
    .selectFrom('auditEvents')
    .select(['patientID', 'doctorID', 'actorKind', 'details'])
    .where('action', '=', 'patient.erase')
    .executeTakeFirstOrThrow();
  expect(record).toMatchObject({
    patientID: patient.patientID,
    doctorID: owner.id,
    actorKind: 'portal',
    details: {
      erasureUUID,
      requestedBy: first.id,
      confirmedBy: second.id,
      studies: 1,
      objects: 1,
      messages: 5,
      bookings: 1,
      referrals: 2,
      letters: 3,
      savedFilters: 1,
    },
  });
  await linkEvents(db);
  expect(await verifyChain(db, { exported: [], keys: [] })).toMatchObject({ problems: [] });
  const list = await asFirst.get('/assistant/erasures');
  expect(JSON.stringify(list.body)).not.toContain(NAME);
  expect(list.body).toMatchObject({
    erasures: [{ status: 'done', patientName: null, studiesCount: 1, reason: '' }],
  });
});
