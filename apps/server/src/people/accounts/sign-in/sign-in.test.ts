import { signIn } from '@snimok/contract/people/auth';
import { jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { sessionName } from '../../../platform/realtime/tokens.ts';
import { HOUR_MS } from '../../../platform/time-and-sizes/duration.ts';
import { responseOf, refusal } from '../../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { disableAccount, insertAccount, setPassword } from '../account-rows/accounts.ts';
import { hashPassword } from '../account-rows/passwords.ts';

const basic = (credentials: string | Buffer) =>
  `Basic ${Buffer.from(credentials as string).toString('base64')}`;
const grant = { grant_type: 'client_credentials' };

test('a sign-in returns the account, the end of the session and a realtime token', async () => {
  const { nobody, make, context, clock } = await startServer();
  const { email, password, id } = await make.doctor();
  const reply = await nobody.signIn(email, password);
  const body = responseOf(signIn, reply);
  expect(body).toMatchObject({ user_id: id, user_role: 'doctor', expires_in: 12 * 3600 });
  const inTwelveHours = clock.now().getTime() + 12 * HOUR_MS;
  expect(Math.abs(Date.parse(body.expires_at) - inTwelveHours)).toBeLessThan(60_000);
  expect(reply.headers.get('cache-control')).toBe('no-store');
  const { payload } = await jwtVerify(body.realtime_token, context.secrets.realtime[0]);
  const { tokenHash } = await context.db.selectFrom('sessions').select('tokenHash').executeTakeFirstOrThrow();
  const exp = Math.floor(Date.parse(body.expires_at) / 1000);
  expect(payload).toEqual({ sub: String(id), exp, meta: { session: sessionName(tokenHash) } });
});

test('absent or malformed credentials and unsupported grants are an invalid request', async () => {
  const { nobody, make } = await startServer();
  const { email, password } = await make.assistant();
  const good = basic(`${email}:${password}`);
  const tries: [authorization: string | null, body: unknown][] = [
    [null, grant],
    ['Basic', grant],
    ['Basic ', grant],
    ['Basic ???', grant],
    [`Bearer ${good.slice(6)}`, grant],
    [`${good}, ${good}`, grant],
    [basic(email), grant],
    [basic(Buffer.from([0xff, 0xfe, 0x3a, 0x41])), grant],
    [good, undefined],
    [good, {}],
    [good, { grant_type: 'password' }],
    [good, { grant_type: null }],
    [good, { grant_type: 5 }],
    [good, { grant_type: ['client_credentials'] }],
    [good, 'null'],
    [good, '[]'],
    [good, '"client_credentials"'],
    [good, '{'],
  ];
  for (const [authorization, body] of tries) {
    const reply = await nobody.post('/auth/token', body, authorization ? { authorization } : {});
    expect([authorization, body, ...refusal(reply)]).toEqual([authorization, body, 400, 'invalid_request']);
    expect(reply.headers.getSetCookie()).toEqual([]);
  }
});

test('form bodies are accepted as well as JSON, and the scheme Basic in any case', async () => {
  const { nobody, make } = await startServer();
  const { email, password } = await make.assistant();
  const reply = await nobody.post('/auth/token', 'grant_type=client_credentials', {
    'content-type': 'application/x-www-form-urlencoded',
    authorization: basic(`${email}:${password}`).replace('Basic', 'bASIC'),
  });
  expect(reply.status).toBe(200);
});

test('an invalid e-mail is refused with a sentence', async () => {
  const { nobody } = await startServer();
  for (const email of [
    '',
    'anna',
    'anna@',
    '@clinic.test',
    'anna@clinic test',
    'a@b@c.test',
    'я'.repeat(300),
  ]) {
    const reply = await nobody.signIn(email, 'Horosho-4itaem');
    expect([email, ...refusal(reply)]).toEqual([email, 400, 'Введите e-mail в виде name@example.ru']);
  }
  // PostgreSQL cannot store these characters; the response is the same as for an unknown e-mail
  for (const email of ['an\u0000na@clinic.test', 'an\u0007na@clinic.test', 'an\ud800na@clinic.test']) {
    const reply = await nobody.signIn(email, 'Horosho-4itaem');
    expect([email, ...refusal(reply)]).toEqual([email, 403, 'unauthorized_client']);
  }
});

test('a wrong password and an unknown e-mail get the same response after the same computing time', async () => {
  const { nobody, make, context } = await startServer();
  const { id, email } = await make.doctor();
  // the other accounts of tests have a cheap hash
  await setPassword(context.db, id, await hashPassword('Horosho-4itaem'), false);
  const measure = async (who: string) => {
    const before = process.cpuUsage();
    const reply = await nobody.signIn(who, 'Не-тот-пароль-1');
    const { user, system } = process.cpuUsage(before);
    const work = user + system;
    const headers = Object.fromEntries(reply.headers);
    // these headers differ between any two responses
    delete headers.date;
    delete headers['x-request-id'];
    return { work, response: { status: reply.status, body: reply.body, headers } };
  };
  type Measurements = Awaited<ReturnType<typeof measure>>[];
  const registered: Measurements = [];
  const unknown: Measurements = [];
  // measured alternately, so that other load on the machine affects both
  for (let pair = 0; pair < 6; pair += 1) {
    registered.push(await measure(email));
    unknown.push(await measure(`x${pair}@clinic.test`));
  }
  expect(registered[0]?.response).toMatchObject({ status: 403, body: { error: 'unauthorized_client' } });
  expect(unknown[0]?.response).toEqual(registered[0]?.response);
  // the test compares CPU time, because other load on the machine delays every response; without a dummy hash the portal would
  // spend a tenth of this time on an unknown e-mail
  const least = (tries: { work: number }[]) => Math.min(...tries.map(({ work }) => work));
  expect(least(unknown)).toBeGreaterThan(least(registered) / 2);
  expect(least(unknown)).toBeLessThan(least(registered) * 3);
});

test('only a sign-in with the right password reveals that the account is disabled', async () => {
  const { nobody, make, context, clock } = await startServer();
  const { id, email, password } = await make.doctor();
  await disableAccount(context.db, id, clock.now());
  expect(refusal(await nobody.signIn(email, password))).toEqual([403, 'access_denied']);
  expect(refusal(await nobody.signIn(email, 'Не-тот-пароль-1'))).toEqual([403, 'unauthorized_client']);
});

test('a password may contain Cyrillic, colons and any Unicode normalization form; an e-mail is case-insensitive', async () => {
  const { nobody, context } = await startServer();
  const password = 'Ёлка: снег:и й́ 2026';
  const account = { role: 'doctor', email: 'Anna.Иванова@Клиника.рф', name: 'Анна', featureFlags: [] };
  await insertAccount(context.db, account, await hashPassword(password), false);
  expect((await nobody.signIn('anna.иванова@клиника.РФ', password)).status).toBe(200);
  // macOS may encode й and ё as a letter and a combining character
  expect((await nobody.signIn(' ANNA.ИВАНОВА@клиника.рф ', password.normalize('NFD'))).status).toBe(200);
  expect((await nobody.signIn('anna.иванова@клиника.рф', password.toLowerCase())).status).toBe(403);
});

test('an account with an unknown role can sign in and out, and gets 403 in both areas', async () => {
  const { nobody, make } = await startServer();
  const { email, password } = await make.account('accountant');
  const reply = await nobody.signIn(email, password);
  expect(responseOf(signIn, reply).user_role).toBe('accountant');
  for (const path of ['/assistant/settings', '/assistant/studies', '/doctor/me', '/doctor/patients']) {
    expect(refusal(await nobody.get(path))).toEqual([403, 'У вас нет прав на это действие']);
  }
  expect((await nobody.delete('/auth/token')).status).toBe(204);
  expect((await nobody.get('/doctor/me')).status).toBe(401);
});
