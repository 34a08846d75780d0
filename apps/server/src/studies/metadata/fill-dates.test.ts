import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listJobs } from '../../testing/portal/queued-jobs.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { neverAborted } from '../lifecycle/lifecycle.fixture.ts';
import { deleteArtifact } from '../objects/runs.ts';
import { startCentre } from '../studies/examination/examination.fixture.ts';
import { fillDates, fillExaminationDates } from './fill-dates.ts';

const { name } = fillExaminationDates;
const MIGRATION = readFileSync(join(import.meta.dirname, '../../../migrations/0138_examined_at.sql'), 'utf8');
const QUEUE_FIRST = /^do [^]*?^end \$\$;/m.exec(MIGRATION)?.[0] ?? '';

/** A portal with studies as a version before migration 0138 leaves them. */
const setUp = async () => {
  const centre = await startCentre();
  const { db, publish } = centre;
  const publishAt = async (hour: number) => {
    const acquisitionTime = `${String(hour).padStart(2, '0')}15`;
    return (await publish({ acquisitionDate: '20200315', acquisitionTime })).studyID;
  };
  const forget = async (published: number) => {
    const countReady = async () =>
      (await db.selectFrom('objectMetadata').select('key').where('key', 'is not', null).execute()).length;
    await until('the metadata', async () => (await countReady()) === published);
    await sql`update objects set image_dates = null`.execute(db);
    await sql`update studies set examined_at = null, examined_offset = null, examined_precision = null,
      examined_source = null, doubtful_dates = null where examined_source is distinct from 'person'`.execute(
      db,
    );
  };
  const timeOf = async (studyID: number) => (await centre.read(studyID)).examinedAt?.time;
  const listQueued = () => listJobs<{ after?: string; seen?: number }>(db, { task: name });
  return { ...centre, publishAt, forget, timeOf, listQueued };
};

test('earlier studies are dated once from their stored metadata, and dates that a person entered stay', async () => {
  const { db, publishAt, forget, timeOf, enter, listQueued, work, logged } = await setUp();
  const studyIDs = [await publishAt(8), await publishAt(9), await publishAt(10)];
  await enter(studyIDs[2] ?? 0, { day: '2020-03-14', time: '11:00' }, { day: '2020-03-15', time: '10:15' });
  await forget(3);
  expect(await timeOf(studyIDs[0] ?? 0)).toBeUndefined();
  await sql.raw(QUEUE_FIRST).execute(db);
  expect(await listQueued()).toHaveLength(1);
  await work(name);
  await until('the end of the job', async () => (await listQueued()).length === 0);
  expect(await Promise.all(studyIDs.map(timeOf))).toEqual(['08:15', '09:15', '11:00']);
  expect(
    logged.filter((line) => line.includes('the examinations of all earlier studies are dated')),
  ).toHaveLength(1);
});

test('when a worker is killed, the next one continues dating with the studies that are left', async () => {
  const { context, db, publishAt, forget, timeOf, listQueued, work } = await setUp();
  const studyIDs = [await publishAt(8), await publishAt(9)];
  await forget(2);
  await fillDates(context, {}, neverAborted, 1);
  const times = await Promise.all(studyIDs.map(timeOf));
  expect(times.filter((time) => time !== undefined)).toHaveLength(1);
  const [first] = await db.selectFrom('objects').select('id').where('imageDates', 'is not', null).execute();
  expect(await listQueued()).toMatchObject([{ payload: { after: first?.id, seen: 1 } }]);
  await work(name);
  await until('the end of the job', async () => (await listQueued()).length === 0);
  expect(await Promise.all(studyIDs.map(timeOf))).toEqual(['08:15', '09:15']);
});

test('a study without metadata is dated when they are made, and an archived one after its restore', async () => {
  const { context, db, assistant, publishAt, forget, timeOf, read } = await setUp();
  const studyIDs = [await publishAt(8), await publishAt(9)];
  const [lost = 0, archived = 0] = studyIDs;
  await forget(2);
  const { objectID } = await db
    .selectFrom('studies')
    .select('objectID')
    .where('id', '=', lost)
    .executeTakeFirstOrThrow();
  for (const key of await deleteArtifact(db, 'object_metadata', objectID ?? ''))
    await context.storage.remove(key);
  await assistant.put(`/assistant/studies/${archived}/archive`);
  const placeOf = async () =>
    (
      await sql<{ place: string }>`select place from objects join studies on object_id = objects.id
      where studies.id = ${archived}`.execute(db)
    ).rows[0]?.place;
  await until('the object to be archived', async () => (await placeOf()) === 'cold');
  await fillDates(context, {}, neverAborted);
  await until('the metadata', async () => (await timeOf(lost)) === '08:15');
  expect((await read(archived)).examinedAt).toBeNull();
  await assistant.put(`/assistant/studies/${archived}/restore`);
  await until('the restored study to be dated', async () => (await timeOf(archived)) === '09:15');
});

test('a new portal queues no job to date earlier studies', async () => {
  const { db, listQueued } = await setUp();
  await sql.raw(QUEUE_FIRST).execute(db);
  expect(await listQueued()).toEqual([]);
});
