import { expect, test } from 'vitest';
import { DAY_MS } from '../../../platform/time-and-sizes/duration.ts';
import { openBrowser, type Browser } from '../../../testing/requests-and-waiting/browser.ts';
import { refusal } from '../../../testing/requests-and-waiting/contract.ts';
import { addressOf, sendGuesses } from '../../../testing/callers/guessing.ts';
import { startServer, type TestServer } from '../../../testing/portal/server.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';

const WRONG = 'Не-тот-пароль-1';
const NEW_PASSWORD = 'Зубная-фея-7';
const REFUSED = [
  429,
  'Слишком много неудачных попыток входа. Повторите позже или задайте новый пароль по ссылке «Забыли пароль?»',
];

const guess = (email: string, password = WRONG) => ({
  method: 'POST' as const,
  url: '/api/1/auth/token',
  headers: { authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}` },
  payload: { grant_type: 'client_credentials' },
});

/** The attack: 51 wrong passwords from 6 addresses. */
const attack = ({ app }: TestServer, email: string) =>
  sendGuesses(app, { tries: 51, addresses: 6 }, () => guess(email));

const deviceCookie = ({ cookies }: Browser) =>
  [...cookies].find(([name]) => name.startsWith('snimok_device'))?.[1] ?? '';

const linkIn = (text: string) => /forgot-password\/([\w-]+)$/m.exec(text)?.[1] ?? '';

test('wrong passwords from many addresses do not lock the owner out of a device where she signed in before', async () => {
  const server = await startServer();
  const { email, password } = await server.make.doctor();
  const known = openBrowser(server.address, '203.0.113.5');
  expect((await known.signIn(email, password)).status).toBe(200);
  expect((await known.send('DELETE', '/auth/token')).status).toBe(204);
  expect(await attack(server, email)).toMatchObject({ 429: expect.any(Number) });
  const unknown = openBrowser(server.address, '203.0.113.77');
  expect(refusal(await unknown.signIn(email, password))).toEqual(REFUSED);
  // the known device may mistype as well, even from an address that the attack uses
  expect((await known.signIn(email, WRONG)).status).toBe(403);
  expect((await known.signIn(email, password)).status).toBe(200);
});

test('the cookie of a known device is HttpOnly, SameSite, signed, bound to its account, and outlives a sign-out', async () => {
  const server = await startServer({ PUBLIC_URL: 'https://snimok.example' });
  const anna = await server.make.doctor();
  const boris = await server.make.doctor();
  const device = openBrowser(server.address, '203.0.113.5');
  await device.signIn(anna.email, anna.password);
  const cookie = deviceCookie(device);
  for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Secure', 'Path=/api/1/auth'])
    expect(cookie).toContain(`; ${attribute}`);
  const expires = Date.parse(/; Expires=([^;]+)/.exec(cookie)?.[1] ?? '');
  expect(expires - server.clock.now().getTime()).toBeGreaterThan(90 * DAY_MS);
  await device.send('DELETE', '/auth/token');
  expect(deviceCookie(device)).toBe(cookie);

  await attack(server, boris.email);
  // Anna's device is an unknown device for Boris's account, also when its cookie is renamed or altered
  expect((await device.signIn(boris.email, boris.password)).status).toBe(429);
  const [name = '', value = ''] = cookie.split(';', 1)[0]?.split('=') ?? [];
  const forged = openBrowser(server.address, '203.0.113.6');
  for (const [forgedName, forgedValue] of [
    [name.replace(String(anna.id), String(boris.id)), value],
    [name, `${value.slice(0, -2)}AA`],
    [name, 'x'],
  ] as const) {
    forged.cookies.clear();
    forged.cookies.set(forgedName, `${forgedName}=${forgedValue}; Path=/api/1/auth`);
    expect((await forged.signIn(boris.email, boris.password)).status).toBe(429);
  }
  await attack(server, anna.email);
  forged.cookies.clear();
  forged.cookies.set(name, `${name}=${value.slice(0, -2)}AA; Path=/api/1/auth`);
  expect((await forged.signIn(anna.email, anna.password)).status).toBe(429);
  expect((await device.signIn(anna.email, anna.password)).status).toBe(200);
  server.clock.advance(200 * DAY_MS);
  await attack(server, anna.email);
  expect((await device.signIn(anna.email, anna.password)).status).toBe(429);
});

test('a known device that guesses loses its privilege, and other known devices keep theirs', async () => {
  const server = await startServer();
  const { email, password } = await server.make.doctor();
  const stolen = openBrowser(server.address, '203.0.113.5');
  const own = openBrowser(server.address, '203.0.113.9');
  await stolen.signIn(email, password);
  await own.signIn(email, password);
  const tries = await Promise.all(Array.from({ length: 60 }, () => stolen.signIn(email, WRONG)));
  const compared = tries.filter(({ status }) => status === 403).length;
  // 20 tries as a known device, then the 10 tries that every address has
  expect(compared).toBe(30);
  expect((await stolen.signIn(email, password)).status).toBe(429);
  expect((await own.signIn(email, password)).status).toBe(200);
});

test('unknown addresses together get at most one guess a minute, and the right password waits no longer than that', async () => {
  const server = await startServer();
  const { app, clock } = server;
  clock.freeze();
  const { email, password } = await server.make.doctor();
  let compared = 0;
  for (let minute = 0; minute < 60; minute++) {
    const counts = await sendGuesses(app, { tries: 10, addresses: 10 }, (n) => ({
      ...guess(email),
      remoteAddress: addressOf(minute * 10 + n),
    }));
    compared += counts[403] ?? 0;
    clock.advance(60_000);
  }
  // twenty guesses without a pause, then one a minute
  expect(compared).toBeLessThanOrEqual(80);
  await attack(server, email);
  const refused = await app.inject({ ...guess(email, password), remoteAddress: '203.0.113.8' });
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  clock.advance(60_000);
  expect((await app.inject({ ...guess(email, password), remoteAddress: '203.0.113.8' })).statusCode).toBe(
    200,
  );
});

test('a password reset works during the attack, and the browser that set the password signs in with it', async () => {
  const server = await startServer();
  await server.work();
  const { email } = await server.make.doctor();
  await attack(server, email);
  const browser = openBrowser(server.address, '203.0.113.5');
  expect((await browser.send('POST', '/auth/password/reset/request', { email })).status).toBe(204);
  const { text } = await until('the letter', () => server.outbox[0]);
  const body = { token: linkIn(text), password: NEW_PASSWORD, repeat_password: NEW_PASSWORD };
  expect((await browser.send('PUT', '/auth/password/reset', body)).status).toBe(204);
  await attack(server, email);
  expect((await browser.signIn(email, NEW_PASSWORD)).status).toBe(200);
});

test('reset requests of others neither block the letters of the owner nor flood her mailbox', async () => {
  const server = await startServer();
  const { app, clock, outbox } = server;
  await server.work();
  const { email, password } = await server.make.doctor();
  const known = openBrowser(server.address, '203.0.113.5');
  await known.signIn(email, password);
  const request = { method: 'POST' as const, url: '/api/1/auth/password/reset/request', payload: { email } };
  const lettersAfter = async (step: () => Promise<unknown>, expected: number) => {
    await step();
    await until('no waiting job', async () => (await waitingJobs(server)) === 0);
    expect(outbox).toHaveLength(expected);
  };
  // every request is answered alike, whether a letter goes out or not
  expect(await sendGuesses(app, { tries: 60, addresses: 30 }, () => request)).toEqual({ 204: 60 });
  await until('two letters', async () => {
    await sendGuesses(app, { tries: 1, addresses: 1 }, () => request);
    return outbox.length === 2;
  });
  await lettersAfter(() => sendGuesses(app, { tries: 20, addresses: 20 }, () => request), 2);
  // the owner still gets a letter on a device that the portal knows
  await lettersAfter(
    async () => expect((await known.send('POST', request.url.slice(6), { email })).status).toBe(204),
    3,
  );
  // for other devices, the links of earlier letters work, and twenty minutes later a request sends a letter again
  clock.advance(20 * 60_000);
  await lettersAfter(() => sendGuesses(app, { tries: 1, addresses: 1 }, () => request), 4);
  const body = {
    token: linkIn(outbox[0]?.text ?? ''),
    password: NEW_PASSWORD,
    repeat_password: NEW_PASSWORD,
  };
  expect(
    (await openBrowser(server.address, '192.0.2.1').send('PUT', '/auth/password/reset', body)).status,
  ).toBe(204);
});

const waitingJobs = async ({ context }: TestServer): Promise<number> => {
  const { rows } = await context.pool.query(
    `select 1 from graphile_worker.jobs where task_identifier in ('send-reset-link', 'send-letter')`,
  );
  return rows.length;
};

test('only the address that requests many resets is refused', async () => {
  const { app, make } = await startServer();
  const { email } = await make.doctor();
  const request = (n: number) => ({
    method: 'POST' as const,
    url: '/api/1/auth/password/reset/request',
    payload: { email: `user${n}@elsewhere.test` },
  });
  expect(await sendGuesses(app, { tries: 60, addresses: 1 }, request)).toEqual({ 204: 50, 429: 10 });
  const owner = await app.inject({ ...request(0), payload: { email }, remoteAddress: '203.0.113.5' });
  expect(owner.statusCode).toBe(204);
});
