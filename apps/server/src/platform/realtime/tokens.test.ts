import { randomBytes } from 'node:crypto';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { after } from '../time-and-sizes/clock.ts';
import { startServer } from '../../testing/portal/server.ts';
import { connectionToken } from './tokens.ts';

/** The lifetimes in seconds of 60 connection tokens signed at the same moment. */
const lifetimes = async (
  centrifugoURL: string | undefined,
  sessionSeconds: number,
  isLimited = false,
): Promise<number[]> => {
  const { context, clock } = await startServer();
  const { config } = context;
  const configured = {
    ...context,
    config: { ...config, centrifugo: { ...config.centrifugo, url: centrifugoURL } },
  };
  const moment = clock.now();
  const session = { tokenHash: randomBytes(32), expiresAt: after(moment, sessionSeconds * 1000), isLimited };
  const now = Math.floor(moment.getTime() / 1000);
  const tokens = Array.from({ length: 60 }, () => connectionToken(configured, 1, session));
  return (await Promise.all(tokens)).map((token) => (decodeJwt(token).exp ?? NaN) - now);
};

test('tokens for Centrifugo last three to five minutes and do not expire at the same moment', async () => {
  const ends = await lifetimes('http://centrifugo.test', 43_200);
  expect(Math.min(...ends)).toBeGreaterThanOrEqual(180);
  expect(Math.max(...ends)).toBeLessThanOrEqual(300);
  expect(new Set(ends).size).toBeGreaterThan(20);
});

test('a token does not outlive its session', async () => {
  expect(new Set(await lifetimes('http://centrifugo.test', 60))).toEqual(new Set([60]));
});

test('a token for the built-in hub, which checks sessions, lasts as long as its session', async () => {
  expect(new Set(await lifetimes(undefined, 43_200))).toEqual(new Set([43_200]));
});

test('a limited session gets an expired token for Centrifugo, which cannot check sessions', async () => {
  expect(Math.max(...(await lifetimes('http://centrifugo.test', 43_200, true)))).toBeLessThanOrEqual(0);
});
