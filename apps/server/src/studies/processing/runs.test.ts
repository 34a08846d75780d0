import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Storage } from '../../platform/outside/storage/storage.ts';
import { volume } from '../../testing/dicom.ts';
import { someoneWaits } from '../../testing/locks.ts';
import { completed, processed, sendFiles } from '../../testing/sending.ts';
import { startServer, type TestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';
import { startWorker } from '../../entry/worker-loop.ts';
import { processSentFiles } from './process-upload.ts';
import { endAbandonedUploads } from './abandoned-uploads.ts';

const NEVER = new AbortController().signal;
const FAILED =
  'Не удалось обработать загрузку. Файлы сохранены: повторите загрузку или обратитесь к администратору';
const files = volume(3);

/** An upload that is completed and waits for a worker. */
const waiting = async (server: TestServer) => {
  const study = await server.make.study();
  const assistant = await server.as(await server.make.assistant());
  const uploadUUID = await sendFiles(assistant, study.studyID, files);
  await completed(assistant, uploadUUID, files);
  const state = async () => (await assistant.get(`/assistant/uploads/${uploadUUID}`)).body;
  const studyNow = async () => (await assistant.get(`/assistant/studies/${study.studyID}`)).body;
  return { ...study, assistant, uploadUUID, state, studyNow };
};

/** Does something just before the study's object is put into the store. */
const beforeTheObject = ({ context }: TestServer, step: (localFile: string) => Promise<void>) => {
  const { storage } = context;
  const writeFrom: Storage['writeFrom'] = storage.writeFrom.bind(storage);
  storage.writeFrom = async (key, localFile) => {
    if (key.startsWith('studies/')) {
      storage.writeFrom = writeFrom;
      await step(localFile);
    }
    return writeFrom(key, localFile);
  };
};

/** Does something when the object is in the store, and nobody has been told. */
const afterTheObject = ({ context }: TestServer, step: () => Promise<void>) => {
  const { storage } = context;
  const writeFrom: Storage['writeFrom'] = storage.writeFrom.bind(storage);
  storage.writeFrom = async (key, localFile) => {
    const stored = await writeFrom(key, localFile);
    if (!key.startsWith('studies/')) return stored;
    storage.writeFrom = writeFrom;
    await step();
    return stored;
  };
};

const keysIn = async ({ context }: TestServer, folder: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of context.storage.list(folder)) keys.push(key);
  return keys;
};
const sentKeys = (server: TestServer) => keysIn(server, 'uploads/');

/** The object in the store is the one that the database describes. */
const expectWholeObject = async ({ context }: TestServer) => {
  const { key, sizeBytes, sha256 } = await context.db
    .selectFrom('objects')
    .selectAll()
    .executeTakeFirstOrThrow();
  const bytes = await buffer(await context.storage.read(key));
  expect([bytes.length, createHash('sha256').update(bytes).digest()]).toEqual([sizeBytes, sha256]);
};

/** The worker removes what earlier runs left. */
const expectNoOtherObject = async (server: TestServer) => {
  const { key } = await server.context.db.selectFrom('objects').select('key').executeTakeFirstOrThrow();
  await server.work();
  await until(
    'the other objects to go',
    async () => JSON.stringify(await keysIn(server, 'studies/')) === JSON.stringify([key]),
  );
};

test('a run that another took over leaves no trace', async () => {
  const server = await startServer();
  const { uploadUUID, state, studyNow } = await waiting(server);
  beforeTheObject(server, async () => {
    await server.context.db.updateTable('uploads').set({ runID: randomUUID() }).execute();
  });
  await processSentFiles(server.context, { uploadUUID }, NEVER);
  expect(await state()).toMatchObject({ status: 'processing', error: null });
  expect(await studyNow()).toMatchObject({ status: 'in-work', sizeBytes: null, panoURL: null });
  expect(await server.context.db.selectFrom('objects').selectAll().execute()).toEqual([]);
  expect(await sentKeys(server)).toHaveLength(3);
  // the one that took it over ends it
  await processSentFiles(server.context, { uploadUUID }, NEVER);
  expect(await state()).toMatchObject({ status: 'processed', error: null });
  expect(await studyNow()).toMatchObject({ status: 'done', imageCount: 3 });
  await expectWholeObject(server);
  await expectNoOtherObject(server);
});

test('of two runs at once one publishes the study, and what the other writes replaces nothing', async () => {
  const server = await startServer();
  const { uploadUUID, state, studyNow } = await waiting(server);
  // the first is thought dead in the middle, the second runs from beginning to end, then the first wakes up
  beforeTheObject(server, async (localFile) => {
    await processSentFiles(server.context, { uploadUUID }, NEVER);
    expect(await state()).toMatchObject({ status: 'processed', error: null });
    // its files are gone; what it was sending to a bucket may arrive all the same, packed by another version
    await mkdir(dirname(localFile), { recursive: true });
    await writeFile(localFile, 'packed otherwise');
  });
  await processSentFiles(server.context, { uploadUUID }, NEVER).catch(() => undefined);
  expect(await studyNow()).toMatchObject({ status: 'done', imageCount: 3 });
  expect(await server.context.db.selectFrom('objects').selectAll().execute()).toHaveLength(1);
  await expectWholeObject(server);
});

test('what a killed run has written goes when the next one begins', async () => {
  const server = await startServer();
  const { uploadUUID, studyNow } = await waiting(server);
  afterTheObject(server, async () => {
    throw new Error('killed');
  });
  await expect(processSentFiles(server.context, { uploadUUID }, NEVER)).rejects.toThrow('killed');
  expect(await keysIn(server, 'studies/')).toHaveLength(1);
  await processSentFiles(server.context, { uploadUUID }, NEVER);
  expect(await studyNow()).toMatchObject({ status: 'done', imageCount: 3 });
  await expectWholeObject(server);
  await expectNoOtherObject(server);
});

test('a worker that is stopped in the middle gives the upload back, and the next one processes it', async () => {
  const server = await startServer();
  const { uploadUUID, state, studyNow } = await waiting(server);
  const stopping = new AbortController();
  beforeTheObject(server, async () => stopping.abort());
  await expect(processSentFiles(server.context, { uploadUUID }, stopping.signal)).rejects.toThrow();
  expect(await state()).toMatchObject({ status: 'processing', error: null });
  expect(await sentKeys(server)).toHaveLength(3);
  // the job is still there: a worker that starts takes it up
  const worker = await startWorker(server.context);
  await until(
    'the study to be done',
    async () => ((await studyNow()) as { status: string }).status === 'done',
  );
  await worker.stop();
  expect(await state()).toMatchObject({ status: 'processed', error: null });
  await expectWholeObject(server);
});

test('a store that fails for a moment costs a retry and nothing else', async () => {
  const server = await startServer();
  await server.work();
  beforeTheObject(server, async () => {
    throw new Error('the disk is full');
  });
  const { assistant, uploadUUID, studyNow } = await waiting(server);
  expect(await processed(assistant, uploadUUID)).toMatchObject({ error: null });
  expect(await studyNow()).toMatchObject({ status: 'done' });
  await expectWholeObject(server);
});

test('an object that is damaged on its way is never published, and what was sent is kept', async () => {
  const server = await startServer();
  const { uploadUUID, state, studyNow } = await waiting(server);
  beforeTheObject(server, async (localFile) => {
    const bytes = await readFile(localFile);
    bytes.writeUInt8(bytes.readUInt8(100) ^ 1, 100);
    await writeFile(localFile, bytes);
  });
  await expect(processSentFiles(server.context, { uploadUUID }, NEVER)).rejects.toThrow();
  expect(await state()).toMatchObject({ status: 'processing' });
  expect(await studyNow()).toMatchObject({ status: 'in-work', sizeBytes: null });
  expect(await sentKeys(server)).toHaveLength(3);
});

test('what was sent is removed only when the study’s object is there for everybody', async () => {
  const server = await startServer();
  const { storage } = server.context;
  const removeAll = storage.removeAll.bind(storage);
  const seen: unknown[] = [];
  storage.removeAll = async (prefix) => {
    const { rows } = await server.context.pool.query(
      'select s.status, o.key from studies s join objects o on o.id = s.object_id',
    );
    for (const { status, key } of rows) seen.push({ prefix, status, head: await storage.head(key) });
    await removeAll(prefix);
  };
  const { assistant, uploadUUID } = await waiting(server);
  await server.work();
  await processed(assistant, uploadUUID);
  await until('the sent files to go', async () => (await sentKeys(server)).length === 0);
  expect(seen).toEqual([
    { prefix: `uploads/${uploadUUID}/`, status: 'done', head: { sizeBytes: expect.any(Number) } },
  ]);
  await expectWholeObject(server);
});

test('an upload whose job is gone is ended in words, and the study takes another', async () => {
  const server = await startServer();
  const [lost, alive] = [await waiting(server), await waiting(server)];
  await server.context.pool.query(`select graphile_worker.remove_job($1)`, [
    `process-upload:${lost.uploadUUID}`,
  ]);
  await endAbandonedUploads(server.context);
  expect(await lost.state()).toMatchObject({ status: 'processed', error: FAILED });
  expect(await lost.studyNow()).toMatchObject({ status: 'in-work' });
  expect(await alive.state()).toMatchObject({ status: 'completed', error: null });
  expect(await sentKeys(server)).toHaveLength(6);
  // a job that came to the end of its tries is as good as gone
  await server.context.pool.query(`update graphile_worker._private_jobs set attempts = max_attempts`);
  await endAbandonedUploads(server.context);
  expect(await alive.state()).toMatchObject({ status: 'processed', error: FAILED });

  const again = await sendFiles(lost.assistant, lost.studyID, files);
  expect(again).not.toBe(lost.uploadUUID);
  await completed(lost.assistant, again, files);
  await processSentFiles(server.context, { uploadUUID: again }, NEVER);
  expect(await lost.studyNow()).toMatchObject({ status: 'done' });
  // what was ended stays ended, should its job turn up after all
  await processSentFiles(server.context, { uploadUUID: lost.uploadUUID }, NEVER);
  expect(await lost.state()).toMatchObject({ status: 'processed', error: FAILED });
});

test('a patient may be renamed in the very moment in which her study is published', async () => {
  const server = await startServer();
  const { uploadUUID, patientID, studyNow } = await waiting(server);
  const { db } = server.context;
  const { publishing } = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('patients').select('id').where('id', '=', patientID).forNoKeyUpdate().execute();
    const run = processSentFiles(server.context, { uploadUUID }, NEVER);
    await until('the publishing to wait', () => someoneWaits(server.context));
    await tx.updateTable('patients').set({ name: 'Яковлева' }).where('id', '=', patientID).execute();
    return { publishing: run };
  });
  await publishing;
  expect(await studyNow()).toMatchObject({ status: 'done', patientName: 'Яковлева' });
});
