import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ResponseOf } from '@snimok/contract/platform/endpoint';
import type { getStudy } from '@snimok/contract/studies/studies';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { StaffRight } from '@snimok/contract/people/staff';
import { updateStaffFacts } from '../../../people/accounts/account-rows/staff-accounts.ts';
import { queueNewStudies } from '../../../viewing/deliveries/queries.ts';
import { listJobs } from '../../../testing/portal/queued-jobs.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';
import { archived, createImportOf, hashesOf, importNow, rowsOf, untilState } from '../archive.fixture.ts';
import { act, ofThreePatients, planned, storedHashes } from '../imported.fixture.ts';
import { runImportOf } from './run-import.ts';

type Study = ResponseOf<typeof getStudy>;

const MIGRATION = readFileSync(
  join(import.meta.dirname, '../../../../migrations/0141_study_origin.sql'),
  'utf8',
);
const FILL_ORIGINS = /^update studies\n[^]*?;/m.exec(MIGRATION)?.[0] ?? '';

const NEVER = new AbortController().signal;

test('a confirmed import publishes every study with its files byte for byte', async () => {
  const studies = ofThreePatients();
  const { server, assistant, importID } = await planned(studies);
  expect(await act(assistant, importID, 'confirm')).toMatchObject({ status: 204 });
  const { totals } = await untilState(assistant, importID, 'finished');
  expect(totals.states).toMatchObject({ done: 3, failed: 0, waiting: 0 });
  expect((await storedHashes(server)).toSorted()).toEqual(hashesOf(studies).toSorted());
  const [first, second] = await rowsOf(assistant, importID);
  expect((await assistant.get(`/assistant/studies/${first?.studyID}`)).body).toMatchObject({
    status: 'done',
    type: 'rg',
    patientName: 'Иванов Иван Иванович',
    comment: 'ОПТГ',
    origin: { kind: 'folder', place: '/archive', day: '2009-03-12', accessionNumber: 'A-2009-17' },
  });
  expect((await assistant.get(`/assistant/studies/${second?.studyID}`)).body).toMatchObject({ type: 'cbct' });
  // imports do not count towards the daily upload limit of the account
  expect(await server.context.db.selectFrom('uploadUsage').selectAll().execute()).toEqual([]);
});

test('studies of earlier imports get the origin of their import, and keep their comments', async () => {
  const { server, assistant, importID } = await planned(ofThreePatients());
  const { db } = server.context;
  await act(assistant, importID, 'confirm');
  await untilState(assistant, importID, 'finished');
  const [first] = await rowsOf(assistant, importID);
  await db
    .updateTable('studies')
    .set({ accessionNumber: null, origin: null, comment: 'Перенесено' })
    .execute();
  const place = async (source: object) => {
    await db
      .updateTable('archiveImports')
      .set({ source: JSON.stringify(source) })
      .execute();
    await sql.raw(FILL_ORIGINS).execute(db);
    const { comment, origin } = (await assistant.get(`/assistant/studies/${first?.studyID}`)).body as Study;
    expect(comment).toBe('Перенесено');
    expect(origin).toMatchObject({ day: null, accessionNumber: 'A-2009-17' });
    return origin?.place;
  };
  expect(await place({ kind: 'folder', path: '/mnt/old' })).toBe('/mnt/old');
  expect(await place({ kind: 'pacs', host: 'a', calledTitle: 'ARCHIVE' })).toBe('ARCHIVE');
  expect(await place({ kind: 'orthanc', url: 'http://name:word@10.0.0.5:8042/x' })).toBe('10.0.0.5:8042');
});

test('nobody is informed of imported studies', async () => {
  const { server, client, assistant, importID } = await planned(ofThreePatients());
  const { db } = server.context;
  await db
    .insertInto('webhooks')
    .values({
      name: 'РИС',
      url: 'https://ris.test/hook',
      events: ['study.ready', 'upload.held'],
      sealedSecret: Buffer.alloc(1),
      createdAt: new Date(),
    })
    .execute();
  const destination = { name: 'Клиника', calledAET: 'CLINIC', host: '10.0.0.9', port: 104, tls: false };
  const doctor = await server.as(client);
  const added = await doctor.post('/doctor/destinations', {
    ...destination,
    automatic: ['rg', 'cbct'],
  });
  expect(added.status).toBe(201);
  await act(assistant, importID, 'confirm');
  await untilState(assistant, importID, 'finished');
  await db.transaction().execute((tx) => queueNewStudies(tx, client.id, server.clock.now()));
  expect(await db.selectFrom('deliveries').selectAll().execute()).toEqual([]);
  for (const table of ['letters', 'notices', 'digestItems', 'webhookMessages'] as const)
    expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([table, []]);
  const events = await db.selectFrom('publications').selectAll().execute();
  const toClient = events.filter((event) => JSON.stringify(event).includes(`#${client.id}"`));
  expect(toClient).toEqual([]);
  const { body } = await doctor.get('/doctor/studies');
  const { studies } = body as { studies: { isNew: boolean }[] };
  expect(studies.map(({ isNew }) => isNew)).toEqual([false, false, false]);
});

test('two studies of a new patient get one card, and an existing card gets its study', async () => {
  const { server, client, assistant, importID } = await planned([
    archived({ name: 'Петров Пётр Петрович', id: '9' }),
    archived({ name: 'Petrov Petr', id: '9' }, { slices: 2 }),
    archived({ name: 'Сидоров Сидор' }),
  ]);
  const { patientID } = await server.make.patient({ doctor: client, name: 'Карточка Другая' });
  const [first, second, third] = await rowsOf(assistant, importID);
  const path = `/assistant/archive-imports/${importID}/studies/${third?.rowID}`;
  await assistant.put(path, { outcome: 'existing', patientID });
  await act(assistant, importID, 'confirm');
  await untilState(assistant, importID, 'finished');
  const rows = await rowsOf(assistant, importID);
  expect(rows[1]?.card?.patientID).toBe(rows[0]?.card?.patientID);
  expect(rows[2]?.card?.patientID).toBe(patientID);
  expect([first?.sameAs, second?.sameAs]).toEqual([null, first?.rowID]);
  const patients = await server.context.db.selectFrom('patients').select('name').orderBy('id').execute();
  expect(patients.map(({ name }) => name)).toEqual(['Карточка Другая', 'Петров Пётр Петрович']);
  // the person who confirmed the import has confirmed the card whose name differs
  const differing = await server.context.db.selectFrom('studies').select('patientDiffers').execute();
  expect(differing.every(({ patientDiffers }) => !patientDiffers)).toBe(true);
});

test('a second confirmation at the same time changes nothing', async () => {
  const { server, assistant, importID } = await planned(ofThreePatients(), { jobs: ['plan-archive-import'] });
  const replies = await Promise.all([1, 2, 3].map(() => act(assistant, importID, 'confirm')));
  expect(replies.map(({ status }) => status)).toEqual([204, 204, 204]);
  expect(await listJobs(server.context.db, { task: 'run-archive-import' })).toHaveLength(1);
  const recorded = await server.context.db
    .selectFrom('auditEvents')
    .select('id')
    .where('action', '=', 'archive.confirm')
    .execute();
  expect(recorded).toHaveLength(1);
});

test('the same study from a second source is a duplicate and is not imported again', async () => {
  const studies = ofThreePatients();
  const { server, client, assistant, importID } = await planned(studies);
  await act(assistant, importID, 'confirm');
  await untilState(assistant, importID, 'finished');
  const second = await createImportOf(assistant, { doctorID: client.id });
  await untilState(assistant, second, 'planned');
  const rows = await rowsOf(assistant, second);
  expect(rows.map(({ outcome, reason }) => [outcome, reason])).toEqual(
    studies.map(() => ['duplicate', 'is-here']),
  );
  await act(assistant, second, 'confirm');
  const { totals } = await untilState(assistant, second, 'finished');
  expect(totals.states).toMatchObject({ 'left-out': 3, done: 0 });
  expect(await server.context.db.selectFrom('studies').select('id').execute()).toHaveLength(3);
});

test('two imports of one archive that were planned at the same time import each study once', async () => {
  const studies = ofThreePatients();
  const { server, client, assistant, importID } = await planned(studies);
  const second = await createImportOf(assistant, { doctorID: client.id });
  await untilState(assistant, second, 'planned');
  await act(assistant, importID, 'confirm');
  await act(assistant, second, 'confirm');
  await untilState(assistant, importID, 'finished');
  await untilState(assistant, second, 'finished');
  expect((await storedHashes(server)).toSorted()).toEqual(hashesOf(studies).toSorted());
});

test('a study that cannot be read is left out with its reason, and the others are imported', async () => {
  const studies = ofThreePatients();
  const [, broken] = studies;
  let armed = false;
  const { server, assistant, importID } = await planned(studies, {
    hooks: {
      beforeFile: (_, key) => {
        if (armed && key === broken?.key) throw new Error('the disc has a scratch');
      },
    },
  });
  armed = true;
  await act(assistant, importID, 'confirm');
  const { totals } = await untilState(assistant, importID, 'finished');
  expect(totals.states).toMatchObject({ done: 2, failed: 1 });
  const rows = await rowsOf(assistant, importID, '?state=failed');
  expect(rows).toMatchObject([{ error: 'Файлы не читаются в архиве', studyID: null }]);
  expect(await server.context.db.selectFrom('studies').select('id').execute()).toHaveLength(2);
});

test('an import works only within its hours', async () => {
  const { server, assistant, importID } = await planned(ofThreePatients(), {
    jobs: ['plan-archive-import', 'process-upload', 'discard-upload'],
    settings: { hours: { from: '22:00', to: '06:00' } },
  });
  const { context, clock } = server;
  clock.freeze();
  clock.advance(Date.parse('2031-05-10T15:00:00+03:00') - clock.now().getTime());
  await act(await server.as(await server.make.assistant()), importID, 'confirm');
  await runImportOf(context, { importID }, NEVER);
  const [waiting] = await listJobs(context.db, { task: 'run-archive-import' });
  expect(waiting?.runAt).toEqual(new Date('2031-05-10T22:00:00+03:00'));
  expect(await context.db.selectFrom('studies').select('id').execute()).toEqual([]);
  clock.advance(Date.parse('2031-05-11T02:00:00+03:00') - clock.now().getTime());
  await runImportOf(context, { importID }, NEVER);
  expect(await context.db.selectFrom('studies').select('id').execute()).toHaveLength(3);
  expect(assistant).toBeDefined();
});

test('a paused import continues after it is resumed, and a stopped one removes what is not complete', async () => {
  const studies = ofThreePatients();
  let pause: (() => Promise<unknown>) | undefined;
  const { server, assistant, importID } = await planned(studies, {
    jobs: ['plan-archive-import', 'process-upload', 'discard-upload', 'delete-unused-files'],
    hooks: { beforeFile: async () => void (await pause?.()) },
  });
  await act(assistant, importID, 'confirm');
  pause = () => act(assistant, importID, 'pause');
  await runImportOf(server.context, { importID }, NEVER);
  pause = undefined;
  expect(await importNow(assistant, importID)).toMatchObject({
    state: 'paused',
    problem: null,
    totals: { states: { sending: 1, waiting: 2 } },
  });
  expect(await act(assistant, importID, 'resume')).toMatchObject({ status: 204 });
  pause = () => act(assistant, importID, 'pause');
  await runImportOf(server.context, { importID }, NEVER);
  pause = undefined;
  expect(await act(assistant, importID, 'stop')).toMatchObject({ status: 204 });
  expect(await importNow(assistant, importID)).toMatchObject({ state: 'stopped' });
  expect(await server.context.db.selectFrom('studies').select('id').execute()).toEqual([]);
  expect(await act(assistant, importID, 'resume')).toMatchObject({ status: 409 });
  await until('what was sent to be removed', async () => {
    for await (const _ of server.context.storage.list('uploads/')) return false;
    return true;
  });
});

test('an import pauses when its author loses the right', async () => {
  const { server, administrator, assistant, importID } = await planned(ofThreePatients(), {
    jobs: ['plan-archive-import'],
  });
  await act(assistant, importID, 'confirm');
  const other = await server.as(await server.make.assistant());
  const rights: StaffRight[] = ['studies'];
  await server.context.db.transaction().execute((tx) => updateStaffFacts(tx, administrator.id, { rights }));
  await runImportOf(server.context, { importID }, NEVER);
  expect(await importNow(other, importID)).toMatchObject({
    state: 'paused',
    problem: 'author-without-rights',
  });
});

test.each([['studies'], ['admin']] as StaffRight[][])(
  'an assistant with the right %s alone may not import',
  async (right) => {
    const server = await startServer();
    const account = await server.make.assistant();
    await server.make.assistant();
    await server.context.db
      .transaction()
      .execute((tx) => updateStaffFacts(tx, account.id, { rights: [right!] }));
    const limited = await server.as(account);
    const source = { kind: 'folder', path: '/archive' };
    expect(await limited.get('/assistant/archive-imports')).toMatchObject({ status: 403 });
    expect(await limited.post('/assistant/archive-imports', { source, doctorID: 1 })).toMatchObject({
      status: 403,
    });
  },
);
