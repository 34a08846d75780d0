import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { copyStudy } from '@snimok/contract/copies';
import { getViewerStudy } from '@snimok/contract/viewer';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Tx } from '../../platform/db/client.ts';
import { enqueueRendition } from '../objects/jobs.ts';
import { volume } from '../../testing/dicom.ts';
import { promised } from '../../testing/contract.ts';
import { sendStudy } from '../../testing/sending.ts';
import { startServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';
import { framesOf, readyStudy, ticketIn, withTicket } from '../../testing/viewer.ts';
import { makeRenditionOf } from './make-rendition.ts';

/** A study that was sent and made ready to be looked at. */
const centre = async (settings?: Record<string, string>) => {
  const server = await startServer(settings);
  const { make, as, nobody, context } = server;
  await server.work();
  const assistant = await as(await make.assistant());
  const { studyID } = await make.study({ type: 'cbct' });
  await sendStudy(assistant, studyID, volume(9));
  const open = async (id = studyID) =>
    ticketIn(await assistant.post(`/assistant/studies/${id}/remote-session`));
  /** Until the job is struck off, too. */
  const ready = async (id = studyID) => {
    const study = await readyStudy(nobody, await open(id));
    await until('no view to be in hand', async () => (await jobs()) === 0);
    return study;
  };
  const jobs = async () => {
    const { rows } = await context.pool.query(
      `select 1 from graphile_worker.jobs where task_identifier = 'make-view'`,
    );
    return rows.length;
  };
  const keys = async () => {
    const found: string[] = [];
    for await (const { key } of context.storage.list('views/')) found.push(key);
    return found;
  };
  const views = () => context.db.selectFrom('objectViews').selectAll().execute();
  const view = () => context.db.selectFrom('objectViews').selectAll().executeTakeFirstOrThrow();
  return { ...server, assistant, studyID, open, ready, keys, views, view };
};

test('what is looked at is made right after processing, before anybody opens it, once for all who look', async () => {
  const { keys, views, view, ready, context } = await centre();
  // the worker may not have begun it yet
  const { objectID } = await until('the view', async () =>
    (await views()).find(({ status }) => status === 'ready'),
  );
  expect(await keys()).toEqual([expect.stringContaining(`views/${objectID}.`)]);
  const before = await view();
  expect((await ready()).series).toHaveLength(1);
  expect(await view()).toEqual(before);
  const { sizeBytes } = (await context.storage.head(before.key!))!;
  expect(sizeBytes).toBe(before.sizeBytes);
});

test('an archived study takes what was made of it along; restored, it is made again when it is opened', async () => {
  const { ready, keys, clock, assistant, studyID, open, nobody } = await centre({ UPLOAD_MAX_AGE: '30m0s' });
  await ready();
  const ticket = await open();
  clock.pass(30 * 60_000 + 1);
  await until('the view to be removed', async () => (await keys()).length === 0);
  expect((await nobody.get('/viewer/study', withTicket(ticket))).status).toBe(403);
  expect((await assistant.get(`/studies/${studyID}/series`)).body).toEqual({ series: [], making: false });
  await assistant.put(`/assistant/studies/${studyID}/restore`);
  await until('the study to be back', async () => {
    const { body } = await assistant.get(`/assistant/studies/${studyID}`);
    return (body as { status: string }).status === 'done';
  });
  expect((await ready()).status).toBe('ready');
  expect(await keys()).toHaveLength(1);
});

test('a copy is looked at by what was made of the original', async () => {
  const { ready, keys, make, assistant, studyID, open, address } = await centre();
  await ready();
  const before = await keys();
  const doctor = await make.doctor();
  const copy = promised(
    copyStudy,
    await assistant.post(`/assistant/studies/${studyID}/copy`, {
      doctorID: doctor.id,
      shouldDuplicatePatient: true,
    }),
  );
  expect((await ready(copy.studyID)).status).toBe('ready');
  const path = '0/frames?count=9';
  expect(await framesOf(address, await open(copy.studyID), path)).toEqual(
    await framesOf(address, await open(), path),
  );
  expect(await keys()).toEqual(before);
});

test('what a killed worker has begun is begun anew when somebody opens the study, and nothing stays behind', async () => {
  const { ready, keys, view, context } = await centre();
  await ready();
  const { objectID, key } = await view();
  const [runID, killed] = [randomUUID(), `views/${objectID}.`];
  await context.storage.put(`${killed}${runID}`, Readable.from([Buffer.from('half of it')]));
  await context.db.updateTable('objectViews').set({ status: 'making', runID, key: null }).execute();
  await context.storage.remove(key!);
  expect((await ready()).status).toBe('ready');
  const now = await view();
  expect(now.runID).not.toBe(runID);
  expect(await keys()).toEqual([now.key]);
});

test('what older code has packed is packed anew when it is opened, though its job may not be struck off yet', async () => {
  const { open, nobody, ready, keys, view, context } = await centre();
  await ready();
  const { objectID, key } = await view();
  await context.db.transaction().execute(async (tx) => {
    await tx.updateTable('objectViews').set({ format: 0 }).execute();
    await enqueueRendition(tx, objectID);
    await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'older'
      where key = ${`make-view:${objectID}`}`.execute(tx);
  });
  const ticket = await open();
  await sql`delete from graphile_worker._private_jobs where locked_by = 'older'`.execute(context.db);
  expect((await readyStudy(nobody, ticket)).status).toBe('ready');
  const now = await view();
  expect(now.key).not.toBe(key);
  expect(await keys()).toEqual([now.key]);
});

test('what is finished while somebody asks for it is not told as given up', async () => {
  const { open, nobody, ready, context } = await centre();
  await ready();
  const ticket = await open();
  const set = (db: Tx, status: string) => db.updateTable('objectViews').set({ status }).execute();
  await set(context.db, 'making');
  const asked = `select 1 from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock' and query like '%make-view:%'`;
  const { answer } = await context.db.transaction().execute(async (tx) => {
    await sql`lock table graphile_worker._private_jobs in access exclusive mode`.execute(tx);
    const answer = nobody.get('/viewer/study', withTicket(ticket));
    await until('the question to wait', async () => (await context.pool.query(asked)).rows.length > 0);
    await set(tx, 'ready');
    return { answer };
  });
  expect(promised(getViewerStudy, await answer)).toMatchObject({ status: 'ready', reason: null });
});

test('two runs at once end as one view', async () => {
  const { ready, keys, view, context } = await centre();
  await ready();
  const { objectID } = await view();
  const run = () => makeRenditionOf(context, { objectID }, new AbortController().signal);
  // one may lose its working files to the other, and is tried again then
  const ended = await Promise.allSettled([run(), run(), run()]);
  expect(ended.some(({ status }) => status === 'fulfilled')).toBe(true);
  const now = await view();
  expect([now.status, await keys()]).toEqual(['ready', [now.key]]);
});

test('files without a single readable picture end in words, and are not tried again and again', async () => {
  const { make, assistant, open, nobody, context } = await centre();
  const { studyID } = await make.study({ type: 'cbct' });
  const broken = volume(3).map(({ filename, bytes }) => ({ filename, bytes: bytes.subarray(0, -900) }));
  expect((await sendStudy(assistant, studyID, broken)).error).toBeNull();
  const ticket = await open(studyID);
  const study = await readyStudy(nobody, ticket);
  expect(study).toMatchObject({
    status: 'failed',
    reason: 'В файлах исследования нет снимков, которые можно показать. Скачайте исследование целиком',
    series: [],
    firstSeries: null,
  });
  const { runID } = await context.db
    .selectFrom('objectViews')
    .select('runID')
    .where('status', '=', 'failed')
    .executeTakeFirstOrThrow();
  await open(studyID);
  expect((await readyStudy(nobody, ticket)).status).toBe('failed');
  const after = await context.db
    .selectFrom('objectViews')
    .select('runID')
    .where('status', '=', 'failed')
    .executeTakeFirstOrThrow();
  expect(after.runID).toBe(runID);
});
