import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Storage } from '../../platform/outside/storage/storage.ts';
import { bundleOf, sendBundles } from '../../testing/scans/bundles.ts';
import type { TestClient } from '../../testing/requests-and-waiting/client.ts';
import { volume } from '../../testing/scans/dicom.ts';
import { isLockAwaited } from '../../testing/portal/locks.ts';
import {
  completeUploadOf,
  waitUntilProcessed,
  sendFiles,
  startUploadOf,
} from '../../testing/scans/sending.ts';
import { startServer, type TestServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { deleteJobs, useUpAttempts } from '../../testing/portal/queued-jobs.ts';
import { startWorker } from '../../entry/worker-loop.ts';
import { processSentFiles } from './process-upload.ts';
import { endAbandonedUploads } from './abandoned-uploads.ts';

const NEVER = new AbortController().signal;
const FAILED =
  'Не удалось обработать загрузку. Файлы сохранены: повторите загрузку или обратитесь к администратору';
const files = volume(3);

const sendAlone = (assistant: TestClient, studyID: number) => sendFiles(assistant, studyID, files);

const sendBundled = async (assistant: TestClient, studyID: number): Promise<string> => {
  const { uploadUUID } = await startUploadOf(assistant, studyID);
  await sendBundles(assistant, uploadUUID, [bundleOf(files)]);
  return uploadUUID;
};

/** How the files of an upload are sent, and how many objects the store then has. */
const forms = [
  { form: 'files sent alone', send: sendAlone, objects: 3 },
  { form: 'a bundle', send: sendBundled, objects: 1 },
];

/** An upload that is completed and not yet processed. */
const completedUpload = async (server: TestServer, send = sendAlone) => {
  const study = await server.make.study();
  const assistant = await server.as(await server.make.assistant());
  const uploadUUID = await send(assistant, study.studyID);
  await completeUploadOf(assistant, uploadUUID, files);
  const state = async () => (await assistant.get(`/assistant/uploads/${uploadUUID}`)).body;
  const studyNow = async () => (await assistant.get(`/assistant/studies/${study.studyID}`)).body;
  return { ...study, assistant, uploadUUID, state, studyNow };
};

/** Calls `step` once, just before a study's object is written to the store. */
const beforeObjectIsWritten = ({ context }: TestServer, step: (localFile: string) => Promise<void>) => {
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

/** Calls `step` once, after a study's object is written to the store and before it is published. */
const afterObjectIsWritten = ({ context }: TestServer, step: () => Promise<void>) => {
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

/** Expects the bytes in the store to have the size and SHA-256 of the database. */
const expectIntactObject = async ({ context }: TestServer) => {
  const { key, sizeBytes, sha256 } = await context.db
    .selectFrom('objects')
    .selectAll()
    .executeTakeFirstOrThrow();
  const bytes = await buffer(await context.storage.read(key));
  expect([bytes.length, createHash('sha256').update(bytes).digest()]).toEqual([sizeBytes, sha256]);
};

/** Starts a worker and waits until it has removed the objects of other runs. */
const expectNoOtherObject = async (server: TestServer) => {
  const { key } = await server.context.db.selectFrom('objects').select('key').executeTakeFirstOrThrow();
  await server.work();
  await until(
    'the removal of the other objects',
    async () => JSON.stringify(await keysIn(server, 'studies/')) === JSON.stringify([key]),
  );
};

test.each(forms)(
  'a run whose upload another run has claimed publishes nothing: $form',
  async ({ send, objects }) => {
    const server = await startServer();
    const { uploadUUID, state, studyNow } = await completedUpload(server, send);
    beforeObjectIsWritten(server, async () => {
      await server.context.db.updateTable('uploads').set({ runID: randomUUID() }).execute();
    });
    await processSentFiles(server.context, { uploadUUID }, NEVER);
    expect(await state()).toMatchObject({ status: 'processing', error: null });
    expect(await studyNow()).toMatchObject({ status: 'in-work', sizeBytes: null, panoURL: null });
    expect(await server.context.db.selectFrom('objects').selectAll().execute()).toEqual([]);
    expect(await sentKeys(server)).toHaveLength(objects);
    // a later run completes the upload
    await processSentFiles(server.context, { uploadUUID }, NEVER);
    expect(await state()).toMatchObject({ status: 'processed', error: null });
    expect(await studyNow()).toMatchObject({ status: 'done', imageCount: 3 });
    await expectIntactObject(server);
    await expectNoOtherObject(server);
  },
);

test.each(forms)(
  'of two simultaneous runs one publishes the study, and the other does not overwrite its object: $form',
  async ({ send }) => {
    const server = await startServer();
    const { uploadUUID, state, studyNow } = await completedUpload(server, send);
    // the second run starts and ends while the first is suspended
    beforeObjectIsWritten(server, async (localFile) => {
      await processSentFiles(server.context, { uploadUUID }, NEVER);
      expect(await state()).toMatchObject({ status: 'processed', error: null });
      // the working files of the first are gone; an S3 store may still receive an object that it was sending
      await mkdir(dirname(localFile), { recursive: true });
      await writeFile(localFile, 'another object');
    });
    // it may fail or end without a result: only the published study counts
    await processSentFiles(server.context, { uploadUUID }, NEVER).catch(() => undefined);
    expect(await studyNow()).toMatchObject({ status: 'done', imageCount: 3 });
    expect(await server.context.db.selectFrom('objects').selectAll().execute()).toHaveLength(1);
    await expectIntactObject(server);
  },
);

test.each(forms)(
  'the object of a killed run is removed after the next run starts: $form',
  async ({ send }) => {
    const server = await startServer();
    const { uploadUUID, studyNow } = await completedUpload(server, send);
    afterObjectIsWritten(server, async () => {
      throw new Error('killed');
    });
    await expect(processSentFiles(server.context, { uploadUUID }, NEVER)).rejects.toThrow('killed');
    expect(await keysIn(server, 'studies/')).toHaveLength(1);
    await processSentFiles(server.context, { uploadUUID }, NEVER);
    expect(await studyNow()).toMatchObject({ status: 'done', imageCount: 3 });
    await expectIntactObject(server);
    await expectNoOtherObject(server);
  },
);

test.each(forms)(
  'an upload whose worker is stopped is processed by the next worker: $form',
  async ({ send, objects }) => {
    const server = await startServer();
    const { uploadUUID, state, studyNow } = await completedUpload(server, send);
    const stopping = new AbortController();
    beforeObjectIsWritten(server, async () => stopping.abort());
    await expect(processSentFiles(server.context, { uploadUUID }, stopping.signal)).rejects.toThrow();
    expect(await state()).toMatchObject({ status: 'processing', error: null });
    expect(await sentKeys(server)).toHaveLength(objects);
    // the job is still queued
    const worker = await startWorker(server.context);
    await until(
      'the study to be done',
      async () => ((await studyNow()) as { status: string }).status === 'done',
    );
    await worker.stop();
    expect(await state()).toMatchObject({ status: 'processed', error: null });
    await expectIntactObject(server);
  },
);

test.each(forms)(
  'after a temporary failure of the store the job is tried again and succeeds: $form',
  async ({ send }) => {
    const server = await startServer();
    await server.work();
    beforeObjectIsWritten(server, async () => {
      throw new Error('the disk is full');
    });
    const { assistant, uploadUUID, studyNow } = await completedUpload(server, send);
    expect(await waitUntilProcessed(assistant, uploadUUID)).toMatchObject({ error: null });
    expect(await studyNow()).toMatchObject({ status: 'done' });
    await expectIntactObject(server);
  },
);

test.each(forms)(
  'an object that is damaged on the way to the store is not published, and the uploaded files are kept: $form',
  async ({ send, objects }) => {
    const server = await startServer();
    const { uploadUUID, state, studyNow } = await completedUpload(server, send);
    beforeObjectIsWritten(server, async (localFile) => {
      const bytes = await readFile(localFile);
      bytes.writeUInt8(bytes.readUInt8(100) ^ 1, 100);
      await writeFile(localFile, bytes);
    });
    await expect(processSentFiles(server.context, { uploadUUID }, NEVER)).rejects.toThrow();
    expect(await state()).toMatchObject({ status: 'processing' });
    expect(await studyNow()).toMatchObject({ status: 'in-work', sizeBytes: null });
    expect(await sentKeys(server)).toHaveLength(objects);
  },
);

test.each(forms)(
  'the uploaded files are removed only after the study’s object is published: $form',
  async ({ send }) => {
    const server = await startServer();
    const { storage } = server.context;
    const removeAll = storage.removeAll.bind(storage);
    const published: unknown[] = [];
    storage.removeAll = async (prefix) => {
      const { rows } = await server.context.pool.query(
        'select s.status, o.key from studies s join objects o on o.id = s.object_id',
      );
      for (const { status, key } of rows) published.push({ prefix, status, head: await storage.head(key) });
      await removeAll(prefix);
    };
    const { assistant, uploadUUID } = await completedUpload(server, send);
    await server.work();
    await waitUntilProcessed(assistant, uploadUUID);
    await until('the removal of the uploaded files', async () => (await sentKeys(server)).length === 0);
    expect(published).toEqual([
      { prefix: `uploads/${uploadUUID}/`, status: 'done', head: { sizeBytes: expect.any(Number) } },
    ]);
    await expectIntactObject(server);
  },
);

test('an upload whose job no longer exists ends with an error, and the study accepts another upload', async () => {
  const server = await startServer();
  const lost = await completedUpload(server);
  const alive = await completedUpload(server);
  await deleteJobs(server.context.db, { key: `process-upload:${lost.uploadUUID}` });
  await endAbandonedUploads(server.context);
  expect(await lost.state()).toMatchObject({ status: 'processed', error: FAILED });
  expect(await lost.studyNow()).toMatchObject({ status: 'in-work' });
  expect(await alive.state()).toMatchObject({ status: 'completed', error: null });
  expect(await sentKeys(server)).toHaveLength(6);
  // an upload whose job has used up its attempts is ended too
  await useUpAttempts(server.context.db);
  await endAbandonedUploads(server.context);
  expect(await alive.state()).toMatchObject({ status: 'processed', error: FAILED });

  const again = await sendFiles(lost.assistant, lost.studyID, files);
  expect(again).not.toBe(lost.uploadUUID);
  await completeUploadOf(lost.assistant, again, files);
  await processSentFiles(server.context, { uploadUUID: again }, NEVER);
  expect(await lost.studyNow()).toMatchObject({ status: 'done' });
  // a late job does not change an upload that has ended
  await processSentFiles(server.context, { uploadUUID: lost.uploadUUID }, NEVER);
  expect(await lost.state()).toMatchObject({ status: 'processed', error: FAILED });
});

test('a patient can be renamed while her study is being published', async () => {
  const server = await startServer();
  const { uploadUUID, patientID, studyNow } = await completedUpload(server);
  const { db } = server.context;
  const { publishing } = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('patients').select('id').where('id', '=', patientID).forNoKeyUpdate().execute();
    const run = processSentFiles(server.context, { uploadUUID }, NEVER);
    await until('the publishing transaction to wait for the lock', () => isLockAwaited(server.context));
    await tx.updateTable('patients').set({ name: 'Яковлева' }).where('id', '=', patientID).execute();
    return { publishing: run };
  });
  await publishing;
  expect(await studyNow()).toMatchObject({ status: 'done', patientName: 'Яковлева' });
});
