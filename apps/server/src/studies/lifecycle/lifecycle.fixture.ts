import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Logger, runOnce } from 'graphile-worker';
import { type UnusedKeys, removeUnusedKeys, reconcileObject } from '../objects/jobs.ts';
import type { TestServer } from '../../testing/portal/server.ts';
import { discardUpload } from '../uploads/discard-files.ts';
import type { Storage } from '../../platform/outside/storage/storage.ts';
import { runMaintenance } from './maintenance.ts';
import { reconcile } from './reconcile.ts';

export const YEAR_MS = 8760 * 60 * 60_000;
export const CONTENT = 'the one object of a study';
/** Has the first and last bytes of a JPEG file, but no image. */
const PICTURE = Buffer.from('\xff\xd8\xff picture \xff\xd9', 'latin1');

export const neverAborted = new AbortController().signal;

/** Runs all due jobs of this module one after another, until none is left. */
export const runJobs = async ({ context }: TestServer): Promise<void> => {
  await runOnce({
    pgPool: context.pool,
    concurrency: 1,
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
    taskList: {
      [reconcileObject.name]: (payload) => reconcile(context, payload as { objectID: string }, neverAborted),
      [removeUnusedKeys.name]: (payload) =>
        removeUnusedKeys.run(context, payload as UnusedKeys, neverAborted),
      [discardUpload.name]: (payload) =>
        discardUpload.run(context, payload as { uploadUUID: string }, neverAborted),
    },
  });
};

/** Runs the maintenance, which production schedules every minute, and the jobs that it enqueues. */
export const maintainAndRunJobs = async (server: TestServer): Promise<void> => {
  await runMaintenance(server.context, neverAborted);
  await runJobs(server);
};

/** A done study with an object and a picture in the store. */
export const makeDoneStudy = async (
  { make, context }: TestServer,
  options: Parameters<typeof make.study>[0] = {},
) => {
  const study = await make.study({ ...options, status: 'done' });
  const { objectID } = await context.db
    .selectFrom('studies')
    .select('objectID')
    .where('id', '=', study.studyID)
    .executeTakeFirstOrThrow();
  const key = `pictures/${objectID}/card.jpg`;
  await context.storage.put(key, Readable.from([PICTURE]));
  await context.db
    .insertInto('objectPictures')
    .values({ objectID: objectID ?? '', size: 'card', key, width: 1, height: 1 })
    .execute();
  return { ...study, objectID: objectID ?? '' };
};

/** A segmentation of the study's object, with its file in the store. */
export const makeSegmentation = async (
  { make, context }: TestServer,
  { studyID, objectID }: { studyID: number; objectID: string },
): Promise<void> => {
  const runID = randomUUID();
  const key = `segmentations/${objectID}.${runID}`;
  await context.storage.put(key, Readable.from([Buffer.from('surfaces')]));
  const { id: accountID } = await make.assistant();
  const now = context.clock.now();
  const times = { requestedAt: now, finishedAt: now };
  await context.db
    .insertInto('segmentations')
    .values({ objectID, runID, studyID, accountID, status: 'ready', key, sizeBytes: 8, ...times })
    .execute();
};

/** A study of another patient with the same object, as copying a study makes it. */
export const makeCopyOf = async ({ make, context }: TestServer, objectID: string) => {
  const copy = await make.study();
  await context.db
    .updateTable('studies')
    .set({ status: 'done', objectID, doneAt: context.clock.now() })
    .where('id', '=', copy.studyID)
    .execute();
  return copy;
};

export const objectRow = ({ context }: TestServer, objectID: string) =>
  context.db.selectFrom('objects').selectAll().where('id', '=', objectID).executeTakeFirst();

export const studyRow = ({ context }: TestServer, studyID: number) =>
  context.db
    .selectFrom('studies')
    .select(['status', 'restored', 'doneAt', 'objectID'])
    .where('id', '=', studyID)
    .executeTakeFirstOrThrow();

export const keysIn = async (store: Storage | null, prefix: string): Promise<string[]> => {
  const keys: string[] = [];
  if (store) for await (const { key } of store.list(prefix)) keys.push(key);
  return keys;
};

/** The number of intact copies of the object in both stores; there must always be at least one. */
export const countIntactCopies = async ({ context: { storage, archive } }: TestServer): Promise<number> => {
  let copies = 0;
  for (const [store, prefix] of [[storage, 'studies/'] as const, [archive, 'archive/'] as const]) {
    for (const key of await keysIn(store, prefix)) {
      const chunks = await store?.read(key).then((stream) => stream.toArray());
      if (Buffer.concat(chunks ?? []).toString() === CONTENT) copies += 1;
    }
  }
  return copies;
};

/** Replaces methods of a store while `work` runs, to simulate a crash, wrong contents or a concurrent change. */
export const withChangedStore = async (
  store: Storage | null,
  change: Partial<Storage>,
  work: () => Promise<void>,
): Promise<void> => {
  if (!store) throw new Error('the portal has no such store');
  Object.assign(store, change);
  try {
    await work();
  } finally {
    for (const name of Object.keys(change)) Reflect.deleteProperty(store, name);
  }
};
