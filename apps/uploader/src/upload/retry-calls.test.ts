import { CallProblem } from '@snimok/api-client/call';
import { SendProblem } from '@snimok/api-client/transfer/send-problem';
import { expect, test } from 'vitest';
import { retryCalls } from './retry-calls.ts';

/** Calls a portal that gives these answers in turn, then repeats the last one. */
async function callPortal(...answers: unknown[]) {
  const pauses: number[] = [];
  let notices = 0;
  const outcome = await retryCalls(
    async () => {
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer instanceof Error) throw answer;
      return answer;
    },
    { wait: async (ms) => pauses.push(ms), onPause: () => (notices += 1) },
  ).catch((problem: unknown) => problem);
  return { outcome, pauses, notices };
}

test('calls are repeated while the portal restarts, and the user is notified once', async () => {
  const unreachable = new CallProblem();
  const { outcome, pauses, notices } = await callPortal(
    unreachable,
    new CallProblem(503, ''),
    unreachable,
    'study 8',
  );
  expect([outcome, pauses.length, notices]).toEqual(['study 8', 3, 1]);
  expect(pauses[0]).toBeLessThanOrEqual(1000);
});

test('a call is repeated after the time that Retry-After gives', async () => {
  expect((await callPortal(new CallProblem(429, 'позже', 7), 'done')).pauses).toEqual([7000]);
});

test('a refusal, a file that cannot be sent and a programming error are not retried', async () => {
  for (const end of [new CallProblem(403, 'нет'), new SendProblem('не вышло', null), new Error('bug')]) {
    expect(await callPortal(end)).toEqual({ outcome: end, pauses: [], notices: 0 });
  }
});

test('the program gives up after twelve attempts without an answer', async () => {
  const { outcome, pauses } = await callPortal(new CallProblem());
  expect([(outcome as CallProblem).status, pauses.length]).toEqual([undefined, 11]);
});
