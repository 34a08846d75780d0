import { CallProblem } from '@snimok/api-client/call';
import { SendProblem } from '@snimok/api-client/send-problem';
import { expect, test } from 'vitest';
import { retryCalls } from './retry-calls.ts';

/** Asks a portal that gives these answers, then the last of them for ever. */
async function ask(...answers: unknown[]) {
  const pauses: number[] = [];
  let told = 0;
  const outcome = await retryCalls(
    async () => {
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer instanceof Error) throw answer;
      return answer;
    },
    { wait: async (ms) => pauses.push(ms), onPause: () => (told += 1) },
  ).catch((problem: unknown) => problem);
  return { outcome, pauses, told };
}

test('a portal that is restarted is waited for, and a person is told once', async () => {
  const away = new CallProblem();
  const { outcome, pauses, told } = await ask(away, new CallProblem(503, ''), away, 'study 8');
  expect([outcome, pauses.length, told]).toEqual(['study 8', 3, 1]);
  expect(pauses[0]).toBeLessThanOrEqual(1000);
});

test('a portal that names a time is asked then', async () => {
  expect((await ask(new CallProblem(429, 'позже', 7), 'done')).pauses).toEqual([7000]);
});

test('a refusal, a file that cannot be sent and a bug of ours end it at once', async () => {
  for (const end of [new CallProblem(403, 'нет'), new SendProblem('не вышло', null), new Error('bug')]) {
    expect(await ask(end)).toEqual({ outcome: end, pauses: [], told: 0 });
  }
});

test('a portal that stays away for minutes is given up', async () => {
  const { outcome, pauses } = await ask(new CallProblem());
  expect([(outcome as CallProblem).status, pauses.length]).toEqual([undefined, 11]);
});
