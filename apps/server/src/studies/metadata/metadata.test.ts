import { expect, test } from 'vitest';
import { verify } from '../../entry/backup/verify.ts';
import { radiograph, volume } from '../../testing/scans/dicom.ts';
import { storeStudyFiles } from '../../testing/scans/dicom-object.ts';
import { deleteJobs, listJobs } from '../../testing/portal/queued-jobs.ts';
import { type FileToSend, sendStudy } from '../../testing/scans/sending.ts';
import { startServer, type TestServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { enqueueReconcile, makeMetadata, removeUnusedKeys, type UnusedKeys } from '../objects/jobs.ts';
import { deleteArtifact } from '../objects/runs.ts';
import { reconcile } from '../lifecycle/reconcile.ts';
import { makeMetadataOf } from './make-metadata.ts';

const STUDY = '2.25.1001';
const { signal } = new AbortController();
type Answer = Record<string, { Value?: unknown[] }>[];

const startWith = async (files: FileToSend[], settings: Record<string, string> = {}) => {
  const server = await startServer(settings);
  const { studyID } = await server.make.study({ status: 'done' });
  const objectID = await storeStudyFiles(server.context, studyID, STUDY, files);
  const client = await server.as(await server.make.assistant());
  return { ...server, server, studyID, objectID, client };
};

const keysOf = async ({ context }: Pick<TestServer, 'context'>) => {
  const keys: string[] = [];
  for await (const { key } of context.storage.list('metadata/')) keys.push(key);
  return keys;
};

const removeUnused = async ({ context }: Pick<TestServer, 'context'>) => {
  const jobs = await listJobs<UnusedKeys>(context.db, { task: removeUnusedKeys.name });
  for (const { payload } of jobs) await removeUnusedKeys.run(context, payload, signal);
  await deleteJobs(context.db, { task: removeUnusedKeys.name });
};

const valuesOf = (body: unknown, tag: string) => (body as Answer).map((each) => each[tag]?.Value?.[0]);

test('the metadata of more instances than the API reads at a time are complete and in order', async () => {
  const files = volume(1050);
  const { client } = await startWith(files.toReversed());
  const { body } = await client.get(`/dicomweb/studies/${STUDY}/metadata`);
  const numbers = Array.from({ length: 1050 }, (_, i) => i + 1);
  expect(valuesOf(body, '00200013')).toEqual(numbers);
  expect(valuesOf(body, '00080018')).toEqual(numbers.map((number) => `2.25.2${number - 1}`));
  const page = await client.get(`/dicomweb/studies/${STUDY}/instances?offset=1040&limit=200`);
  expect(valuesOf(page.body, '00200013')).toEqual(numbers.slice(1040));
  const one = await client.get(`/dicomweb/studies/${STUDY}/instances?InstanceNumber=10?0`);
  expect(valuesOf(one.body, '00200013')).toEqual([1000, 1010, 1020, 1030, 1040, 1050]);
});

test('a study without metadata is answered 503 until a worker has made them', async () => {
  const { context, objectID, client, clock, work } = await startWith(volume(3));
  for (const key of await deleteArtifact(context.db, 'object_metadata', objectID))
    await context.storage.remove(key);
  clock.freeze();
  const pending = client.get(`/dicomweb/studies/${STUDY}/series`);
  await until('the job', async () => (await listJobs(context.db, { task: makeMetadata.name }))[0]);
  clock.advance(60_000);
  const reply = await pending;
  expect(reply).toMatchObject({
    status: 503,
    body: { error: 'Данные исследования готовятся. Повторите запрос через несколько секунд' },
  });
  expect(reply.headers.get('retry-after')).toBe('15');
  await work('process-upload', 'make-metadata');
  expect((await client.get(`/dicomweb/studies/${STUDY}/series`)).status).toBe(200);
});

test('metadata are made right after processing, and verify reports their file when it is missing', async () => {
  const server = await startServer();
  await server.work('process-upload', 'make-metadata');
  const assistant = await server.as(await server.make.assistant());
  const { studyID } = await server.make.study();
  await sendStudy(assistant, studyID, [...volume(3), radiograph()]);
  const stored = await until('the metadata', () =>
    server.context.db
      .selectFrom('objectMetadata')
      .selectAll()
      .where('key', 'is not', null)
      .executeTakeFirst(),
  );
  server.clock.advance(2 * 3_600_000);
  const lines: string[] = [];
  const check = () => verify(server.context, { quick: false, print: (line) => lines.push(line) });
  expect(await check()).toMatchObject({ missing: 0, damaged: 0, orphans: 0 });
  await server.context.storage.remove(stored.key!);
  expect(await check()).toMatchObject({ missing: 1 });
  expect(lines).toEqual([`MISSING: warm ${stored.key}`]);
});

test('simultaneous and repeated runs leave exactly one object with metadata', async () => {
  const { context, objectID, client } = await startWith(volume(3));
  const [first] = await keysOf({ context });
  const run = () => makeMetadataOf(context, { objectID }, signal);
  // a run may fail because a newer one removed its working files; its job would be tried again
  await Promise.allSettled([run(), run()]);
  await run();
  await removeUnused({ context });
  const { key } = await context.db.selectFrom('objectMetadata').select('key').executeTakeFirstOrThrow();
  expect(key).not.toBe(first);
  expect(await keysOf({ context })).toEqual([key]);
  expect((await client.get(`/dicomweb/studies/${STUDY}/metadata`)).body).toHaveLength(3);
});

test('archiving or deleting a study removes its metadata', async () => {
  const { context, objectID, studyID } = await startWith(volume(3), { ARCHIVE_URL: 'off' });
  await context.db.updateTable('studies').set({ status: 'archived' }).execute();
  const reconcileAndRemove = async () => {
    await reconcile(context, { objectID }, signal);
    await removeUnused({ context });
  };
  await reconcileAndRemove();
  expect(await keysOf({ context })).toEqual([]);
  expect(await context.db.selectFrom('objectInstances').selectAll().execute()).toEqual([]);

  await context.db.updateTable('objects').set({ place: 'warm', binnedAt: null }).execute();
  await makeMetadataOf(context, { objectID }, signal);
  expect(await keysOf({ context })).toHaveLength(1);
  await context.db.deleteFrom('studies').where('id', '=', studyID).execute();
  await enqueueReconcile(context.db, objectID);
  await reconcileAndRemove();
  expect(await keysOf({ context })).toEqual([]);
});

test('values that PostgreSQL cannot store do not prevent metadata', async () => {
  const files = volume(2).map(({ filename, bytes }) => {
    const file = Buffer.from(bytes);
    const at = file.indexOf(Buffer.from('КЛКТ'));
    file.set([0, 0], at + 2);
    return { filename, bytes: file };
  });
  const { client } = await startWith(files);
  const { body } = await client.get(`/dicomweb/studies/${STUDY}/series`);
  expect(String(valuesOf(body, '0008103E')[0])).toMatch(/^К.*Т$/);
  const wrong = await client.get(`/dicomweb/studies/${STUDY}/series?Modality=C%00`);
  expect(wrong.status).toBe(400);
});
