import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { keyOfRun, type Run } from '../../platform/db/stored-artifacts.ts';
import { listJobs } from '../../testing/portal/queued-jobs.ts';
import { startServer, type TestServer } from '../../testing/portal/server.ts';
import { makeDoneStudy, runJobs } from '../lifecycle/lifecycle.fixture.ts';
import { enqueueReconcile, removeUnusedKeys } from './jobs.ts';
import { publishRun, putRun } from './runs.ts';

const MAKING = { format: 1, status: 'making', key: null, sizeBytes: null };

const start = async () => {
  const server = await startServer();
  const { objectID, studyID } = await makeDoneStudy(server);
  const { db, storage } = server.context;
  const putView = () => db.transaction().execute((tx) => putRun(tx, 'object_views', { objectID, ...MAKING }));
  const write = (key: string) => storage.put(key, Readable.from([Buffer.from('made')]));
  const publishView = (run: Run) =>
    publishRun(server.context, 'object_views', run, write, { status: 'ready' });
  const view = () => db.selectFrom('objectViews').selectAll().executeTakeFirst();
  return { server, db, objectID, studyID, putView, write, publishView, view };
};

const keysIn = async ({ context }: TestServer, prefix: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of context.storage.list(prefix)) keys.push(key);
  return keys;
};

test('a run that another has replaced publishes nothing, and its file is removed', async () => {
  const { server, putView, publishView, view } = await start();
  const first = await putView();
  const second = await putView();
  await publishView(first!);
  expect(await view()).toMatchObject({ status: 'making', runID: second!.runID, key: null });
  await publishView(second!);
  const key = keyOfRun('object_views', second!);
  expect(await view()).toMatchObject({ status: 'ready', key, sizeBytes: 4 });
  await runJobs(server);
  expect(await keysIn(server, 'views/')).toEqual([key]);
});

test('a second attempt of a run keeps the file that the first one has published', async () => {
  const { server, db, putView, publishView, view } = await start();
  const run = await putView();
  await publishView(run!);
  await publishView(run!);
  expect(await listJobs(db, { task: removeUnusedKeys.name })).toEqual([]);
  expect(await keysIn(server, 'views/')).toEqual([(await view())!.key]);
});

test('a new run queues the removal of the published file and of the file that a killed run has left', async () => {
  const { server, db, putView, write, publishView } = await start();
  const shown = await putView();
  const killed = await putView();
  await write(keyOfRun('object_views', killed!));
  await publishView((await putView())!);
  const payloads = (await listJobs<{ warm: string[] }>(db, { task: removeUnusedKeys.name })).flatMap(
    ({ payload }) => payload.warm,
  );
  expect(payloads).toEqual([keyOfRun('object_views', shown!), keyOfRun('object_views', killed!)]);
  await runJobs(server);
  expect(await keysIn(server, 'views/')).toHaveLength(1);
});

test('no run starts for a row that may not be replaced or for a deleted object', async () => {
  const { server, db, objectID, studyID, putView, view } = await start();
  const run = await putView();
  const refused = await db
    .transaction()
    .execute((tx) => putRun(tx, 'object_views', { objectID, ...MAKING }, ({ status }) => status === 'ready'));
  expect([refused, (await view())!.runID]).toEqual([null, run!.runID]);
  await db.deleteFrom('studies').where('id', '=', studyID).execute();
  await enqueueReconcile(db, objectID);
  await runJobs(server);
  expect(await putView()).toBe(null);
});
