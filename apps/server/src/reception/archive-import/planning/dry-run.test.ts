import { expect, test } from 'vitest';
import type { Account } from '../../../testing/portal/make.ts';
import { startServer } from '../../../testing/portal/server.ts';
import {
  archived,
  type ArchivedStudy,
  createImportOf,
  importNow,
  rowsOf,
  untilState,
  useArchive,
} from '../archive.fixture.ts';

const PROBLEMS = [
  { where: 'disc 7/broken.dcm', reason: 'unreadable' },
  { where: 'studies of one day', reason: 'limited' },
] as const;

/** A portal whose import has read this archive; `clients` is the list of clients. */
const dryRun = async (
  studies: ArchivedStudy[],
  prepare?: (client: Account, server: Awaited<ReturnType<typeof startServer>>) => Promise<unknown>,
) => {
  const server = await startServer();
  const client = await server.make.doctor({ name: 'Клиника Ромашка' });
  await prepare?.(client, server);
  useArchive(server, studies, { problems: [...PROBLEMS] });
  const assistant = await server.as(await server.make.assistant());
  await server.work('plan-archive-import');
  const importID = await createImportOf(assistant, { doctorID: client.id });
  const planned = await untilState(assistant, importID, 'planned');
  const rows = await rowsOf(assistant, importID);
  return { server, client, assistant, importID, planned, rows };
};

const outcomes = ({ rows }: { rows: Awaited<ReturnType<typeof rowsOf>> }) =>
  rows.map(({ outcome, reason }) => [outcome, reason]);

test('a study whose name and birth date agree with one card gets this card', async () => {
  const run = await dryRun([archived({ name: 'Ivanov Ivan', birthDate: '1980-01-02' })], (client, { make }) =>
    make.patient({ doctor: client, name: 'Иванов Иван Иванович' }),
  );
  expect(outcomes(run)).toEqual([['existing', null]]);
  expect(run.rows[0]?.card).toMatchObject({ name: 'Иванов Иван Иванович', doctorName: 'Клиника Ромашка' });
});

test('two patients of one name get two new cards if their birth dates differ', async () => {
  const run = await dryRun([
    archived({ name: 'Орлов Олег Ильич', birthDate: '1970-05-05' }),
    archived({ name: 'Орлов Олег Ильич', birthDate: '1991-06-06' }),
  ]);
  expect(outcomes(run)).toEqual([
    ['new', null],
    ['new', null],
  ]);
  expect(run.rows.map(({ sameAs }) => sameAs)).toEqual([null, null]);
  expect(run.planned.totals).toMatchObject({ studies: 2, newPatients: 2, problems: 2 });
});

test('two studies of one name without birth dates and patient ids wait for a person', async () => {
  const [first, second] = [1, 2].map(() => archived({ name: 'Орлов Олег Ильич', birthDate: null }));
  const run = await dryRun([first!, second!]);
  expect(outcomes(run)).toEqual([
    ['new', null],
    ['unsure', 'similar-patient'],
  ]);
});

test('one patient with two spellings gets one new card', async () => {
  const run = await dryRun([
    archived({ name: 'Кузнецова Юлия Петровна', id: '17', sex: 'F' }),
    archived({ name: 'Kuznetsova Yulia', id: '17', sex: 'F' }),
  ]);
  expect(outcomes(run)).toEqual([
    ['new', null],
    ['new', null],
  ]);
  expect(run.rows[1]?.sameAs).toBe(run.rows[0]?.rowID);
  expect(run.planned.totals.newPatients).toBe(1);
});

test('a name without patronymic and a study without patient id get a new card', async () => {
  const run = await dryRun([archived({ name: 'Петров Пётр', id: null })]);
  expect(outcomes(run)).toEqual([['new', null]]);
  expect(run.rows[0]?.newCard).toMatchObject({
    name: 'Петров Пётр',
    birthday: '1980-01-02',
    sex: 'male',
    doctorID: run.client.id,
  });
});

test('a study of a machine whose clock shows 1999 is planned with the date that the source states', async () => {
  const run = await dryRun([
    archived({ name: 'Петров Пётр' }, { studyDate: '19990101', studyTime: '000012' }),
  ]);
  expect(outcomes(run)).toEqual([['new', null]]);
  expect(run.rows[0]?.source).toMatchObject({ studyDate: '19990101', studyTime: '000012' });
});

test('a study without birth date whose name agrees with a card waits for a person', async () => {
  const run = await dryRun([archived({ name: 'Иванов Иван', birthDate: null })], (client, { make }) =>
    make.patient({ doctor: client, name: 'Иванов Иван Иванович' }),
  );
  expect(outcomes(run)).toEqual([['unsure', 'similar-card']]);
  expect(run.rows[0]?.candidates).toMatchObject([{ name: 'Иванов Иван Иванович' }]);
});

test('a study that occurs twice in the source is planned once', async () => {
  const study = archived({ name: 'Петров Пётр' });
  const run = await dryRun([study, { ...study, key: 'the same elsewhere' }]);
  expect(outcomes(run)).toEqual([
    ['new', null],
    ['duplicate', 'twice-in-source'],
  ]);
});

test('studies without a name, without images and without files are not planned', async () => {
  const run = await dryRun([
    archived({ name: '' }, { patientName: null }),
    archived({ name: 'Петров Пётр' }, { modalities: ['SR'] }),
    archived({ name: 'Петров Пётр' }, { instanceCount: 0 }),
  ]);
  expect(outcomes(run)).toEqual([
    ['unsure', 'no-name'],
    ['left-out', 'no-images'],
    ['left-out', 'no-files'],
  ]);
});

test('the dry run estimates bytes, time and space, and lists what cannot be read', async () => {
  const study = archived({ name: 'Петров Пётр' });
  const { planned, assistant, importID } = await dryRun([study]);
  expect(planned.totals).toMatchObject({
    bytes: study.sizeBytes,
    neededBytes: study.sizeBytes,
    doneBytes: 0,
  });
  expect(planned.totals.estimatedSeconds).toBeGreaterThan(0);
  expect(planned.totals.freeBytes).toBeGreaterThan(1_000_000);
  const problems = await assistant.get(`/assistant/archive-imports/${importID}/problems`);
  expect(problems.body).toMatchObject({ problems: PROBLEMS });
});

test('the list of clients gives each study its client and facts', async () => {
  const server = await startServer();
  const one = await server.make.doctor();
  const other = await server.make.doctor();
  useArchive(server, [
    archived({ name: 'Петров Пётр', id: '5' }),
    archived({ name: 'Сидоров Сидор' }, { referringPhysician: 'Белов^Б^Б' }),
    archived({ name: 'Чужой Человек' }),
  ]);
  const assistant = await server.as(await server.make.assistant());
  await server.work('plan-archive-import');
  const clients = [
    'patientID;referringPhysician;client;name;birthday;sex;phone',
    `5;;${one.id};"Петров Пётр Петрович";1980-01-02;M;+7 999 000-11-22`,
    `;белов б б;${other.email};;;;`,
  ].join('\n');
  const importID = await createImportOf(assistant, { clients });
  await untilState(assistant, importID, 'planned');
  const rows = await rowsOf(assistant, importID);
  expect(rows.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['new', null],
    ['new', null],
    ['unsure', 'no-client'],
  ]);
  expect(rows[0]?.newCard).toMatchObject({
    name: 'Петров Пётр Петрович',
    phone: '+7 999 000-11-22',
    doctorID: one.id,
  });
  expect(rows[1]?.newCard.doctorID).toBe(other.id);
});

test('an import without a client is refused, and so is a list with an unknown one', async () => {
  const server = await startServer();
  const assistant = await server.as(await server.make.assistant());
  const source = { kind: 'folder', path: '/archive' };
  const post = (body: object) => assistant.post('/assistant/archive-imports', { source, ...body });
  expect(await post({})).toMatchObject({ status: 400 });
  expect(await post({ clients: 'patientID,client\n1,nobody@clinic.test' })).toMatchObject({
    status: 400,
    body: { error: 'Список клиентов, строка 2: клиент не найден по номеру или почте' },
  });
});

test('a person chooses a card, a new card or the card of another study, and leaves a study out', async () => {
  const { server, client, assistant, importID, rows } = await dryRun([
    archived({ name: 'Первый Пациент' }),
    archived({ name: '' }, { patientName: null }),
    archived({ name: '' }, { patientName: null }),
    archived({ name: 'Третий Пациент', birthDate: null }),
  ]);
  const { patientID } = await server.make.patient({ doctor: client, name: 'Другой Пациент' });
  const [first, second, third, fourth] = rows.map(({ rowID }) => rowID);
  const decide = (rowID: number | undefined, decision: object) =>
    assistant.put(`/assistant/archive-imports/${importID}/studies/${rowID}`, decision);
  expect(await decide(second, { outcome: 'existing', patientID })).toMatchObject({
    status: 200,
    body: { outcome: 'existing', card: { patientID } },
  });
  expect(await decide(third, { outcome: 'same', rowID: first })).toMatchObject({
    status: 200,
    body: { outcome: 'new', sameAs: first },
  });
  expect(await decide(first, { outcome: 'same', rowID: first })).toMatchObject({ status: 400 });
  expect(await decide(fourth, { outcome: 'left-out' })).toMatchObject({
    status: 200,
    body: { outcome: 'left-out', reason: 'by-person' },
  });
  const { totals } = await importNow(assistant, importID);
  expect(totals.outcomes).toMatchObject({ existing: 1, new: 2, 'left-out': 1, unsure: 0 });
});

test('the password of an archive is neither in an answer nor readable in the database', async () => {
  const server = await startServer();
  const client = await server.make.doctor();
  const assistant = await server.as(await server.make.assistant());
  const source = { kind: 'orthanc', url: 'http://10.0.0.5:8042', user: 'admin', password: 'Tajna-12345' };
  const importID = await createImportOf(assistant, { source, doctorID: client.id });
  const shown = await importNow(assistant, importID);
  expect(shown.source).toEqual({ kind: 'orthanc', url: 'http://10.0.0.5:8042', user: 'admin' });
  const rows = await server.context.db.selectFrom('archiveImports').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain('Tajna');
  expect(rows[0]?.sealedSecrets?.toString('latin1')).not.toContain('Tajna');
});
