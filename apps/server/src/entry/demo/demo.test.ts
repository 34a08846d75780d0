import { expect, test } from 'vitest';
import { dayAfter } from '../../platform/time-and-sizes/calendar.ts';
import { startServer } from '../../testing/portal/server.ts';
import { attributesOf, SERIES_NAMES } from './draw.ts';
import { fillDemo } from './fill.ts';
import { readStudiesToSend } from './to-send.ts';

/** A demonstration centre that was created on a Tuesday at 15:00 in Moscow. */
const DAY = '2026-11-24';
const startDemo = async () => {
  const server = await startServer();
  const { context } = server;
  const clock = { now: () => new Date(`${DAY}T12:00:00Z`) };
  const accounts = await fillDemo({ ...context, clock, config: { ...context.config, demo: true } });
  return { ...server, accounts: accounts ?? [] };
};

test('the demonstration has booked slots today and on the next days, and patients who have arrived', async () => {
  const { context } = await startDemo();
  const bookings = await context.db
    .selectFrom('bookings')
    .innerJoin('patients', 'patients.name', 'bookings.patientName')
    .select(['bookings.day', 'bookings.status', 'bookings.patientID', 'patients.id', 'bookings.doctorID'])
    .select('patients.doctorID as owner')
    .orderBy('bookings.beginsAt')
    .execute();
  expect([...new Set(bookings.map(({ day }) => day))]).toEqual([DAY, dayAfter(DAY, 1), dayAfter(DAY, 2)]);
  expect(bookings.map(({ doctorID }) => doctorID)).toEqual(bookings.map(({ owner }) => owner));
  const arrived = bookings.filter(({ status }) => status === 'come');
  expect(arrived.length).toBeGreaterThan(0);
  expect(arrived.map(({ patientID }) => patientID)).toEqual(arrived.map(({ id }) => id));
});

test('the demonstration names its centre and has an urgent and a routine referral that wait', async () => {
  const { as, accounts } = await startDemo();
  const assistant = await as(accounts[0]!);
  expect((await assistant.get('/identity')).body).toMatchObject({ name: 'Диагностический центр «Ракурс»' });
  expect((await assistant.get('/assistant/referrals')).body).toMatchObject({
    referrals: [
      { state: 'sent', urgency: 'urgent', examination: 'КЛКТ верхней челюсти' },
      { state: 'sent', urgency: 'routine', examination: 'Прицельный снимок зуба' },
    ],
  });
});

test('the demonstration has a different picture for every study, and one patient with two studies of a type', async () => {
  const { context } = await startDemo();
  const studies = await readStudiesToSend(context.config.dataDir);
  const pictures = studies.map(({ seed, missingTeeth }) => `${seed}: ${missingTeeth?.join()}`);
  expect(new Set(pictures).size).toBe(studies.length);
  const dates = Map.groupBy(studies, ({ person, type }) => `${person.name}, ${type}`);
  expect(Math.max(...[...dates.values()].map((ofOne) => ofOne.length))).toBe(2);
});

test('the files of the demonstration state day and time of an acquisition before the upload', async () => {
  const { context } = await startDemo();
  const studies = await readStudiesToSend(context.config.dataDir);
  const dates = studies.map(({ studyID, takenOn, takenAt }) => ({ studyID, taken: `${takenOn} ${takenAt}` }));
  // the newest was created 75 minutes before 15:00
  expect(dates[0]?.taken).toBe(`${DAY} 13:33`);
  for (const { studyID, taken } of dates) {
    const { createdAt } = await context.db
      .selectFrom('studies')
      .select('createdAt')
      .where('id', '=', studyID)
      .executeTakeFirstOrThrow();
    expect(createdAt.getTime()).toBeGreaterThan(Date.parse(`${taken.replace(' ', 'T')}+03:00`));
  }
  expect(studies.map(attributesOf)).toMatchObject(
    studies.map(({ takenOn, takenAt }) => ({ takenOn, takenAt })),
  );
});

test('the demonstration has a report request with a question of the client, and a study that gets a signed report', async () => {
  const { context } = await startDemo();
  const requested = await context.db
    .selectFrom('studies')
    .select(['doctorID', 'reportRequestedBy', 'reportQuestion'])
    .where('reportRequestedAt', 'is not', null)
    .execute();
  expect(requested).toHaveLength(1);
  expect(requested[0]?.reportRequestedBy).toBe(requested[0]?.doctorID);
  expect(requested[0]?.reportQuestion).not.toBe('');
  const studies = await readStudiesToSend(context.config.dataDir);
  expect(studies.filter(({ report }) => report)).toHaveLength(1);
});

test('the series of the demonstration have Russian names', () => {
  for (const name of Object.values(SERIES_NAMES)) expect(name).not.toMatch(/[A-Za-z]/);
});
