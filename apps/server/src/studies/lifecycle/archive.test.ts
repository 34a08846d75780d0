import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { Context } from '../../platform/context.ts';
import type { Storage } from '../../platform/outside/storage/storage.ts';
import { refusal } from '../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import {
  CONTENT,
  makeCopyOf,
  runJobs,
  makeDoneStudy,
  keysIn,
  maintainAndRunJobs,
  neverAborted,
  objectRow,
  studyRow,
  countIntactCopies,
  withChangedStore,
  YEAR_MS,
} from './lifecycle.fixture.ts';
import { runMaintenance } from './maintenance.ts';
import { reconcile } from './reconcile.ts';

test('an aged study is archived automatically and its object is moved to the cold store', async () => {
  const server = await startServer({ UPLOAD_MAX_AGE: '30m0s' });
  const { as, make, context, clock } = server;
  const doctor = await make.doctor();
  const study = await makeDoneStudy(server, { doctor });
  const assistant = await as(await make.assistant());
  const owner = await as(doctor);
  const recent = await make.study({ status: 'done' });
  await context.db
    .updateTable('studies')
    .set({ doneAt: new Date(clock.now().getTime() + 20 * 60_000) })
    .where('id', '=', recent.studyID)
    .execute();
  const path = `/assistant/studies/${study.studyID}`;
  const { presignedURL } = (await assistant.get(`${path}/download`)).body as { presignedURL: string };

  await server.work();
  clock.advance(30 * 60_000 + 1);
  // the maintenance runs every few seconds, because UPLOAD_MAX_AGE is short
  await until(
    'the study to be archived',
    async () => (await studyRow(server, study.studyID)).status === 'archived',
  );
  const cold = await until('the object to be cold', async () => {
    const keys = await keysIn(context.archive, 'archive/');
    return keys.length === 1 && (await keysIn(context.storage, 'studies/')).length === 1 && keys;
  });
  expect(await objectRow(server, study.objectID)).toMatchObject({ place: 'cold', key: cold[0] });
  expect((await assistant.get(`/assistant/studies/${recent.studyID}`)).body).toMatchObject({
    status: 'done',
  });

  expect((await assistant.get(path)).body).toMatchObject({
    status: 'archived',
    assistantCanDelete: false,
    restored: false,
    comingBack: false,
  });
  const own = `/doctor/patients/${study.patientID}/studies/${study.studyID}`;
  expect((await owner.get(own)).body).toMatchObject({ status: 'need-restore' });
  const archived = [409, 'Исследование в архиве. Сначала восстановите его'];
  expect(refusal(await assistant.get(`${path}/download`))).toEqual(archived);
  expect(refusal(await owner.get(`${own}/download`))).toEqual(archived);
  // a URL presigned before the archiving is refused
  expect((await fetch(presignedURL.replace('http://portal.test', server.address))).status).toBe(403);
  // the picture remains available
  expect((await assistant.get(`/studies/${study.studyID}/picture?size=card`)).body).toContain('picture');
});

test('studies that are recent, in work or in the bin are not archived', async () => {
  const server = await startServer();
  const { context, clock, make } = server;
  const { studyID } = await makeDoneStudy(server);
  const inWork = await make.study();
  const binned = await makeDoneStudy(server);
  clock.advance(YEAR_MS - 60_000);
  await maintainAndRunJobs(server);
  expect((await studyRow(server, studyID)).status).toBe('done');
  await context.db
    .updateTable('studies')
    .set({ deletedAt: clock.now() })
    .where('id', '=', binned.studyID)
    .execute();
  clock.advance(60_000);
  await maintainAndRunJobs(server);
  expect((await studyRow(server, studyID)).status).toBe('archived');
  expect((await studyRow(server, inWork.studyID)).status).toBe('in-work');
  expect((await studyRow(server, binned.studyID)).status).toBe('done');
});

test('concurrent maintenance runs archive more than one batch of studies, each exactly once', async () => {
  const server = await startServer();
  const { context, clock, make } = server;
  const { patientID } = await make.patient();
  const { studyID } = await make.study({ patient: { patientID, doctorID: (await make.doctor()).id } });
  await context.pool.query(
    `insert into studies (patient_id, doctor_id, patient_name, doctor_name, type, status, creator_id, created_at, done_at)
     select patient_id, doctor_id, patient_name, doctor_name, type, 'done', creator_id, created_at, created_at
     from studies, generate_series(1, 130) where id = $1`,
    [studyID],
  );
  clock.advance(YEAR_MS);
  await Promise.all([runMaintenance(context, neverAborted), runMaintenance(context, neverAborted)]);
  const { rows } = await context.pool.query<{ archived: number; recorded: number }>(
    `select (select count(*) from studies where status = 'archived') archived,
            (select count(*) from audit_events where action = 'study.archive') recorded`,
  );
  expect(rows).toEqual([{ archived: 130, recorded: 130 }]);
});

test('an object that several studies share is moved to the cold store with the last of them', async () => {
  const server = await startServer();
  const { context, clock } = server;
  const first = await makeDoneStudy(server);
  clock.advance(YEAR_MS / 2);
  const second = await makeCopyOf(server, first.objectID);
  clock.advance(YEAR_MS / 2);
  await maintainAndRunJobs(server);
  expect((await studyRow(server, first.studyID)).status).toBe('archived');
  expect((await studyRow(server, second.studyID)).status).toBe('done');
  expect(await objectRow(server, first.objectID)).toMatchObject({ place: 'warm', moves: 0 });
  clock.advance(YEAR_MS / 2);
  await maintainAndRunJobs(server);
  expect(await objectRow(server, first.objectID)).toMatchObject({ place: 'cold' });
  expect(await keysIn(context.storage, 'studies/')).toEqual([]);
});

const kill = () => Promise.reject(new Error('killed'));

test('a move to the cold store that is killed at any step can be repeated without loss', async () => {
  const server = await startServer();
  const { context, clock } = server;
  const { objectID } = await makeDoneStudy(server);
  clock.advance(YEAR_MS);
  await runMaintenance(context, neverAborted);
  const half = Readable.from([Buffer.from(CONTENT.slice(0, 9))]);
  const { storage, archive } = context;
  const crashes: ((work: () => Promise<void>) => Promise<void>)[] = [
    (work) => withChangedStore(storage, { copyTo: kill }, work),
    // killed while writing the copy
    (work) =>
      withChangedStore(
        storage,
        {
          copyTo: async (_key, other, key) => {
            await other.put(key, half);
            return kill();
          },
        },
        work,
      ),
    (work) => withChangedStore(archive, { read: kill }, work),
  ];
  for (const crashDuring of crashes) {
    await crashDuring(() => expect(reconcile(context, { objectID }, neverAborted)).rejects.toThrow('killed'));
    expect(await objectRow(server, objectID)).toMatchObject({
      place: 'warm',
      key: `studies/${objectID}.zip`,
    });
    expect(await countIntactCopies(server)).toBeGreaterThan(0);
  }
  // the database becomes unavailable after the verification
  const withoutDatabase = { ...context, db: withoutTransactions(context.db) };
  await expect(reconcile(withoutDatabase, { objectID }, neverAborted)).rejects.toThrow('killed');
  expect(await objectRow(server, objectID)).toMatchObject({ place: 'warm' });
  await reconcile(context, { objectID }, neverAborted);
  // before the removal job runs, both copies exist
  expect(await countIntactCopies(server)).toBe(2);
  expect(await objectRow(server, objectID)).toMatchObject({ place: 'cold', moves: 1 });
  await reconcile(context, { objectID }, neverAborted);
  await runJobs(server);
  expect(await countIntactCopies(server)).toBe(1);
  expect(await keysIn(context.archive, 'archive/')).toEqual([`archive/${objectID}.1.zip`]);
});

const withoutTransactions = (db: Context['db']) =>
  new Proxy(db, {
    get: (target, name) => {
      if (name === 'transaction') return () => ({ execute: kill });
      const own = Reflect.get(target, name) as unknown;
      return typeof own === 'function' ? own.bind(target) : own;
    },
  });

test('the warm copy is kept if the copy in the cold store differs', async () => {
  const server = await startServer();
  const { context, clock } = server;
  const { objectID, studyID } = await makeDoneStudy(server);
  clock.advance(YEAR_MS);
  await runMaintenance(context, neverAborted);
  for (const written of ['the one object of a studY', 'short']) {
    const copyTo: Storage['copyTo'] = (_key, other, key) =>
      other.put(key, Readable.from([Buffer.from(written)]));
    await withChangedStore(context.storage, { copyTo }, () =>
      expect(reconcile(context, { objectID }, neverAborted)).rejects.toThrow(/SHA-256|bytes instead of/),
    );
    expect(await objectRow(server, objectID)).toMatchObject({ place: 'warm', moves: 0 });
    expect(await keysIn(context.storage, 'studies/')).toHaveLength(1);
  }
  // users see the study as archived although its object is still in the warm store
  expect((await studyRow(server, studyID)).status).toBe('archived');
});

test('an object that is deleted after a failed move leaves no copy in either store', async () => {
  const server = await startServer();
  const { context, clock } = server;
  const { objectID, studyID } = await makeDoneStudy(server);
  clock.advance(YEAR_MS);
  await runMaintenance(context, neverAborted);
  const copyTo: Storage['copyTo'] = (_key, other, key) =>
    other.put(key, Readable.from([Buffer.from('short')]));
  await withChangedStore(context.storage, { copyTo }, () =>
    expect(reconcile(context, { objectID }, neverAborted)).rejects.toThrow(/bytes instead of/),
  );
  await context.db.deleteFrom('studies').where('id', '=', studyID).execute();
  await runJobs(server);
  expect([await keysIn(context.storage, ''), await keysIn(context.archive, '')]).toEqual([[], []]);
});

test('concurrent moves of one object leave one intact copy', async () => {
  const server = await startServer();
  const { context, clock } = server;
  const { objectID } = await makeDoneStudy(server);
  clock.advance(YEAR_MS);
  await runMaintenance(context, neverAborted);
  await Promise.all([1, 2, 3].map(() => reconcile(context, { objectID }, neverAborted)));
  await runJobs(server);
  expect(await objectRow(server, objectID)).toMatchObject({ place: 'cold', moves: 1 });
  expect(await keysIn(context.archive, 'archive/')).toEqual([`archive/${objectID}.1.zip`]);
  expect(await keysIn(context.storage, 'studies/')).toEqual([]);
});

test('with RETENTION_FROM=examined the age counts from the examination, and a new old study stays for thirty days', async () => {
  const server = await startServer({ RETENTION_FROM: 'examined' });
  const { context, clock } = server;
  const now = clock.now().getTime();
  const dayMs = 24 * 60 * 60_000;
  const makeExamined = async (examinedDaysAgo: number | null, doneDaysAgo: number) => {
    const { studyID } = await makeDoneStudy(server);
    await context.db
      .updateTable('studies')
      .set({
        doneAt: new Date(now - doneDaysAgo * dayMs),
        ...(examinedDaysAgo !== null && {
          examinedAt: new Date(now - examinedDaysAgo * dayMs),
          examinedOffset: 180,
          examinedPrecision: 'minute',
          examinedSource: 'files',
        }),
      })
      .where('id', '=', studyID)
      .execute();
    return studyID;
  };
  const imported = await makeExamined(3650, 29);
  const old = await makeExamined(3650, 31);
  const recent = await makeExamined(360, 364);
  const unknown = await makeExamined(null, 364);
  const statuses = async () => {
    await runMaintenance(context, neverAborted);
    const rows = [imported, old, recent, unknown].map((id) => studyRow(server, id));
    return (await Promise.all(rows)).map(({ status }) => status);
  };
  expect(await statuses()).toEqual(['done', 'archived', 'done', 'done']);
  clock.advance(2 * dayMs);
  expect(await statuses()).toEqual(['archived', 'archived', 'done', 'archived']);
  clock.advance(4 * dayMs);
  expect(await statuses()).toEqual(['archived', 'archived', 'archived', 'archived']);
});

test('without RETENTION_FROM a study that was examined long ago is available for a year after its processing', async () => {
  const server = await startServer();
  const { context, clock } = server;
  const { studyID } = await makeDoneStudy(server);
  await context.db
    .updateTable('studies')
    .set({
      examinedAt: '2010-01-01T09:00:00Z',
      examinedOffset: 180,
      examinedPrecision: 'minute',
      examinedSource: 'files',
    })
    .where('id', '=', studyID)
    .execute();
  clock.advance(YEAR_MS - 60_000);
  await runMaintenance(context, neverAborted);
  expect(await studyRow(server, studyID)).toMatchObject({ status: 'done' });
  clock.advance(120_000);
  await runMaintenance(context, neverAborted);
  expect(await studyRow(server, studyID)).toMatchObject({ status: 'archived' });
});
