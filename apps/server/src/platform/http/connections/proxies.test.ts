import { expect, test } from 'vitest';
import { startServer } from '../../../testing/portal/server.ts';

/** The address that is recorded for a sign-in with this X-Forwarded-For header. */
const recordedAddress = async (settings: Record<string, string>, forwarded: string) => {
  const { make, nobody, context } = await startServer(settings);
  const { email, password } = await make.doctor();
  const basic = `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;
  const headers = { authorization: basic, 'x-forwarded-for': forwarded };
  const reply = await nobody.post('/auth/token', { grant_type: 'client_credentials' }, headers);
  expect(reply.status).toBe(200);
  const { address } = await context.db
    .selectFrom('auditEvents')
    .select('address')
    .where('action', '=', 'account.sign-in')
    .executeTakeFirstOrThrow();
  return address;
};

test('X-Forwarded-For of a proxy on this machine is trusted', async () => {
  expect(await recordedAddress({}, '203.0.113.7')).toBe('203.0.113.7');
  // the client may have sent the addresses further to the left
  expect(await recordedAddress({}, '198.51.100.1, 203.0.113.7')).toBe('203.0.113.7');
});

test('X-Forwarded-For of other proxies is trusted only if TRUSTED_PROXIES names them', async () => {
  const through = '198.51.100.1, 203.0.113.7, 10.20.0.4';
  expect(await recordedAddress({}, through)).toBe('10.20.0.4');
  expect(await recordedAddress({ TRUSTED_PROXIES: 'loopback, 10.20.0.0/16' }, through)).toBe('203.0.113.7');
  expect(await recordedAddress({ TRUSTED_PROXIES: '10.20.0.0/16' }, through)).toBe('127.0.0.1');
});
