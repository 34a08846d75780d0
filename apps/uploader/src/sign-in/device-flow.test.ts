import { expect, test } from 'vitest';
import { refusal, fakePortal } from '../testing/fake-portal.ts';
import { deviceFlow } from './device-flow.ts';

const codes = {
  device_code: 'd',
  user_code: 'WDJB-MJHT',
  verification_uri: 'https://p/g',
  verification_uri_complete: 'https://p/g/WDJB-MJHT',
  expires_in: 600,
  interval: 5,
};
const token = { access_token: 'secret', token_type: 'Bearer', expires_in: 60, scope: 'upload-studies' };

/** Signs in at a portal that gives these answers in turn; returns the waits in seconds before each request. */
async function signIn(answers: unknown[], begin: () => unknown = () => codes) {
  const waits: number[] = [];
  const shown: string[] = [];
  const call = fakePortal({
    'POST /auth/device': begin,
    'POST /auth/token': () => {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  const result = await deviceFlow({
    call,
    version: '1',
    scope: 'upload-studies',
    show: ({ userCode, address, minutes }) => shown.push(userCode, address, String(minutes)),
    wait: async (seconds) => void waits.push(seconds),
  }).catch((problem) => problem);
  return { result, waits, shown };
}

test('the code is shown, and the portal is polled at the interval it allows until a person accepts', async () => {
  const pending = () => refusal(400, 'authorization_pending');
  const { result, waits, shown } = await signIn([
    pending(),
    refusal(400, 'slow_down'),
    pending(),
    refusal(undefined),
    refusal(429, 'slow_down'),
    token,
  ]);
  expect(result).toBe('secret');
  expect(shown).toEqual(['WDJB-MJHT', 'https://p/g/WDJB-MJHT', '10']);
  expect(waits).toEqual([5, 5, 10, 10, 15, 20]);
});

test('a declined request, an expired code and a used code end with different sentences', async () => {
  const outcomes = ['access_denied', 'expired_token', 'invalid_grant'].map(async (error) => {
    const { result } = await signIn([refusal(400, error)]);
    return [result.code, result.message];
  });
  expect(await Promise.all(outcomes)).toEqual([
    [4, expect.stringContaining('отказано')],
    [3, expect.stringContaining('Время вышло')],
    [4, expect.stringContaining('не принял код')],
  ]);
});

test('sign-in ends at once if the portal is unreachable, does not permit programs or limits the requests', async () => {
  const outcomes = [undefined, 404, 429, 400].map(async (status) => {
    const { result, waits } = await signIn([], () => {
      throw refusal(status, 'x');
    });
    return [result.code, waits.length];
  });
  expect(await Promise.all(outcomes)).toEqual([
    [1, 0],
    [4, 0],
    [4, 0],
    [1, 0],
  ]);
});
