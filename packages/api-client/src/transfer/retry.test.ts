import { expect, test } from 'vitest';
import { pauseMs, retry } from './retry.ts';
import { SendProblem } from './send-problem.ts';

const never = new AbortController().signal;
const noPause = 0.001;

test('pauses grow to half a minute and obey Retry-After', () => {
  const longest = () => 1;
  expect([1, 2, 3, 6, 20].map((attempt) => pauseMs(attempt, null, longest))).toEqual([
    1000, 2000, 4000, 30_000, 30_000,
  ]);
  expect(pauseMs(1, null, () => 0)).toBe(500);
  expect(pauseMs(1, 7, longest)).toBe(7000);
});

test('a lost connection and a busy server are retried; a rejection is not', async () => {
  const answers = [new SendProblem('нет связи', null), new SendProblem('занят', 503, noPause), 'готово'];
  answers[0] = new SendProblem('нет связи', 429, noPause);
  const ask = async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  expect(await retry(ask, { signal: never, tries: 5 })).toBe('готово');

  let asked = 0;
  const refuse = async () => {
    asked += 1;
    throw new SendProblem('нельзя', 400);
  };
  await expect(retry(refuse, { signal: never, tries: 5 })).rejects.toThrow('нельзя');
  expect(asked).toBe(1);
});

test('retry rejects after the last attempt', async () => {
  let asked = 0;
  const fail = async () => {
    asked += 1;
    throw new SendProblem('занят', 503, noPause);
  };
  await expect(retry(fail, { signal: never, tries: 3 })).rejects.toThrow('занят');
  expect(asked).toBe(3);
});

test('cancelling ends the pause between attempts', async () => {
  const stop = new AbortController();
  const waiting = retry(
    async () => {
      throw new SendProblem('занят', 503, 60);
    },
    { signal: stop.signal, tries: 3, onPause: () => stop.abort() },
  );
  await expect(waiting).rejects.toThrow();
});
