import { getBilling, getStatistics } from '@snimok/contract/administration/statistics';
import type { StaffRight } from '@snimok/contract/people/staff';
import { expect, test } from 'vitest';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { setExamined } from '../../testing/scans/examined-at.ts';
import { startServer, type TestServer } from '../../testing/portal/server.ts';
import { statisticsReader } from './statistics.ts';

/** Studies at given instants, with the events that a portal would have recorded for them. */
const makeMonth = async (server: TestServer) => {
  const { make, context } = server;
  const clinic = await make.doctor({ name: 'Клиника Астра' });
  const other = await make.doctor({ name: 'Бета-Дент' });
  const assistant = await make.assistant({ name: 'Ольга Петрова' });
  const patient = await make.patient({ doctor: clinic, name: '=Ежова Анна' });
  const otherPatient = await make.patient({ doctor: other });
  const add = async (
    createdAt: string,
    {
      type = 'rg',
      of = patient,
      published = [],
      seen = [],
    }: {
      type?: 'rg' | 'cbct';
      of?: typeof patient;
      published?: string[];
      seen?: [at: string, kind: 'doctor' | 'assistant' | 'share'][];
    } = {},
  ) => {
    const { studyID } = await make.study({
      patient: of,
      type,
      status: published.length > 0 ? 'done' : 'in-work',
    });
    await context.db
      .updateTable('studies')
      .set({ createdAt: new Date(createdAt), creatorID: assistant.id })
      .where('id', '=', studyID)
      .execute();
    const events = [
      ...published.map((at) => ({ at, kind: 'portal', action: 'study.publish' }) as const),
      ...seen.map(([at, kind]) => ({ at, kind, action: 'study.view' }) as const),
    ].toSorted((one, next) => Date.parse(one.at) - Date.parse(next.at));
    for (const { at, kind, action } of events)
      await context.db
        .insertInto('auditEvents')
        .values({ at: new Date(at), actorKind: kind, actorID: null, action, studyID, details: '{}' })
        .execute();
    return studyID;
  };
  return { clinic, other, patient, otherPatient, assistant, add };
};

test('the figures of a month count what happened on its days in the centre’s time zone', async () => {
  const server = await startServer();
  const { as, make } = server;
  const { clinic, other, otherPatient, assistant, add } = await makeMonth(server);
  // in Moscow, at UTC+3, the month begins at 21:00 UTC of the day before
  await add('2026-09-30T20:59:00Z');
  await add('2026-09-30T21:00:00Z', {
    published: ['2026-09-30T21:30:00Z'],
    seen: [
      ['2026-09-30T21:40:00Z', 'assistant'],
      ['2026-09-30T22:30:00Z', 'doctor'],
      ['2026-10-05T10:00:00Z', 'doctor'],
    ],
  });
  await add('2026-10-15T10:00:00Z', {
    type: 'cbct',
    of: otherPatient,
    published: ['2026-10-15T10:10:00Z', '2026-10-20T10:00:00Z'],
    seen: [['2026-10-15T12:00:00Z', 'share']],
  });
  await add('2026-10-31T20:59:00Z', { type: 'cbct', published: ['2026-10-31T21:00:00Z'] });
  const deleted = await add('2026-10-16T10:00:00Z', { published: ['2026-10-16T11:00:00Z'] });
  await (await as(await make.assistant())).delete(`/assistant/studies/${deleted}`);

  const client = await as(await make.assistant());
  const of = async (query: string) =>
    responseOf(getStatistics, await client.get(`/assistant/statistics?${query}`));
  const month = await of('from=2026-10-01&to=2026-10-31');
  expect(month).toMatchObject({
    created: { rg: 1, cbct: 2 },
    createdBefore: { rg: 1, cbct: 0 },
    clients: {
      items: [
        { id: clinic.id, name: 'Клиника Астра', rg: 1, cbct: 1 },
        { id: other.id, name: 'Бета-Дент', rg: 0, cbct: 1 },
      ],
      others: { rg: 0, cbct: 0 },
    },
    assistants: { items: [{ id: assistant.id, name: 'Ольга Петрова', rg: 1, cbct: 2 }] },
    publication: { studies: 2, median: 20, ninthDecile: 28 },
    firstView: { studies: 1, median: 60 },
    notViewed: 1,
    sources: { page: 2, program: 0, stow: 0 },
  });
  expect(month.steps).toHaveLength(31);
  expect(month.steps.filter(({ rg, cbct }) => rg + cbct > 0)).toEqual([
    { day: '2026-10-01', rg: 1, cbct: 0, bytes: 0 },
    { day: '2026-10-15', rg: 0, cbct: 1, bytes: 0 },
    { day: '2026-10-31', rg: 0, cbct: 1, bytes: 0 },
  ]);
  const weeks = await of('from=2026-10-01&to=2026-10-31&step=week');
  expect(weeks.steps.map(({ day, rg, cbct }) => [day, rg, cbct])).toEqual([
    ['2026-09-28', 1, 0],
    ['2026-10-05', 0, 0],
    ['2026-10-12', 0, 1],
    ['2026-10-19', 0, 0],
    ['2026-10-26', 0, 1],
  ]);
  const months = await of('from=2026-10-31&to=2026-11-01&step=month');
  expect(months.steps.map(({ day, cbct }) => [day, cbct])).toEqual([
    ['2026-10-01', 1],
    ['2026-11-01', 0],
  ]);
  expect(months.publication.studies).toBe(1);
});

test('studies can be counted by the day on which their images were taken, at the machine', async () => {
  const server = await startServer();
  const { as, make, context } = server;
  const { clinic, other, otherPatient, add } = await makeMonth(server);
  const imported = '2026-11-20T10:00:00Z';
  const examined = async (day: string, time: string | null, options: Parameters<typeof add>[1] = {}) =>
    setExamined(context, await add(imported, options), { day, time, offset: '+08:00' });
  await examined('2026-10-01', '00:10');
  await examined('2026-10-31', '23:50', { type: 'cbct', of: otherPatient });
  await examined('2026-10-31', null, { type: 'cbct' });
  await examined('2026-09-30', null);
  await examined('2026-11-01', '00:00');
  await add('2026-10-15T10:00:00Z');
  const client = await as(await make.assistant());
  const of = async (query: string) =>
    responseOf(
      getStatistics,
      await client.get(`/assistant/statistics?from=2026-10-01&to=2026-10-31${query}`),
    );
  const month = await of('&by=examined&step=week');
  expect(month).toMatchObject({
    created: { rg: 1, cbct: 2 },
    createdBefore: { rg: 1, cbct: 0 },
    undated: { rg: 1, cbct: 0 },
    clients: {
      items: [
        { id: clinic.id, rg: 1, cbct: 1 },
        { id: other.id, rg: 0, cbct: 1 },
      ],
    },
  });
  expect(month.steps.flatMap(({ day, rg, cbct }) => (rg + cbct > 0 ? [[day, rg, cbct]] : []))).toEqual([
    ['2026-09-28', 1, 0],
    ['2026-10-26', 0, 2],
  ]);
  const asSpecified = await of('');
  expect(asSpecified.created).toEqual({ rg: 1, cbct: 0 });
  expect(asSpecified).not.toHaveProperty('undated');
});

test('stored bytes are counted on the day on which they were added', async () => {
  const server = await startServer();
  const { as, make, context } = server;
  const objectID = await make.object('12345');
  await context.db
    .updateTable('objects')
    .set({ createdAt: new Date('2026-10-31T21:00:00Z') })
    .where('id', '=', objectID)
    .execute();
  const client = await as(await make.assistant());
  const of = async (query: string) =>
    responseOf(getStatistics, await client.get(`/assistant/statistics?${query}`));
  const { sizeBytes } = await context.db.selectFrom('objects').select('sizeBytes').executeTakeFirstOrThrow();
  expect(await of('from=2026-11-01&to=2026-11-01')).toMatchObject({
    steps: [{ day: '2026-11-01', bytes: sizeBytes }],
    storage: { bytes: sizeBytes, addedBytes: sizeBytes },
  });
  expect((await of('from=2026-10-31&to=2026-10-31')).storage).toEqual({ bytes: sizeBytes, addedBytes: 0 });
});

test('simultaneous requests for one period share a calculation if their users see the same studies', async () => {
  const server = await startServer();
  const { context } = server;
  const { assistant, add } = await makeMonth(server);
  await add('2026-10-15T10:00:00Z');
  let statements = 0;
  const db = context.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements++;
      return result;
    },
  });
  const read = statisticsReader({ ...context, db });
  const of = async (rights: StaffRight[], to = '2026-10-31') => {
    const who = { kind: 'assistant', accountID: assistant.id, rights: new Set(rights) } as const;
    const { created } = await read({ who, days: { from: '2026-10-01', to }, step: 'day' });
    return created.rg;
  };
  await of(['studies', 'export']);
  const once = statements;
  statements = 0;
  const all: StaffRight[] = ['studies', 'export'];
  const none: StaffRight[] = ['export'];
  const together = await Promise.all([of(all), of(none), of(all), of(all, '2026-10-10'), of(all), of(none)]);
  expect(together).toEqual([1, 0, 1, 0, 1, 0]);
  // all studies: one calculation for the first request, and one for the two requests that came during it; no studies: two;
  // the other period: one
  expect(statements).toBe(5 * once);
});

test('a study is in the monthly list of its first publication only, and the export is recorded', async () => {
  const server = await startServer();
  const { as, make, context } = server;
  const { clinic, other, otherPatient, add } = await makeMonth(server);
  const first = await add('2026-10-31T20:00:00Z', { published: ['2026-10-31T21:00:00Z'] });
  const again = await add('2026-10-01T10:00:00Z', {
    of: otherPatient,
    published: ['2026-10-01T10:30:00Z', '2026-11-03T10:00:00Z'],
  });
  const client = await as(await make.assistant());
  const billed = async (month: string) =>
    responseOf(getBilling, await client.get(`/assistant/statistics/billing?month=${month}`)).clients;
  expect(await billed('2026-10')).toEqual([{ doctorID: other.id, name: 'Бета-Дент', rg: 1, cbct: 0 }]);
  expect(await billed('2026-11')).toEqual([{ doctorID: clinic.id, name: 'Клиника Астра', rg: 1, cbct: 0 }]);

  const exported = async (query: string) => {
    const reply = await client.get(`/assistant/exports/billing?format=csv&${query}`);
    return String(reply.body).replace('\uFEFF', '').trim().split('\r\n');
  };
  const heading = '"Клиент";"Дата исследования";"Создано";"Готово";"Пациент";"Исследование";"Номер"';
  expect(await exported('month=2026-11')).toEqual([
    heading,
    `"Клиника Астра";"";"31.10.2026 23:00";"01.11.2026 00:00";"'=Ежова Анна";"Рентген (2D)";"${first}"`,
  ]);
  expect((await exported('month=2026-10'))[1]).toContain(`"${again}"`);
  expect(await exported(`month=2026-10&doctorID=${clinic.id}`)).toEqual([heading]);
  expect((await client.get('/assistant/exports/billing?month=2026-10&doctorID=999999')).status).toBe(404);
  const events = await context.db
    .selectFrom('auditEvents')
    .select('details')
    .where('action', '=', 'list.export')
    .execute();
  expect(events.map(({ details }) => details)).toContainEqual({ list: 'billing', format: 'csv' });
});

test('the monthly list keeps the studies of a client together when another one has its name', async () => {
  const server = await startServer();
  const { as, make, context } = server;
  const { clinic, other, otherPatient, patient, add } = await makeMonth(server);
  await context.db
    .updateTable('accounts')
    .set({ name: 'Астра' })
    .where('id', 'in', [clinic.id, other.id])
    .execute();
  const studies: number[] = [];
  for (const owner of [patient, otherPatient, patient, otherPatient])
    studies.push(await add('2026-10-01T10:00:00Z', { of: owner, published: ['2026-10-02T10:00:00Z'] }));
  await context.db.updateTable('studies').set({ doctorName: 'Астра' }).execute();
  const client = await as(await make.assistant());
  const { body } = await client.get('/assistant/exports/billing?format=csv&month=2026-10');
  const listed = [...String(body).matchAll(/"(\d+)"\r\n/g)].map(([, studyID]) => Number(studyID));
  expect(listed).toEqual([0, 2, 1, 3].map((at) => studies[at]));
});

test('a wrong period and a missing right are refused', async () => {
  const server = await startServer();
  const { as, make, context } = server;
  const assistant = await make.assistant();
  const client = await as(assistant);
  for (const query of [
    'from=2026-10-02&to=2026-10-01',
    'from=2025-01-01&to=2026-01-02',
    'from=2026-02-30&to=2026-03-01',
    'from=2026-10-01&to=2026-10-02&step=hour',
    'from=9999-12-31&to=9999-12-31',
    'from=0000-01-01&to=0000-01-02',
    '',
  ])
    expect([query, (await client.get(`/assistant/statistics?${query}`)).status]).toEqual([query, 400]);
  for (const month of ['2026-13', '9999-12', '0000-01'])
    expect((await client.get(`/assistant/statistics/billing?month=${month}`)).status).toBe(400);
  expect((await client.get('/assistant/statistics?from=2024-01-01&to=2024-12-31')).status).toBe(200);
  await context.db
    .updateTable('accounts')
    .set({ rights: ['studies'] })
    .where('id', '=', assistant.id)
    .execute();
  expect((await client.get('/assistant/statistics?from=2026-10-01&to=2026-10-02')).status).toBe(403);
});
