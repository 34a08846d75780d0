import { listStudies, StudySort, StudyStatus } from '@snimok/contract/studies/studies';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { TestClient } from '../../../testing/requests-and-waiting/client.ts';
import { badOffsets, everyPage } from '../../../testing/requests-and-waiting/pages.ts';
import { responseOf, refusal, sentenceOf } from '../../../testing/requests-and-waiting/contract.ts';
import { startServer, type TestServer } from '../../../testing/portal/server.ts';

/** Inserts studies of one patient, created at these times. */
const makeStudies = async ({ make, context }: TestServer, moments: string[]): Promise<number[]> => {
  const patient = await make.patient();
  const creator = await make.assistant();
  const rows = await context.db
    .insertInto('studies')
    .values(
      moments.map((createdAt) => ({
        ...patient,
        patientName: 'Иванов',
        doctorName: 'Клиника',
        type: 'rg',
        creatorID: creator.id,
        createdAt,
      })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
};

const everyStudy = (assistant: TestClient, query: string) =>
  everyPage(async (offset) => {
    const reply = await assistant.get(`/assistant/studies?${query}&offset=${offset}`);
    const { studies, ...page } = responseOf(listStudies, reply);
    return { rows: studies, ...page };
  });

test('the list is sorted by each column in both directions, equal values by id', async () => {
  const { as, make, context } = await startServer();
  const names = ['ежов', 'Ёлкин', 'Жуков', 'Семенов', 'Семёнов', 'яков'];
  const doctors = [await make.doctor({ name: 'клиника Б' }), await make.doctor({ name: 'Клиника А' })];
  for (let i = 0; i < 72; i++) {
    const [name = '', doctor] = [names[(i * 5) % 6], doctors[i % 2]];
    const patient = await make.patient({ name, ...(doctor && { doctor }) });
    const creator = doctor?.id ?? 0;
    await context.db
      .insertInto('studies')
      .values({
        ...patient,
        patientName: name,
        doctorName: doctor?.name ?? '',
        type: i % 3 ? 'rg' : 'cbct',
        creatorID: creator,
        createdAt: new Date(Date.UTC(2026, 9, 1 + ((i * 7) % 10))),
      })
      .execute();
  }
  const assistant = await as(await make.assistant());
  const all = await everyStudy(assistant, 'sortedBy=createdAt.desc');
  expect(new Set(all.map(({ studyID }) => studyID)).size).toBe(72);
  const { compare } = new Intl.Collator('ru');
  for (const field of ['createdAt', 'patientName', 'doctorName', 'type'] as const) {
    const ascending = all.toSorted((a, b) => compare(a[field], b[field]) || a.studyID - b.studyID);
    const asc = await everyStudy(assistant, `sortedBy=${field}.asc`);
    expect([field, asc.map(({ studyID }) => studyID)]).toEqual([
      field,
      ascending.map(({ studyID }) => studyID),
    ]);
    const desc = await everyStudy(assistant, `sortedBy=${field}.desc`);
    expect([field, desc]).toEqual([field, asc.toReversed()]);
  }
  const { studies } = responseOf(listStudies, await assistant.get('/assistant/studies'));
  expect(studies).toEqual(all.slice(0, 30));
});

test('the month filter uses the time zone of the centre, exact to the millisecond', async () => {
  const zones: Record<string, string[]> = {
    // the last millisecond before the month, its first, its last, and the first after it
    'Europe/Moscow': [
      '2026-10-31T20:59:59.999Z',
      '2026-10-31T21:00:00.000Z',
      '2026-11-30T20:59:59.999Z',
      '2026-11-30T21:00:00.000Z',
    ],
    'Pacific/Honolulu': [
      '2026-11-01T09:59:59.999Z',
      '2026-11-01T10:00:00.000Z',
      '2026-12-01T09:59:59.999Z',
      '2026-12-01T10:00:00.000Z',
    ],
    // daylight saving time ends on 1 November at 02:00
    'America/New_York': [
      '2026-11-01T03:59:59.999Z',
      '2026-11-01T04:00:00.000Z',
      '2026-12-01T04:59:59.999Z',
      '2026-12-01T05:00:00.000Z',
    ],
    'Asia/Kamchatka': [
      '2026-10-31T11:59:59.999Z',
      '2026-10-31T12:00:00.000Z',
      '2026-11-30T11:59:59.999Z',
      '2026-11-30T12:00:00.000Z',
    ],
  };
  for (const [timeZone, moments] of Object.entries(zones)) {
    const server = await startServer({ TIME_ZONE: timeZone });
    const [before, first, last, next] = await makeStudies(server, moments);
    const assistant = await server.as(await server.make.assistant());
    const inMonth = async (day: string) => {
      const reply = await assistant.get(`/assistant/studies?sortedBy=createdAt.asc&filterPeriod=${day}`);
      const { studies, totalCount } = responseOf(listStudies, reply);
      expect(totalCount).toBe(studies.length);
      return studies.map(({ studyID }) => studyID);
    };
    expect([timeZone, await inMonth('2026-11-01')]).toEqual([timeZone, [first, last]]);
    expect([timeZone, await inMonth('2026-11-30')]).toEqual([timeZone, [first, last]]);
    expect([timeZone, await inMonth('2026-10-01')]).toEqual([timeZone, [before]]);
    expect([timeZone, await inMonth('2026-12-01')]).toEqual([timeZone, [next]]);
  }
});

test('the day filter selects one day of the centre, exact to the millisecond', async () => {
  const days: [timeZone: string, day: string, moments: [string, string, string, string]][] = [
    // the last millisecond before the day, its first, its last, and the first after it
    [
      'Europe/Moscow',
      '2026-11-22',
      [
        '2026-11-21T20:59:59.999Z',
        '2026-11-21T21:00:00.000Z',
        '2026-11-22T20:59:59.999Z',
        '2026-11-22T21:00:00.000Z',
      ],
    ],
    // a day of 25 hours
    [
      'America/New_York',
      '2026-11-01',
      [
        '2026-11-01T03:59:59.999Z',
        '2026-11-01T04:00:00.000Z',
        '2026-11-02T04:59:59.999Z',
        '2026-11-02T05:00:00.000Z',
      ],
    ],
  ];
  for (const [timeZone, day, moments] of days) {
    const server = await startServer({ TIME_ZONE: timeZone });
    const [, first, last] = await makeStudies(server, moments);
    const assistant = await server.as(await server.make.assistant());
    for (const sort of StudySort.options) {
      const reply = await assistant.get(`/assistant/studies?sortedBy=${sort}&filterDay=${day}`);
      const { studies, totalCount } = responseOf(listStudies, reply);
      const ids = studies.map(({ studyID }) => studyID);
      expect([timeZone, sort, totalCount, ids]).toEqual([
        timeZone,
        sort,
        2,
        sort.endsWith('asc') ? [first, last] : [last, first],
      ]);
    }
  }
});

test('a day and a month together select the day if it lies in that month', async () => {
  const server = await startServer();
  await makeStudies(server, ['2026-11-21T12:00:00Z', '2026-11-22T12:00:00Z']);
  const assistant = await server.as(await server.make.assistant());
  const count = async (query: string) =>
    responseOf(listStudies, await assistant.get(`/assistant/studies?${query}`)).totalCount;
  expect(await count('filterDay=2026-11-22&filterPeriod=2026-11-01')).toBe(1);
  expect(await count('filterDay=2026-11-22&filterPeriod=2026-10-01')).toBe(0);
  expect(await count('filterDay=2026-11-22&filterPeriod=2026-10-01&sortedBy=patientName.asc')).toBe(0);
});

test('the filter by status selects among all studies and within a month or a day, in every order', async () => {
  const server = await startServer();
  const ids = await makeStudies(
    server,
    Array.from({ length: 150 }, (_, i) => `2026-${10 + (i % 2)}-${10 + (i % 9)}T12:00:00Z`),
  );
  const { db } = server.context;
  const status = sql<string>`(array['in-work', 'done', 'archived'])[1 + id % 3]`;
  await db.updateTable('studies').set({ status }).execute();
  await db.updateTable('studies').set({ deletedAt: new Date() }).where('id', 'in', ids.slice(0, 6)).execute();
  const assistant = await server.as(await server.make.assistant());
  for (const sort of StudySort.options) {
    const all = await everyStudy(assistant, `sortedBy=${sort}`);
    expect(all).toHaveLength(144);
    for (const one of StudyStatus.options) {
      const among = all.filter((study) => study.status === one);
      expect(among.length).toBeGreaterThan(40);
      expect([sort, one, await everyStudy(assistant, `sortedBy=${sort}&filterStatus=${one}`)]).toEqual([
        sort,
        one,
        among,
      ]);
      for (const [filter, within] of [
        ['filterPeriod=2026-11-01', '2026-11'],
        ['filterDay=2026-10-12', '2026-10-12'],
      ] as const) {
        const found = await everyStudy(assistant, `sortedBy=${sort}&filterStatus=${one}&${filter}`);
        expect(found).toEqual(among.filter(({ createdAt }) => createdAt.startsWith(within)));
      }
    }
  }
  const reply = await assistant.get('/assistant/studies?filterStatus=available');
  expect(refusal(reply)).toEqual([400, 'filterStatus: недопустимое значение']);
});

test('the filters by month and by day accept any calendar day and refuse anything else', async () => {
  const server = await startServer();
  await makeStudies(server, ['2026-11-15T00:00:00Z', '2026-12-31T20:59:59Z']);
  const assistant = await server.as(await server.make.assistant());
  const count = async (filter: string) => {
    const { body } = await assistant.get(`/assistant/studies?${filter}`);
    return (body as { totalCount: number }).totalCount;
  };
  expect(await count('filterPeriod=2026-12-01')).toBe(1);
  expect(await count('filterDay=2026-12-31')).toBe(1);
  for (const day of ['0000-01-01', '0001-01-01', '0099-05-01', '1850-01-01', '2026-02-01', '9999-12-31']) {
    const counts = [await count(`filterPeriod=${day}`), await count(`filterDay=${day}`)];
    expect([day, ...counts]).toEqual([day, 0, 0]);
  }
  for (const day of [
    '',
    '2026',
    '2026-11',
    '2026-13-01',
    '2026-02-30',
    '01.11.2026',
    'all',
    '2026-11-01T00:00:00Z',
  ]) {
    for (const filter of ['filterPeriod', 'filterDay']) {
      const reply = await assistant.get(`/assistant/studies?${filter}=${day}`);
      expect([day, ...refusal(reply)]).toEqual([day, 400, `${filter}: нужна дата в виде ГГГГ-ММ-ДД`]);
    }
  }
  for (const sort of [
    '',
    'createdAt',
    'createdAt.up',
    'id.asc',
    '__proto__.asc',
    'createdAt.asc; drop',
    'CREATEDAT.ASC',
  ]) {
    const reply = await assistant.get(`/assistant/studies?sortedBy=${sort}`);
    expect([sort, ...refusal(reply)]).toEqual([sort, 400, 'sortedBy: недопустимое значение']);
  }
  for (const offset of badOffsets) {
    const reply = await assistant.get(`/assistant/studies?offset=${offset}`);
    expect([offset, reply.status]).toEqual([offset, 400]);
    expect(sentenceOf(reply)).toMatch(/^offset: /);
  }
});

test('a month is paged like the whole list, and a page beyond the end is empty', async () => {
  const server = await startServer();
  const november = Array.from(
    { length: 61 },
    (_, i) => `2026-11-${String(1 + (i % 28)).padStart(2, '0')}T12:00:00Z`,
  );
  await makeStudies(server, [...november, '2026-10-15T12:00:00Z', '2026-12-15T12:00:00Z']);
  const assistant = await server.as(await server.make.assistant());
  for (const sortedBy of ['createdAt.asc', 'patientName.desc', 'type.asc']) {
    const all = await everyStudy(assistant, `sortedBy=${sortedBy}&filterPeriod=2026-11-01`);
    expect(new Set(all.map(({ studyID }) => studyID)).size).toBe(61);
  }
  expect((await assistant.get('/assistant/studies?offset=900')).body).toEqual({
    studies: [],
    currentOffset: 900,
    totalCount: 63,
  });
});
