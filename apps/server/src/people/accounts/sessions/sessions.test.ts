import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { isLockAwaited } from '../../../testing/portal/locks.ts';
import { refusal } from '../../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';
import { disableAccount } from '../account-rows/accounts.ts';
import { HOUR_MS } from '../../../platform/time-and-sizes/duration.ts';

const grant = { grant_type: 'client_credentials' };
const basic = ({ email, password }: { email: string; password: string }) =>
  `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;

const attributesOf = (setCookie: string | undefined) =>
  (setCookie ?? '').split('; ').map((part) => part.split('=')[0]?.toLowerCase());

test('the session cookie is HttpOnly, and Secure if the portal uses HTTPS', async () => {
  const { nobody, make } = await startServer();
  const account = await make.assistant();
  const cookieOver = async (headers: Record<string, string>) => {
    const reply = await nobody.post('/auth/token', grant, { authorization: basic(account), ...headers });
    return reply.headers.getSetCookie()[0];
  };
  const plain = await cookieOver({});
  expect(plain).toMatch(/; Path=\/(;|$)/);
  expect(plain).toMatch(/; SameSite=Lax(;|$)/);
  expect(attributesOf(plain).slice(1).toSorted()).toEqual(['expires', 'httponly', 'path', 'samesite']);
  const behindNginx = await cookieOver({ 'x-forwarded-proto': 'https' });
  expect(attributesOf(behindNginx)).toContain('secure');

  const published = await startServer({ PUBLIC_URL: 'https://snimok.example' });
  const { email, password } = await published.make.doctor();
  const reply = await published.nobody.signIn(email, password);
  expect(attributesOf(reply.headers.getSetCookie()[0])).toContain('secure');
  const left = await published.nobody.delete('/auth/token');
  expect(attributesOf(left.headers.getSetCookie()[0])).toEqual(
    expect.arrayContaining(['secure', 'httponly', 'path']),
  );
});

test('a session expires after the configured time', async () => {
  const { as, make, clock } = await startServer({ SESSION_MAX_AGE: '2h0m0s' });
  const doctor = await as(await make.doctor());
  clock.advance(2 * HOUR_MS - 60_000);
  expect((await doctor.get('/doctor/me')).status).toBe(200);
  clock.advance(60_000);
  expect(refusal(await doctor.get('/doctor/me'))).toEqual([
    401,
    'Войдите в личный кабинет, чтобы продолжить',
  ]);
});

test('with SESSION_IDLE a session ends when it has not been used for that time, and at its maximum age', async () => {
  const { as, make, clock } = await startServer({ SESSION_IDLE: '0h30m0s', SESSION_MAX_AGE: '2h0m0s' });
  const account = await make.doctor();
  const used = await as(account);
  const unused = await as(account);
  expect((await used.get('/doctor/settings')).body).toMatchObject({ sessionIdleSeconds: 1800 });
  for (let minutes = 0; minutes < 100; minutes += 25) {
    clock.advance(25 * 60_000);
    expect((await used.get('/doctor/me')).status).toBe(200);
  }
  expect((await unused.get('/doctor/me')).status).toBe(401);
  clock.advance(21 * 60_000);
  expect((await used.get('/doctor/me')).status).toBe(401);
});

test('over HTTPS a session is accepted from the __Host- cookie, and from the plain one only if an older version set it', async () => {
  const { make, nobody, context } = await startServer({ PUBLIC_URL: 'https://snimok.example' });
  const { email, password } = await make.doctor();
  const reply = await nobody.signIn(email, password);
  const [hostCookie, plain] = reply.headers.getSetCookie().map((text) => text.split(';')[0] ?? '');
  expect(hostCookie).toMatch(/^__Host-snimok_session=/);
  expect(reply.headers.getSetCookie()[0]).toMatch(/; Path=\/; .*Secure/);
  // for versions of the portal that only know this cookie
  expect(plain).toMatch(/^snimok_session=/);
  const statusWith = async (cookie: string) => {
    nobody.cookie = cookie;
    return (await nobody.get('/doctor/me')).status;
  };
  expect(await statusWith(hostCookie ?? '')).toBe(200);
  expect(await statusWith(plain ?? '')).toBe(401);
  expect(await statusWith(`${hostCookie}; snimok_session=foreign`)).toBe(200);
  // a session that an earlier version opened
  await context.db.updateTable('sessions').set({ hostCookie: false }).execute();
  expect(await statusWith(plain ?? '')).toBe(200);
});

test('signing out ends the session of that browser and no other', async () => {
  const { as, make } = await startServer();
  const account = await make.doctor();
  const office = await as(account);
  const home = await as(account);
  const stolen = office.cookie;
  const reply = await office.delete('/auth/token');
  expect(reply.status).toBe(204);
  expect(reply.headers.getSetCookie()[0]).toMatch(/^snimok_session=; .*Expires=Thu, 01 Jan 1970/);
  expect(office.cookie).toBe('');
  office.cookie = stolen;
  expect((await office.get('/doctor/me')).status).toBe(401);
  expect((await office.delete('/auth/token')).status).toBe(204);
  expect((await home.get('/doctor/me')).status).toBe(200);
});

test('the database stores only the hash of a session token', async () => {
  const { as, make, context } = await startServer();
  const { cookie } = await as(await make.doctor());
  const token = cookie.slice('snimok_session='.length);
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  const sessions = await context.db.selectFrom('sessions').selectAll().execute();
  expect(sessions.map(({ tokenHash }) => tokenHash)).toEqual([createHash('sha256').update(token).digest()]);
  const { rows } = await sql<{ found: string }>`select sessions::text as found from sessions`.execute(
    context.db,
  );
  expect(rows[0]?.found).not.toContain(token);
});

test('signing in again in the same browser ends its previous session, and a failed attempt does not', async () => {
  const { as, make } = await startServer();
  const anna = await make.doctor();
  const boris = await make.doctor();
  const browser = await as(anna);
  const first = browser.cookie;
  expect((await browser.signIn(boris.email, 'Не-тот-пароль-1')).status).toBe(403);
  expect((await browser.get('/doctor/me')).body).toMatchObject({ doctorID: anna.id });
  expect((await browser.signIn(boris.email, boris.password)).status).toBe(200);
  expect((await browser.get('/doctor/me')).body).toMatchObject({ doctorID: boris.id });
  browser.cookie = first;
  expect((await browser.get('/doctor/me')).status).toBe(401);
});

test('disabling an account ends all its sessions at once', async () => {
  const { as, make, context, clock } = await startServer();
  const account = await make.doctor();
  const office = await as(account);
  const home = await as(account);
  const other = await as(await make.doctor());
  await disableAccount(context.db, account.id, clock.now());
  expect((await office.get('/doctor/me')).status).toBe(401);
  expect((await home.get('/doctor/patients')).status).toBe(401);
  expect((await other.get('/doctor/me')).status).toBe(200);
  const left = await context.db
    .selectFrom('sessions')
    .selectAll()
    .where('accountID', '=', account.id)
    .execute();
  expect(left).toEqual([]);
});

test('requests with an invalid session cookie get 401', async () => {
  const { nobody } = await startServer();
  for (const value of ['', 'x', '%00', '%zz', 'a'.repeat(43), 'a'.repeat(5000), 'a; snimok_session=b']) {
    expect((await nobody.get('/doctor/me', { cookie: `snimok_session=${value}` })).status).toBe(401);
  }
});

test.for(['the password is changed', 'the account is disabled'] as const)(
  'a concurrent sign-in is refused while %s',
  async (change) => {
    const { nobody, make, context, clock } = await startServer();
    const { id, email, password } = await make.doctor();
    const signingIn = await context.db.transaction().execute(async (tx) => {
      if (change === 'the password is changed') {
        await tx.updateTable('accounts').set({ passwordHash: 'another' }).where('id', '=', id).execute();
      } else {
        await disableAccount(tx, id, clock.now());
      }
      const reply = nobody.signIn(email, password);
      await until('the sign-in to wait for the change', () => isLockAwaited(context));
      return { reply };
    });
    expect(refusal(await signingIn.reply)).toEqual([403, 'unauthorized_client']);
    expect(await context.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  },
);
