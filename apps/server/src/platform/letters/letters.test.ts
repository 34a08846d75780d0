import { expect, test } from 'vitest';
import { startServer } from '../../testing/portal/server.ts';
import { deleteJobs } from '../../testing/portal/queued-jobs.ts';
import { maintainOutbox } from '../outbox/maintain.ts';
import { FOR_A_DAY, nextAttemptAt } from '../outbox/retry-schedule.ts';
import { deliverLetter, letterOutbox } from './send.ts';
import { startWithWelcomeLetter } from './welcome-letter.fixture.ts';
import { DAY_MS } from '../time-and-sizes/duration.ts';

test('a refused letter is retried within a minute, then at growing intervals for a day', () => {
  const start = new Date('2026-11-21T09:00:00Z');
  const waits: number[] = [];
  const nextAfter = (attempts: number) => nextAttemptAt(FOR_A_DAY, attempts, start);
  for (let next = nextAfter(1); next; next = nextAfter(waits.length + 1))
    waits.push(next.getTime() - start.getTime());
  expect(waits[0]).toBeLessThanOrEqual(60_000);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect(new Set(waits).size).toBe(waits.length);
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBe(DAY_MS);
});

test('a deferred letter arrives once, and its password is deleted', async () => {
  const { relay, deliver, findLetter, shownState, listJobs, clock } = await startWithWelcomeLetter();
  expect(await shownState()).toMatchObject({ status: 'waiting', error: null });
  relay.setBehaviour({ rejects: 'recipient', code: 451, text: '4.7.1 Greylisted, try again later' });
  await deliver();
  const deferred = await findLetter();
  expect(deferred.facts).toMatchObject({ password: expect.stringMatching(/^\w{14}$/) });
  const { nextTryAt, ...state } = await shownState();
  expect(state).toMatchObject({ status: 'retrying', error: '451 4.7.1 Greylisted, try again later' });
  expect(Date.parse(nextTryAt ?? '') - clock.now().getTime()).toBeLessThan(60_000);
  expect(await listJobs()).toEqual([{ runAt: new Date(nextTryAt ?? '') }]);

  relay.setBehaviour('accepts');
  // an attempt that begins while another one is sending fails, and its job is repeated
  const attempts = await Promise.allSettled([deliver(), deliver(), deliver()]);
  expect(attempts.some(({ status }) => status === 'fulfilled')).toBe(true);
  await deliver();
  expect(relay.received).toMatchObject([
    { to: 'anna@clinic.test', messageID: `<${deferred.messageUUID}@portal.test>` },
  ]);
  expect(await findLetter()).toMatchObject({ attempts: 2, lastError: null, facts: {} });
  expect(await shownState()).toMatchObject({ status: 'sent', error: null, nextTryAt: null });
});

test('a permanently refused letter is shown as failed with the server’s error, and sent again with a new password', async () => {
  const { relay, deliver, findLetter, shownState, assistant, doctorID, context, nobody } =
    await startWithWelcomeLetter();
  const { facts } = await findLetter();
  relay.setBehaviour({ rejects: 'recipient', code: 550, text: '5.1.1 No such user' });
  await deliver();
  expect(await shownState()).toMatchObject({
    status: 'failed',
    error: '550 5.1.1 No such user',
    nextTryAt: null,
  });
  expect((await findLetter()).facts).toEqual({});

  relay.setBehaviour('accepts');
  await assistant.patch(`/assistant/doctors/${doctorID}/reset-password`);
  expect(await shownState()).toMatchObject({ status: 'waiting' });
  const again = await findLetter();
  const passwordOf = (letter: unknown) => (letter as { password: string }).password;
  const first = passwordOf(facts);
  const password = passwordOf(again.facts);
  await deliverLetter(context, { letterID: again.id });
  expect(await shownState()).toMatchObject({ status: 'sent' });
  expect(again.template).toBe('welcome');
  expect(password).not.toBe(first);
  expect((await nobody.signIn('anna@clinic.test', password)).body).toMatchObject({
    password_is_temporary: true,
  });
  expect(relay.received).toHaveLength(1);
});

test('a letter that the server refuses is given up, and retried if the server refuses only the sender address', async () => {
  const { relay, deliver, shownState, listJobs } = await startWithWelcomeLetter();
  relay.setBehaviour({ rejects: 'sender', code: 550, text: '5.7.1 Sender not allowed' });
  await deliver();
  expect(await shownState()).toMatchObject({ status: 'retrying', error: '550 5.7.1 Sender not allowed' });
  relay.setBehaviour({ rejects: 'letter', code: 554, text: '5.7.1 Looks like spam' });
  await deliver();
  expect(await shownState()).toMatchObject({ status: 'failed', error: '554 5.7.1 Looks like spam' });
  await deliver();
  expect(relay.received).toEqual([]);
  expect(await listJobs()).toHaveLength(1);
});

test('a deferred letter is given up after one day and not before', async () => {
  const { relay, deliver, findLetter, clock } = await startWithWelcomeLetter();
  const first = clock.now().getTime();
  relay.setBehaviour({ rejects: 'recipient', code: 452, text: '4.2.2 Mailbox full' });
  let state = await findLetter();
  while (!state.failedAt) {
    await deliver();
    state = await findLetter();
    if (state.nextTryAt) clock.advance(state.nextTryAt.getTime() - clock.now().getTime());
  }
  const lasted = clock.now().getTime() - first;
  expect(lasted).toBeGreaterThanOrEqual(DAY_MS);
  expect(lasted).toBeLessThan(DAY_MS + 60 * 60_000);
  expect(state).toMatchObject({ lastError: '452 4.2.2 Mailbox full', facts: {} });
});

test('a letter whose job was lost gets a new one', async () => {
  const { context, listJobs, clock, letterID } = await startWithWelcomeLetter();
  await deleteJobs(context.db, { key: `send-letter:${letterID}` });
  await maintainOutbox(context, letterOutbox);
  expect(await listJobs()).toHaveLength(0);
  clock.advance(11 * 60_000);
  await maintainOutbox(context, letterOutbox);
  expect(await listJobs()).toHaveLength(1);
});

test('/metrics reports the pending letters, the age of the oldest, and those sent and given up', async () => {
  const { relay, deliver, nobody, address, clock, assistant, context, findLetter } =
    await startWithWelcomeLetter();
  const measured = async () => {
    const text = String((await nobody.get(`${address}/metrics`)).body);
    return Object.fromEntries(
      [...text.matchAll(/^snimok_letters_(\w+) (\d+)/gm)].map(([, name, value]) => [name, Number(value)]),
    );
  };
  clock.advance(120_000);
  const before = await measured();
  expect(before).toMatchObject({ waiting: 1, sent_last_hour: 0, failed_last_day: 0 });
  expect(before.oldest_waiting_seconds).toBeGreaterThanOrEqual(120);
  await deliver();
  relay.setBehaviour({ rejects: 'recipient', code: 550, text: 'No such user' });
  await assistant.post('/assistant/doctors', { name: 'Вера', email: 'vera@clinic.test' });
  await deliverLetter(context, { letterID: (await findLetter()).id });
  expect(await measured()).toEqual({
    waiting: 0,
    oldest_waiting_seconds: 0,
    sent_last_hour: 1,
    failed_last_day: 1,
  });
});

test('a doctor whose account could not be created gets no letter', async () => {
  const { as, make, context } = await startServer();
  const assistant = await as(await make.assistant());
  await make.doctor({ email: 'anna@clinic.test' });
  expect(
    (await assistant.post('/assistant/doctors', { name: 'Анна', email: 'anna@clinic.test' })).status,
  ).toBe(409);
  expect(await context.db.selectFrom('letters').selectAll().execute()).toEqual([]);
});
