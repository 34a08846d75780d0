import { randomBytes } from 'node:crypto';
import { DEVICE_GRANT } from '@snimok/contract/people/auth';
import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { requestCodes, grantRequest, grantProgramAccess } from '../../testing/callers/program.ts';
import { addressOf, sendGuesses, statementsDuring } from '../../testing/callers/guessing.ts';
import { startServer } from '../../testing/portal/server.ts';
import { newUserCode } from './user-code.ts';

/** Half of the attempts: one half comes from one address, the other from many. */
const HALF = 5_000;
const WINDOW_MS = 15 * 60_000;
const random = () => randomBytes(32).toString('base64url');
/** A guess that differs from the secret only in the last character. */
const nearTo = (secret: string) => `${secret.slice(0, -1)}${secret.endsWith('B') ? 'C' : 'B'}`;

const centre = async () => {
  const server = await startServer();
  const assistant = await server.as(await server.make.assistant());
  return { ...server, server, assistant };
};

const poll = (device_code: string) => ({
  method: 'POST' as const,
  url: '/api/1/auth/token',
  payload: { grant_type: DEVICE_GRANT, client_id: 'desktop', device_code },
});
const getGrant = (cookie: string, code: string) => ({
  method: 'GET' as const,
  url: `/api/1/assistant/desktop-app/grant/${code}`,
  headers: { cookie },
});
const listDoctors = (token: string) => ({
  method: 'GET' as const,
  url: '/api/1/assistant/dropdown/doctors',
  headers: { authorization: `Bearer ${token}` },
});

test('ten thousand wrong device codes are limited per address, and none succeeds', async () => {
  const { app, nobody, assistant, clock } = await centre();
  const codes = await requestCodes(nobody);
  await assistant.patch(`${codes.path}/accept`);
  const wrong = (n: number) => poll(n % 2 ? random() : nearTo(codes.device_code));
  expect(await sendGuesses(app, { tries: HALF, addresses: 1 }, wrong)).toEqual({ 400: 100, 429: 4_900 });
  clock.advance(WINDOW_MS / 2);
  const many = await sendGuesses(app, { tries: HALF, addresses: 25 }, wrong);
  // the first of the 25 addresses has used up its hundred attempts
  expect(many).toEqual({ 400: 2_400, 429: 2_600 });
  // the program itself is not limited, at the same address either
  expect((await app.inject({ ...poll(codes.device_code), remoteAddress: addressOf(0) })).statusCode).toBe(
    200,
  );
});

test('an assistant can try thirty wrong user codes from all addresses together, and none succeeds', async () => {
  const { app, nobody, assistant, as, make, clock } = await centre();
  const { user_code } = await requestCodes(nobody);
  const wrong = (cookie: string) => (n: number) =>
    getGrant(cookie, n % 2 ? newUserCode() : nearTo(user_code));
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
  const right = { ...getGrant(colleague.cookie, user_code), remoteAddress: addressOf(999) };
  expect((await app.inject(right)).statusCode).toBe(200);
});

test('ten thousand wrong tokens are limited per address, and none succeeds', async () => {
  const { app, server, assistant, clock } = await centre();
  const { token } = await grantProgramAccess(server, assistant);
  const wrong = (n: number) => listDoctors(n % 2 ? `snimok_desktop_${random()}` : nearTo(token));
  expect(await sendGuesses(app, { tries: HALF, addresses: 1 }, wrong)).toEqual({ 401: 100, 429: 4_900 });
  clock.advance(WINDOW_MS);
  expect(await sendGuesses(app, { tries: HALF, addresses: 25 }, wrong)).toEqual({ 401: 2_500, 429: 2_500 });
  expect((await app.inject({ ...listDoctors(token), remoteAddress: addressOf(999) })).statusCode).toBe(200);
});

test('one address gets at most sixty codes in a quarter of an hour', async () => {
  const { app } = await centre();
  const codeRequest = () => ({ method: 'POST' as const, url: '/api/1/auth/device', payload: grantRequest });
  expect(await sendGuesses(app, { tries: 200, addresses: 1 }, codeRequest)).toEqual({ 200: 60, 429: 140 });
});

test('a nearly right guess runs the same statements as any other', async () => {
  const { app, context, server, nobody, assistant } = await centre();
  const { token } = await grantProgramAccess(server, assistant);
  const codes = await requestCodes(nobody);
  const statementsOf = (request: InjectOptions) => statementsDuring(context.pool, () => app.inject(request));
  const pairs = [
    [poll(nearTo(codes.device_code)), poll(random())],
    [getGrant(assistant.cookie, nearTo(codes.user_code)), getGrant(assistant.cookie, newUserCode())],
    [listDoctors(nearTo(token)), listDoctors(`snimok_desktop_${random()}`)],
  ] as const;
  for (const [near, far] of pairs) {
    const statements = await statementsOf(near);
    expect(statements.length).toBeGreaterThan(1);
    expect(await statementsOf(far)).toEqual(statements);
    // the statements compare hashes, which do not show how near a guess is
    expect(statements.filter((statement) => /_code_hash" = |token_hash" = /.test(statement))).not.toEqual([]);
    expect(statements.filter((statement) => / like |_code" = /.test(statement))).toEqual([]);
  }
});
