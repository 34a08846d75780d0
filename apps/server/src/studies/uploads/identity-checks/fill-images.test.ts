import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { neverAborted } from '../../lifecycle/lifecycle.fixture.ts';
import { runMaintenance } from '../../lifecycle/maintenance.ts';
import { volume } from '../../../testing/scans/dicom.ts';
import { DAY_MS } from '../../../platform/time-and-sizes/duration.ts';
import { after } from '../../../platform/time-and-sizes/clock.ts';
import { listJobs } from '../../../testing/portal/queued-jobs.ts';
import {
  completeUploadOf,
  type FileToSend,
  sendFiles,
  waitUntilProcessed,
} from '../../../testing/scans/sending.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';
import { fillImages, fillUploadImages } from './fill-images.ts';

const { name } = fillUploadImages;
const MIGRATION = readFileSync(
  join(import.meta.dirname, '../../../../migrations/0125_uploaded_images.sql'),
  'utf8',
);
const QUEUE_FIRST = /^do [^]*?^end \$\$;/m.exec(MIGRATION)?.[0] ?? '';

/** A portal without the workers that do the job. */
const setUp = async () => {
  const server = await startServer();
  const { as, make, context, work } = server;
  const { db } = context;
  await work(
    'process-upload',
    'make-metadata',
    'delete-unused-files',
    'move-or-delete-object',
    'discard-upload',
  );
  const assistant = await as(await make.assistant());
  const publish = async (files: FileToSend[], type: 'cbct' | 'rg' = 'cbct') => {
    const { studyID } = await make.study({ type });
    const uploadUUID = await sendFiles(assistant, studyID, files);
    await completeUploadOf(assistant, uploadUUID, files);
    expect(await waitUntilProcessed(assistant, uploadUUID)).toMatchObject({ error: null });
    return { studyID, uploadUUID };
  };
  const listFilled = async () => {
    const { rows } = await sql<{ uploadUUID: string; images: string[] }>`
      select upload_uuid as "uploadUUID", array(select i::text from unnest(images) i order by i) as images
      from upload_images order by upload_uuid`.execute(db);
    return rows;
  };
  /**
   * Brings the database to the state of a version before migration 0125. Returns the rows that the processing had
   * written.
   */
  const forget = async (instances: number) => {
    const count = async () => (await db.selectFrom('objectInstances').select('entry').execute()).length;
    await until('the metadata', async () => (await count()) === instances);
    const written = await listFilled();
    await sql`delete from upload_images`.execute(db);
    return written;
  };
  const listQueued = () => listJobs<{ after?: string; seen?: number; of?: number }>(db, { task: name });
  return { ...server, db, assistant, publish, listFilled, forget, listQueued };
};

const png = () =>
  sharp({ create: { width: 4, height: 3, channels: 3, background: 'red' } })
    .png()
    .toBuffer();

test('the images of earlier studies are recorded once, and then nothing is queued', async () => {
  const { db, publish, listFilled, forget, listQueued, work, logged } = await setUp();
  await publish(volume(2));
  await publish([{ filename: 'a.png', bytes: await png() }], 'rg');
  const written = await forget(2);
  expect(written).toHaveLength(2);
  await sql.raw(QUEUE_FIRST).execute(db);
  expect(await listQueued()).toHaveLength(1);
  await work(name);
  await until('the end of the job', async () => (await listQueued()).length === 0);
  expect(await listFilled()).toEqual(written);
  expect(logged.filter((line) => line.includes('"seen":2,"of":2,"isEnd":true'))).toHaveLength(1);
});

test('a new portal queues no job to record the images of earlier studies', async () => {
  const { db, listQueued } = await setUp();
  await sql.raw(QUEUE_FIRST).execute(db);
  expect(await listQueued()).toEqual([]);
});

test('when a worker is killed, the next one continues recording images with the next batch', async () => {
  const { context, publish, listFilled, forget, listQueued, work, logged } = await setUp();
  for (const series of ['a', 'b', 'c']) await publish(volume(2, series));
  const written = await forget(6);
  await fillImages(context, {}, 1);
  expect(await listFilled()).toEqual(written.slice(0, 1));
  const payload = { after: written[0]?.uploadUUID, seen: 1, of: 3 };
  expect(await listQueued()).toMatchObject([{ payload }]);
  // a batch whose worker dies after the commit is not repeated, and a repetition would do no harm
  await fillImages(context, {}, 1);
  await work(name);
  await until('the end of the job', async () => (await listQueued()).length === 0);
  expect(await listFilled()).toEqual(written);
  expect(logged.filter((line) => line.includes('"isEnd":true'))).toHaveLength(1);
});

test('the images of a purged study are not recorded, and those of a study in the bin are', async () => {
  const { context, publish, listFilled, forget, assistant, clock, db } = await setUp();
  const purged = await publish(volume(2, 'a'));
  const binned = await publish(volume(2, 'b'));
  const kept = await publish(volume(2, 'c'));
  await forget(6);
  for (const { studyID } of [purged, binned])
    expect((await assistant.delete(`/assistant/studies/${studyID}`)).status).toBe(204);
  const deletedAt = after(clock.now(), -31 * DAY_MS);
  await db.updateTable('studies').set({ deletedAt }).where('id', '=', purged.studyID).execute();
  await runMaintenance(context, neverAborted);
  const isGone = async () =>
    (await db.selectFrom('objects').select('id').where('id', '=', purged.uploadUUID).execute()).length === 0;
  await until('the object to be purged', isGone);
  await fillImages(context, {});
  const filled = (await listFilled()).map(({ uploadUUID }) => uploadUUID);
  expect(filled.toSorted()).toEqual([binned.uploadUUID, kept.uploadUUID].toSorted());
});
