import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { StorageFull } from '../../platform/outside/storage/storage.ts';
import { enqueueReconcile, enqueueRemoval } from '../../studies/objects/jobs.ts';
import {
  keysIn,
  makeDoneStudy,
  runJobs,
  withChangedStore,
} from '../../studies/lifecycle/lifecycle.fixture.ts';
import { volume } from '../../testing/scans/dicom.ts';
import { listJobs } from '../../testing/portal/queued-jobs.ts';
import { sendStudy } from '../../testing/scans/sending.ts';
import { startServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { check, newFolder, nothingWrong, restoreInto, save } from './backup.fixture.ts';
import { listBackups } from './folder.ts';

test('a backup under load is complete: objects deleted meanwhile are removed after it', async () => {
  const portal = await startServer();
  await portal.work();
  const assistant = await portal.as(await portal.make.assistant());
  const kept = await makeDoneStudy(portal);
  const deleted = await makeDoneStudy(portal);
  const key = `studies/${deleted.objectID}.zip`;
  const folder = await newFolder();
  const { db, storage } = portal.context;

  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  const load = (async () => {
    while (!isOver) {
      const { studyID } = await portal.make.study();
      await sendStudy(assistant, studyID, volume(2));
    }
  })();
  await until('the load', async () => (await keysIn(storage, 'studies/')).length > 2);

  const head = storage.head.bind(storage);
  // set after the snapshot and before the first object is copied; needed because the load calls `head` too
  let isSaved = false;
  let purged: Promise<void> | undefined;
  const purge = async () => {
    await assistant.delete(`/assistant/studies/${deleted.studyID}`);
    await db.deleteFrom('studies').where('id', '=', deleted.studyID).execute();
    await enqueueRemoval(db, { warm: [key] });
    await until('the worker to postpone the removal', async () => {
      const removals = await listJobs(db, { task: 'delete-unused-files' });
      return (
        removals.some(({ runAt }) => runAt.getTime() > Date.now() + 10_000) || (await head(key)) === null
      );
    });
  };
  await withChangedStore(
    storage,
    {
      head: async (objectKey) => {
        if (isSaved) await (purged ??= purge());
        return head(objectKey);
      },
    },
    async () => {
      const print = (line: string) => void (isSaved ||= line.startsWith('Database:'));
      expect((await save(portal, folder, { print })).bad).toBe(0);
    },
  );
  expect(purged).toBeDefined();
  expect(await storage.head(key)).not.toBeNull();
  isOver = true;
  await load;

  const other = await startServer();
  await restoreInto(other, folder);
  expect(await check(other)).toMatchObject(nothingWrong);
  for (const { studyID } of [kept, deleted]) {
    const viewer = await other.as(await other.make.assistant());
    const reply = await viewer.get(`/assistant/studies/${studyID}`);
    expect(reply.body).toMatchObject({ status: 'done' });
  }
  expect(await other.context.storage.head(key)).not.toBeNull();
});

test('a second backup copies only new objects, and removing old backups removes objects that only they refer to', async () => {
  const portal = await startServer();
  const first = await makeDoneStudy(portal);
  const folder = await newFolder();
  expect(await save(portal, folder)).toMatchObject({ objects: 2, copied: 2 });
  expect(await save(portal, folder)).toMatchObject({ objects: 2, copied: 0 });
  await makeDoneStudy(portal);
  expect(await save(portal, folder)).toMatchObject({ objects: 4, copied: 2 });
  expect(await listBackups(folder)).toHaveLength(3);

  await portal.context.db.deleteFrom('studies').where('id', '=', first.studyID).execute();
  await enqueueReconcile(portal.context.db, first.objectID);
  await runJobs(portal);
  await save(portal, folder, { keep: 1 });
  expect(await listBackups(folder)).toHaveLength(1);
  expect(await readdir(join(folder, 'objects/warm/studies'))).toHaveLength(1);
  const other = await startServer();
  await restoreInto(other, folder);
  expect(await check(other)).toMatchObject({ objects: 2, ...nothingWrong });
});

test('a backup that fails on a full disk leaves the earlier one intact', async () => {
  const portal = await startServer();
  await makeDoneStudy(portal);
  const folder = await newFolder();
  await save(portal, folder);
  await makeDoneStudy(portal);
  const full = new StorageFull('the disk is full');
  const failing = () => Promise.reject(full);
  await withChangedStore(portal.context.storage, { read: failing }, () =>
    expect(save(portal, folder)).rejects.toBe(full),
  );
  expect(await listBackups(folder)).toHaveLength(1);
  const other = await startServer();
  await restoreInto(other, folder);
  expect(await check(other)).toMatchObject({ objects: 2, ...nothingWrong });
  // the next backup is complete
  expect(await save(portal, folder)).toMatchObject({ objects: 4, bad: 0 });
});

test('two backups of one portal cannot run at once', async () => {
  const portal = await startServer();
  await makeDoneStudy(portal);
  const one = await newFolder();
  const another = await newFolder();
  let second: Promise<unknown> | undefined;
  const print = () => {
    second ??= expect(save(portal, another)).rejects.toThrow('Another backup');
  };
  const { storage } = portal.context;
  const head = storage.head.bind(storage);
  // the first backup copies no object before the second backup has failed
  const slow = async (key: string) => {
    await second;
    return head(key);
  };
  await withChangedStore(storage, { head: slow }, async () => void (await save(portal, one, { print })));
  expect(second).toBeDefined();
  expect(await listBackups(another)).toEqual([]);
});
