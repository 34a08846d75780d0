import { expect, test } from 'vitest';
import { startServer } from '../../testing/portal/server.ts';
import {
  CONTENT,
  runJobs,
  makeDoneStudy,
  keysIn,
  neverAborted,
  objectRow,
  studyRow,
  countIntactCopies,
  withChangedStore,
  YEAR_MS,
} from './lifecycle.fixture.ts';
import { runMaintenance } from './maintenance.ts';
import { reconcile } from './reconcile.ts';
import { download, makeArchivedStudy } from './restore.fixture.ts';

const kill = () => Promise.reject(new Error('killed'));

test('a restore that is killed at any step can be repeated without loss', async () => {
  const { server, study, assistant, path } = await makeArchivedStudy();
  const { context } = server;
  await assistant.put(`${path}/restore`);
  const crashes = [
    { store: context.archive, change: { copyTo: kill } },
    { store: context.storage, change: { read: kill } },
  ];
  for (const { store, change } of crashes) {
    await withChangedStore(store, change, () =>
      expect(reconcile(context, { objectID: study.objectID }, neverAborted)).rejects.toThrow('killed'),
    );
    expect(await studyRow(server, study.studyID)).toMatchObject({ status: 'in-work', restored: true });
    expect(await countIntactCopies(server)).toBeGreaterThan(0);
  }
  await Promise.all([1, 2].map(() => reconcile(context, { objectID: study.objectID }, neverAborted)));
  expect((await studyRow(server, study.studyID)).status).toBe('done');
  expect(await countIntactCopies(server)).toBe(2);
  await runJobs(server);
  expect(await countIntactCopies(server)).toBe(1);
  expect(await download(server, study.studyID)).toBe(CONTENT);
});

test('a study restored while its object is moved to the cold store is done at once', async () => {
  const server = await startServer();
  const { context, clock } = server;
  const study = await makeDoneStudy(server);
  clock.advance(YEAR_MS);
  const assistant = await server.as(await server.make.assistant());
  await runMaintenance(context, neverAborted);
  const { objectID } = study;
  const { archive } = context;
  const readCopy = archive?.read.bind(archive);
  const read = async (key: string) => {
    // at this moment the copy exists and the row is unchanged
    await assistant.put(`/assistant/studies/${study.studyID}/restore`);
    await reconcile(context, { objectID }, neverAborted);
    return readCopy?.(key) ?? kill();
  };
  await withChangedStore(archive, { read }, () => reconcile(context, { objectID }, neverAborted));
  expect(await studyRow(server, study.studyID)).toMatchObject({ status: 'done', restored: true });
  expect(await objectRow(server, study.objectID)).toMatchObject({ place: 'warm', moves: 1 });
  expect(await download(server, study.studyID)).toBe(CONTENT);
  // archived again before the unused copy is removed: the removal does not touch the new copy
  clock.advance(YEAR_MS);
  await runMaintenance(context, neverAborted);
  await reconcile(context, { objectID: study.objectID }, neverAborted);
  await runJobs(server);
  expect(await keysIn(context.archive, 'archive/')).toEqual([`archive/${study.objectID}.2.zip`]);
  expect(await countIntactCopies(server)).toBe(1);
});

test('a move to the cold store that resumes after other moves of the object have completed changes nothing', async () => {
  const server = await startServer();
  const { context, clock } = server;
  const { objectID, studyID } = await makeDoneStudy(server);
  clock.advance(YEAR_MS);
  const assistant = await server.as(await server.make.assistant());
  await runMaintenance(context, neverAborted);
  const { archive } = context;
  const readCopy = archive?.read.bind(archive);
  let paused = false;
  const read = async (key: string) => {
    const copy = await readCopy?.(key);
    if (!paused) {
      // while this move is paused, other runs archive and restore the object
      paused = true;
      await runJobs(server);
      await assistant.put(`/assistant/studies/${studyID}/restore`);
      await runJobs(server);
    }
    return copy ?? kill();
  };
  await withChangedStore(archive, { read }, () => reconcile(context, { objectID }, neverAborted));
  await runJobs(server);
  expect(await objectRow(server, objectID)).toMatchObject({
    place: 'warm',
    key: `studies/${objectID}.2.zip`,
    moves: 2,
  });
  expect(await download(server, studyID)).toBe(CONTENT);
  expect(await keysIn(archive, 'archive/')).toEqual([]);
});
