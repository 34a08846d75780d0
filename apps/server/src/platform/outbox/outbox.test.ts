import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { deleteJobs, listJobs, makeKeyedJobsDue } from '../../testing/portal/queued-jobs.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import type { Tx } from '../db/client.ts';
import { DAY_MS } from '../time-and-sizes/duration.ts';
import { kinds, type Reply } from './kinds.fixture.ts';

/** Ends the sessions that hold locks, as PostgreSQL does when a worker is killed. */
const endSessionsWithLocks = async (db: Tx): Promise<void> => {
  await sql`select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and datname = current_database()`.execute(db);
};

test.each(kinds)(
  'a $kind is sent by one worker at a time, and again with the same id if that worker is killed',
  async ({ start }) => {
    const { context, received, setAnswer, deliver, isWaiting } = await start();
    const replies: Reply[] = [];
    setAnswer((reply) => void replies.push(reply));
    onTestFinished(() => replies.forEach(({ drop }) => drop()));
    const killed = deliver().catch((cause: Error) => cause);
    await until('the message to reach the other server', () => received.length === 1);
    // the attempt fails, so that its job is repeated in case the other worker dies
    await expect(deliver()).rejects.toThrow('another worker is sending this');
    expect(received).toHaveLength(1);
    await endSessionsWithLocks(context.db);
    const attempts: Promise<unknown>[] = [];
    await until('the second attempt', async () => {
      attempts.push(deliver().catch(({ message }: Error) => message));
      return received.length === 2;
    });
    replies[1]?.accept();
    // one attempt sends the message; the others find that it is being sent or was sent
    for (const outcome of await Promise.all(attempts))
      expect([undefined, expect.stringContaining('another worker is sending this')]).toContainEqual(outcome);
    expect(await isWaiting()).toBe(false);
    replies[0]?.accept();
    expect(await killed).toBeInstanceOf(Error);
    expect(received[0]).toBe(received[1]);
  },
);

test.each(kinds)(
  'a $kind whose connection drops before the answer is sent again with the same id',
  async ({ start }) => {
    const { context, received, setAnswer, work, key, isWaiting } = await start();
    setAnswer(({ drop }) => drop());
    await work();
    await until('the next attempt to be scheduled', async () =>
      (await listJobs(context.db, { key })).some(({ runAt, lockedBy }) => runAt > new Date() && !lockedBy),
    );
    setAnswer(({ accept }) => accept());
    await makeKeyedJobsDue(context.db);
    await until('the message to be saved as sent', async () => !(await isWaiting()));
    expect(received).toHaveLength(2);
    expect(received[0]).toBe(received[1]);
  },
);

test.each(kinds)('a $kind whose job runs several times is sent once', async ({ start }) => {
  const { received, deliver, isWaiting } = await start();
  await Promise.allSettled([deliver(), deliver(), deliver()]);
  await deliver();
  await deliver();
  expect(await isWaiting()).toBe(false);
  expect(received).toHaveLength(1);
});

test.each(kinds)(
  'a $kind has one job with the payload that earlier versions know, and a lost job is queued again',
  async ({ start }) => {
    const { context, clock, key, payload, maintain, received, work } = await start();
    const jobs = async () => (await listJobs<object>(context.db, { key })).map((job) => job.payload);
    expect(await jobs()).toEqual([expect.objectContaining(payload)]);
    await maintain();
    expect(await jobs()).toHaveLength(1);
    await deleteJobs(context.db, { key });
    await maintain();
    expect(await jobs()).toEqual([]);
    clock.advance(11 * 60_000);
    await maintain();
    expect(await jobs()).toEqual([payload]);
    await work();
    await until('the message', () => received.length === 1);
  },
);

test.each(kinds)('a $kind is deleted after a month, unless it is a letter', async ({ kind, start }) => {
  const { clock, maintain, isWaiting } = await start();
  clock.advance(29 * DAY_MS);
  await maintain();
  expect(await isWaiting()).toBe(true);
  clock.advance(2 * DAY_MS);
  await maintain();
  expect(await isWaiting()).toBe(kind === 'letter');
});
