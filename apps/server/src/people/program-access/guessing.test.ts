import { randomBytes } from 'node:crypto';
import { DEVICE_GRANT } from '@snimok/contract/auth';
import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { requestCodes, grantRequest, grantProgramAccess } from '../../testing/program.ts';
import { addressOf, sendGuesses, statementsDuring } from '../../testing/guessing.ts';
import { startServer } from '../../testing/server.ts';
import { newUserCode } from './user-code.ts';

/** Half of them from one address, half from many. */
const HALF = 5_000;
const WINDOW_MS = 15 * 60_000;
const random = () => randomBytes(32).toString('base64url');
/** As near to the right one as a wrong one can be: its last letter is another. */
const nearTo = (secret: string) => `${secret.slice(0, -1)}${secret.endsWith('B') ? 'C' : 'B'}`;

const centre = async () => {
  const server = await startServer();
  const assistant = await server.as(await server.make.assistant());
  return { ...server, server, assistant };
};

const take = (device_code: string) => ({
  method: 'POST' as const,
  url: '/api/1/auth/token',
  payload: { grant_type: DEVICE_GRANT, client_id: 'desktop', device_code },
});
const open = (cookie: string, code: string) => ({
  method: 'GET' as const,
  url: `/api/1/assistant/desktop-app/grant/${code}`,
  headers: { cookie },
});
const list = (token: string) => ({
  method: 'GET' as const,
  url: '/api/1/assistant/dropdown/doctors',
  headers: { authorization: `Bearer ${token}` },
});

test('ten thousand wrong device codes are counted by address, and none of them hits', async () => {
  const { app, nobody, assistant, clock } = await centre();
  const codes = await requestCodes(nobody);
  await assistant.patch(`${codes.path}/accept`);
  const wrong = (n: number) => take(n % 2 ? random() : nearTo(codes.device_code));
  expect(await sendGuesses(app, { tries: HALF, addresses: 1 }, wrong)).toEqual({ 400: 100, 429: 4_900 });
  expect((await app.inject({ ...take(codes.device_code), remoteAddress: addressOf(0) })).statusCode).toBe(
    429,
  );
  clock.advance(WINDOW_MS / 2);
  const many = await sendGuesses(app, { tries: HALF, addresses: 25 }, wrong);
  // the first of the 25 has spent its hundred
  expect(many).toEqual({ 400: 2_400, 429: 2_600 });
  // the program itself, at an address of its own, is not kept waiting
  expect((await app.inject({ ...take(codes.device_code), remoteAddress: addressOf(99) })).statusCode).toBe(
    200,
  );
});

test('an assistant tries thirty wrong codes, wherever she sits, and none hits', async () => {
  const { app, nobody, assistant, as, make, clock } = await centre();
  const { user_code } = await requestCodes(nobody);
  const wrong = (cookie: string) => (n: number) => open(cookie, n % 2 ? newUserCode() : nearTo(user_code));
  expect(await sendGuesses(app, { tries: HALF, addresses: 1 }, wrong(assistant.cookie))).toEqual({
    404: 30,
    429: 4_970,
  });
  clock.advance(WINDOW_MS);
  expect(await sendGuesses(app, { tries: HALF, addresses: 250 }, wrong(assistant.cookie))).toEqual({
    404: 30,
    429: 4_970,
  });
  const colleague = await as(await make.assistant());
  const right = { ...open(colleague.cookie, user_code), remoteAddress: addressOf(999) };
  expect((await app.inject(right)).statusCode).toBe(200);
});

test('ten thousand wrong tokens are counted by address, and none of them hits', async () => {
  const { app, server, assistant, clock } = await centre();
  const { token } = await grantProgramAccess(server, assistant);
  const wrong = (n: number) => list(n % 2 ? `snimok_desktop_${random()}` : nearTo(token));
  expect(await sendGuesses(app, { tries: HALF, addresses: 1 }, wrong)).toEqual({ 401: 100, 429: 4_900 });
  clock.advance(WINDOW_MS);
  expect(await sendGuesses(app, { tries: HALF, addresses: 25 }, wrong)).toEqual({ 401: 2_500, 429: 2_500 });
  expect((await app.inject({ ...list(token), remoteAddress: addressOf(999) })).statusCode).toBe(200);
});

test('codes are handed out sixty times in a quarter of an hour to one address', async () => {
  const { app } = await centre();
  const ask = () => ({ method: 'POST' as const, url: '/api/1/auth/device', payload: grantRequest });
  expect(await sendGuesses(app, { tries: 200, addresses: 1 }, ask)).toEqual({ 200: 60, 429: 140 });
});

test('a guess that is nearly right takes the same way as any other', async () => {
  const { app, context, server, nobody, assistant } = await centre();
  const { token } = await grantProgramAccess(server, assistant);
  const codes = await requestCodes(nobody);
  const wayOf = (wish: InjectOptions) => statementsDuring(context.pool, () => app.inject(wish));
  const pairs = [
    [take(nearTo(codes.device_code)), take(random())],
    [open(assistant.cookie, nearTo(codes.user_code)), open(assistant.cookie, newUserCode())],
    [list(nearTo(token)), list(`snimok_desktop_${random()}`)],
  ] as const;
  for (const [near, far] of pairs) {
    const way = await wayOf(near);
    expect(way.length).toBeGreaterThan(1);
    expect(await wayOf(far)).toEqual(way);
    // what is compared is a hash, which does not tell how near a guess was
    expect(way.filter((statement) => /_code_hash" = |token_hash" = /.test(statement))).not.toEqual([]);
    expect(way.filter((statement) => / like |_code" = /.test(statement))).toEqual([]);
  }
});
