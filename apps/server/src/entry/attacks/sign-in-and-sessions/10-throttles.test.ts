import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { sendGuesses, statementsDuring } from '../../../testing/callers/guessing.ts';
import { grantProgramAccess, requestCodes } from '../../../testing/callers/program.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { shareHeaders, shareStudy } from '../../../testing/callers/share.ts';

const random = () => randomBytes(32).toString('base64url');
const ADDRESS = '203.0.113.5';

const centre = async () => {
  const server = await startServer();
  const assistant = await server.as(await server.make.assistant());
  return { ...server, server, assistant };
};

const writes = (statements: string[]) =>
  statements.filter(
    (statement) =>
      /throttles|pin_failures/.test(statement) && /^\s*(with|insert|update|delete)/i.test(statement),
  );

test('wrong tokens of an address do not block a valid program token, and a valid one is not counted', async () => {
  const { app, context, server, assistant } = await centre();
  const { token } = await grantProgramAccess(server, assistant);
  const list = (bearer: string) => ({
    method: 'GET' as const,
    url: '/api/1/assistant/dropdown/doctors',
    headers: { authorization: `Bearer ${bearer}` },
    remoteAddress: ADDRESS,
  });
  const wrong = () => list(`snimok_desktop_${random()}`);
  expect(await sendGuesses(app, { tries: 150, addresses: 1 }, wrong)).toEqual({ 401: 100, 429: 50 });
  expect((await app.inject(list(token))).statusCode).toBe(200);
  const statements = await statementsDuring(context.pool, () => app.inject(list(token)));
  expect(writes(statements)).toEqual([]);
  expect(statements.filter((statement) => /throttles/.test(statement))).toEqual([]);
});

test('wrong links of an address do not block a valid link, and a valid one is not counted', async () => {
  const { app, context, make, assistant } = await centre();
  const study = await make.study({ status: 'done' });
  const { token } = await shareStudy(assistant, study.studyID);
  const open = (bearer: string) => ({
    method: 'GET' as const,
    url: '/api/1/external/study?again=true',
    headers: shareHeaders(bearer),
    remoteAddress: ADDRESS,
  });
  expect(await sendGuesses(app, { tries: 150, addresses: 1 }, () => open(random()))).toEqual({
    404: 100,
    429: 50,
  });
  expect((await app.inject(open(token))).statusCode).toBe(200);
  const statements = await statementsDuring(context.pool, () => app.inject(open(token)));
  expect(statements.filter((statement) => /throttles/.test(statement))).toEqual([]);
});

test('wrong device codes of an address do not block a valid one', async () => {
  const { app, nobody, assistant } = await centre();
  const codes = await requestCodes(nobody);
  await assistant.patch(`${codes.path}/accept`);
  const poll = (device_code: string) => ({
    method: 'POST' as const,
    url: '/api/1/auth/token',
    payload: {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      client_id: 'desktop',
      device_code,
    },
    remoteAddress: ADDRESS,
  });
  expect(await sendGuesses(app, { tries: 150, addresses: 1 }, () => poll(random()))).toEqual({
    400: 100,
    429: 50,
  });
  expect((await app.inject(poll(codes.device_code))).statusCode).toBe(200);
});

const sharedWithPIN = async () => {
  const portal = await centre();
  const study = await portal.make.study({ status: 'done' });
  const { token } = await shareStudy(portal.assistant, study.studyID, { pin: '482913' });
  const open = (pin: string) => ({
    method: 'GET' as const,
    url: '/api/1/external/study?again=true',
    headers: shareHeaders(token, pin),
  });
  return { ...portal, open };
};

test('simultaneous requests with the right PIN all succeed, and write nothing to the counters of attempts', async () => {
  const { app, context, open } = await sharedWithPIN();
  await app.inject(open('482913'));
  const statements = await statementsDuring(context.pool, async () =>
    expect(await sendGuesses(app, { tries: 60, addresses: 6 }, () => open('482913'))).toEqual({ 200: 60 }),
  );
  expect(writes(statements)).toEqual([]);
});

test('only five of 1,000 concurrent wrong PINs are compared', async () => {
  const { app, context, open } = await sharedWithPIN();
  const guesses = (n: number) => open(String(500_000 + n));
  const replies = await Promise.all(
    Array.from({ length: 1000 }, (_, n) =>
      app.inject({ ...guesses(n), remoteAddress: `198.18.1.${n % 250}` }),
    ),
  );
  const compared = replies.filter(({ statusCode }) => statusCode === 401);
  expect(compared).toHaveLength(4);
  expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(996);
  const { pinFailures } = await context.db
    .selectFrom('externalShares')
    .select('pinFailures')
    .executeTakeFirstOrThrow();
  expect(pinFailures).toBe(5);
  // the right PIN is refused as well until the lock ends
  expect((await app.inject(open('482913'))).json()).toEqual({
    error: 'ПИН-код слишком много раз введён неверно. Повторите позже',
  });
});

test('simultaneous sign-ins with the right password all succeed, and write nothing to the counters of attempts', async () => {
  const { app, context, make } = await centre();
  const { email, password } = await make.doctor();
  const signIn = () => ({
    method: 'POST' as const,
    url: '/api/1/auth/token',
    headers: { authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}` },
    payload: { grant_type: 'client_credentials' },
  });
  const statements = await statementsDuring(context.pool, async () =>
    expect(await sendGuesses(app, { tries: 30, addresses: 1 }, signIn)).toEqual({ 200: 30 }),
  );
  expect(writes(statements)).toEqual([]);
});

test('only ten of 1,000 concurrent wrong passwords from one address are compared', async () => {
  const { app, make } = await centre();
  const { email } = await make.doctor();
  const wrong = (n: number) => ({
    method: 'POST' as const,
    url: '/api/1/auth/token',
    headers: { authorization: `Basic ${Buffer.from(`${email}:Не-тот-пароль-${n}`).toString('base64')}` },
    payload: { grant_type: 'client_credentials' },
    remoteAddress: ADDRESS,
  });
  const replies = await Promise.all(Array.from({ length: 1000 }, (_, n) => app.inject(wrong(n))));
  expect(replies.filter(({ statusCode }) => statusCode === 403)).toHaveLength(10);
  expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(990);
});

test('wrong user codes of other assistants at the same address do not block a valid one', async () => {
  const { app, nobody, as, make, assistant } = await centre();
  const { user_code } = await requestCodes(nobody);
  const get = (cookie: string, code: string) => ({
    method: 'GET' as const,
    url: `/api/1/assistant/desktop-app/grant/${code}`,
    headers: { cookie },
    remoteAddress: ADDRESS,
  });
  for (let account = 0; account < 4; account++) {
    const { cookie } = await as(await make.assistant());
    await sendGuesses(app, { tries: 40, addresses: 1 }, () => get(cookie, 'BBBB-BBBB'));
  }
  expect((await app.inject(get(assistant.cookie, user_code))).statusCode).toBe(200);
});
