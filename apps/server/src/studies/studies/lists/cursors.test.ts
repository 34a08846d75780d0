import { listStudies } from '@snimok/contract/studies/studies';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { TestClient } from '../../../testing/requests-and-waiting/client.ts';
import { isLockAwaited } from '../../../testing/portal/locks.ts';
import { responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { startServer, type TestServer } from '../../../testing/portal/server.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';
import { maintainCursors } from './cursors.ts';

const ORDERS = {
  createdAt: 'created_at',
  examinedAt: `coalesce(examined_at, '0001-01-01Z')`,
  patientName: 'patient_name collate "ru-RU-x-icu"',
  doctorName: 'doctor_name collate "ru-RU-x-icu"',
  type: 'type',
} as const;
type Field = keyof typeof ORDERS;

/** More than 2,000 studies, so that far pages use the cursors; names and creation times repeat. */
const fillCentre = async ({ context, make }: TestServer, studies: number) => {
  const doctor = await make.doctor({ name: 'Клиника' });
  const assistant = await make.assistant();
  await sql`insert into patients (doctor_id, name, sex)
    select ${doctor.id}, (array['Ёлкин', 'ежов', 'Жуков', 'Семёнов', 'Семенов', 'яков'])[1 + i % 6], 'male'
    from generate_series(1, ${studies}) i`.execute(context.db);
  await sql`insert into studies (patient_id, doctor_id, patient_name, doctor_name, type, creator_id, created_at,
      examined_at, examined_offset, examined_precision, examined_source)
    select id, doctor_id, name, (array['Клиника Б', 'клиника А', 'Врач'])[1 + id * 7 % 3],
      case when id % 5 = 0 then 'rg' else 'cbct' end, ${assistant.id},
      timestamptz '2026-01-01' + (id * 37 % 4000) * interval '1 hour',
      case when id % 3 > 0 then timestamptz '2016-01-01' + (id * 41 % 4000) * interval '1 day' end,
      case when id % 3 > 0 then 180 end, case when id % 3 > 0 then 'day' end, case when id % 3 > 0 then 'files' end
    from patients order by id`.execute(context.db);
};

const idsAt = async (assistant: TestClient, field: Field, direction: string, offset: number) => {
  const reply = await assistant.get(`/assistant/studies?sortedBy=${field}.${direction}&offset=${offset}`);
  const { studies, totalCount } = responseOf(listStudies, reply);
  return { ids: studies.map(({ studyID }) => studyID), totalCount };
};

/** Compares pages of the API with slices of the complete sorted list. */
const expectExact = async ({ context }: TestServer, assistant: TestClient) => {
  for (const [field, order] of Object.entries(ORDERS) as [Field, string][]) {
    const { rows } = await sql<{ id: number }>`select id from studies where deleted_at is null
      order by ${sql.raw(order)}, id`.execute(context.db);
    const ascending = rows.map(({ id }) => id);
    for (const [direction, all] of [
      ['asc', ascending],
      ['desc', ascending.toReversed()],
    ] as const) {
      for (const offset of [0, 2010, 2040, Math.floor((all.length - 1) / 30) * 30, all.length, 90_000]) {
        const page = await idsAt(assistant, field, direction, offset);
        expect([field, direction, offset, page]).toEqual([
          field,
          direction,
          offset,
          { ids: all.slice(offset, offset + 30), totalCount: all.length },
        ]);
      }
    }
  }
};

test('a page far from both ends is exact before and after cursors are added', async () => {
  const server = await startServer();
  await fillCentre(server, 4100);
  const { db } = server.context;
  const assistant = await server.as(await server.make.assistant());
  await expectExact(server, assistant);
  await maintainCursors(db);
  const { rows } = await sql<{
    list: string;
    cursors: number;
    most: number;
  }>`select list, count(*) as cursors,
    max(studies) as most from list_marks group by list order by list`.execute(db);
  expect(rows).toEqual(
    ['createdAt', 'doctorName', 'examinedAt', 'patientName', 'type'].map((list) => ({
      list,
      cursors: 3,
      most: 2000,
    })),
  );
  await expectExact(server, assistant);
});

test('pages stay exact while studies are added, removed and re-sorted', async () => {
  const server = await startServer();
  await fillCentre(server, 4100);
  const { db } = server.context;
  const assistant = await server.as(await server.make.assistant());
  await maintainCursors(db);
  const changes = [
    sql`update studies set deleted_at = now() where id % 7 = 0`,
    sql`delete from studies where id % 11 = 0`,
    sql`update studies set deleted_at = null where id % 21 = 0`,
    sql`update patients set name = 'Абрамов' where id % 13 = 0`,
    sql`update accounts set name = 'Щука' where name = 'Клиника'`,
    sql`update studies set created_at = created_at + interval '90 days', type = 'rg' where id % 17 = 0`,
    sql`insert into studies (patient_id, doctor_id, patient_name, doctor_name, type, creator_id, created_at)
      select patient_id, doctor_id, patient_name, doctor_name, type, creator_id, created_at from studies where id % 19 = 0`,
    sql`delete from studies where patient_name in ('Абрамов', 'яков')`,
  ];
  for (const [i, change] of changes.entries()) {
    await change.execute(db);
    if (i % 2 === 0) await maintainCursors(db);
  }
  await expectExact(server, assistant);
  await maintainCursors(db);
  await expectExact(server, assistant);
});

test('a study that is created while cursors are added is counted once', async () => {
  const server = await startServer();
  await fillCentre(server, 4100);
  const { db } = server.context;
  const assistant = await server.as(await server.make.assistant());
  const copy = sql`insert into studies (patient_id, doctor_id, patient_name, doctor_name, type, creator_id, created_at)
    select patient_id, doctor_id, patient_name, doctor_name, type, creator_id, created_at from studies order by id limit 25`;
  let maintenance: Promise<void> | undefined;
  const inserts: Promise<unknown>[] = [];
  await db.transaction().execute(async (tx) => {
    await copy.execute(tx);
    maintenance = maintainCursors(db);
    for (let i = 0; i < 4; i++) inserts.push(copy.execute(db));
    // the maintenance waits for this transaction, and the other insertions for the maintenance
    await until('the maintenance to wait for this transaction', () => isLockAwaited(server.context));
  });
  await Promise.all([maintenance, ...inserts]);
  await expectExact(server, assistant);
});

test('a wrong count of a cursor is corrected by the maintenance', async () => {
  const server = await startServer();
  await fillCentre(server, 2100);
  const { db } = server.context;
  const assistant = await server.as(await server.make.assistant());
  await maintainCursors(db);
  await sql`update list_marks set studies = studies + 100`.execute(db);
  expect((await idsAt(assistant, 'type', 'asc', 2070)).totalCount).not.toBe(2100);
  await maintainCursors(db);
  await expectExact(server, assistant);
});
