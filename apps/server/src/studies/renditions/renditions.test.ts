import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { copyStudy } from '@snimok/contract/studies/copies';
import { getViewerStudy } from '@snimok/contract/viewing/online-viewer';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Tx } from '../../platform/db/client.ts';
import { enqueueRendition } from '../objects/jobs.ts';
import { volume } from '../../testing/scans/dicom.ts';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { sendStudy } from '../../testing/scans/sending.ts';
import { startServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { framesOf, readyStudy, ticketOf, withTicket } from '../../testing/callers/viewer.ts';
import { deleteJobs, listJobs, lockJobs, lockJobTable } from '../../testing/portal/queued-jobs.ts';
import { makeRenditionOf } from './make-rendition.ts';

/** A portal with a worker and a processed CBCT study. */
const startWithStudy = async (settings?: Record<string, string>) => {
  const server = await startServer(settings);
  const { make, as, nobody, context } = server;
  await server.work();
  const assistant = await as(await make.assistant());
  const { studyID } = await make.study({ type: 'cbct' });
  await sendStudy(assistant, studyID, volume(9));
  const open = async (id = studyID) =>
    ticketOf(await assistant.post(`/assistant/studies/${id}/remote-session`));
  /** Waits for the rendition and for the end of its job. */
  const ready = async (id = studyID) => {
    const study = await readyStudy(nobody, await open(id));
    await until('the end of the rendition jobs', async () => (await jobs()) === 0);
    return study;
  };
  const jobs = async () => (await listJobs(context.db, { task: 'make-rendition' })).length;
  const keys = async () => {
    const found: string[] = [];
    for await (const { key } of context.storage.list('views/')) found.push(key);
    return found;
  };
  const renditions = () => context.db.selectFrom('objectViews').selectAll().execute();
  const rendition = () => context.db.selectFrom('objectViews').selectAll().executeTakeFirstOrThrow();
  return { ...server, assistant, studyID, open, ready, keys, renditions, rendition };
};

test('the rendition is made once, right after processing, before the study is opened', async () => {
  const { keys, renditions, rendition, ready, context } = await startWithStudy();
  // the worker may not have started it yet
  const { objectID } = await until('the rendition', async () =>
    (await renditions()).find(({ status }) => status === 'ready'),
  );
  expect(await keys()).toEqual([expect.stringContaining(`views/${objectID}.`)]);
  const before = await rendition();
  expect((await ready()).series).toHaveLength(1);
  expect(await rendition()).toEqual(before);
  const { sizeBytes } = (await context.storage.head(before.key!))!;
  expect(sizeBytes).toBe(before.sizeBytes);
});

test('archiving a study deletes its rendition, and opening the restored study makes it again', async () => {
  const { ready, keys, clock, assistant, studyID, open, nobody } = await startWithStudy({
    UPLOAD_MAX_AGE: '30m0s',
  });
  await ready();
  const ticket = await open();
  clock.advance(30 * 60_000 + 1);
  await until('the removal of the rendition', async () => (await keys()).length === 0);
  expect((await nobody.get('/viewer/study', withTicket(ticket))).status).toBe(403);
  expect((await assistant.get(`/studies/${studyID}/series`)).body).toEqual({ series: [], making: false });
  await assistant.put(`/assistant/studies/${studyID}/restore`);
  await until('the study to be restored', async () => {
    const { body } = await assistant.get(`/assistant/studies/${studyID}`);
    return (body as { status: string }).status === 'done';
  });
  expect((await ready()).status).toBe('ready');
  expect(await keys()).toHaveLength(1);
});

test('a copy of a study uses the rendition of the original', async () => {
  const { ready, keys, make, assistant, studyID, open, address } = await startWithStudy();
  await ready();
  const before = await keys();
  const doctor = await make.doctor();
  const copy = responseOf(
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

test('a rendition that a killed worker left unfinished is made again when the study is opened, without leftovers', async () => {
  const { ready, keys, rendition, context } = await startWithStudy();
  await ready();
  const { objectID, key } = await rendition();
  const runID = randomUUID();
  const killed = `views/${objectID}.`;
  await context.storage.put(`${killed}${runID}`, Readable.from([Buffer.from('half of it')]));
  await context.db.updateTable('objectViews').set({ status: 'making', runID, key: null }).execute();
  await context.storage.remove(key!);
  expect((await ready()).status).toBe('ready');
  const now = await rendition();
  expect(now.runID).not.toBe(runID);
  expect(await keys()).toEqual([now.key]);
});

test('a rendition of an older format is made again when the study is opened, even if an old job is still locked', async () => {
  const { open, nobody, ready, keys, rendition, context } = await startWithStudy();
  await ready();
  const { objectID, key } = await rendition();
  await context.db.transaction().execute(async (tx) => {
    await tx.updateTable('objectViews').set({ format: 0 }).execute();
    await enqueueRendition(tx, objectID);
    await lockJobs(tx, 'older', { key: `make-view:${objectID}` });
  });
  const ticket = await open();
  await deleteJobs(context.db, { lockedBy: 'older' });
  expect((await readyStudy(nobody, ticket)).status).toBe('ready');
  const now = await rendition();
  expect(now.key).not.toBe(key);
  expect(await keys()).toEqual([now.key]);
});

test('a rendition with warnings of the earlier volume builder is made again when the study is opened, others are not', async () => {
  const { open, nobody, ready, rendition, context } = await startWithStudy();
  await ready();
  const { key } = await rendition();
  const change = (facts: string) =>
    sql`update object_view_series set facts = (facts - 'builder') || ${facts}::jsonb`.execute(context.db);
  await change('{}');
  expect((await ready()).status).toBe('ready');
  expect((await rendition()).key).toBe(key);
  await change('{"warnings": ["Срезы идут с разным шагом"]}');
  expect((await readyStudy(nobody, await open())).series).toMatchObject([{ warnings: [], missing: [] }]);
  const again = await rendition();
  expect(again.key).not.toBe(key);
  await change('{"builder": 2, "kind": "pictures", "frameCount": 64}');
  expect((await readyStudy(nobody, await open())).series).toMatchObject([{ kind: 'volume' }]);
  expect((await rendition()).key).not.toBe(again.key);
});

test('a rendition that becomes ready during a request is not reported as failed', async () => {
  const { open, nobody, ready, context } = await startWithStudy();
  await ready();
  const ticket = await open();
  const set = (db: Tx, status: string) => db.updateTable('objectViews').set({ status }).execute();
  await set(context.db, 'making');
  const waitingQuery = `select 1 from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock' and query like '%make-view:%'`;
  const { answer } = await context.db.transaction().execute(async (tx) => {
    await lockJobTable(tx);
    const answer = nobody.get('/viewer/study', withTicket(ticket));
    await until(
      'the request to wait for the lock',
      async () => (await context.pool.query(waitingQuery)).rows.length > 0,
    );
    await set(tx, 'ready');
    return { answer };
  });
  expect(responseOf(getViewerStudy, await answer)).toMatchObject({ status: 'ready', reason: null });
});

test('simultaneous runs leave exactly one rendition', async () => {
  const { ready, keys, rendition, context } = await startWithStudy();
  await ready();
  const { objectID } = await rendition();
  const run = () => makeRenditionOf(context, { objectID }, new AbortController().signal);
  // a run may fail because a newer one removed its working files; its job would be tried again
  const outcomes = await Promise.allSettled([run(), run(), run()]);
  expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
  const now = await rendition();
  expect([now.status, await keys()]).toEqual(['ready', [now.key]]);
});

test('a study without a readable image gets a failed rendition, which is not made again at every opening', async () => {
  const { make, assistant, open, nobody, context } = await startWithStudy();
  const { studyID } = await make.study({ type: 'cbct' });
  const broken = volume(3).map(({ filename, bytes }) => ({ filename, bytes: bytes.subarray(0, -900) }));
  expect((await sendStudy(assistant, studyID, broken)).error).toBeNull();
  const ticket = await open(studyID);
  const study = await readyStudy(nobody, ticket);
  expect(study).toMatchObject({
    status: 'failed',
    reason: 'В файлах исследования нет снимков, которые можно показать. Файлы есть в скачиваемом архиве',
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
