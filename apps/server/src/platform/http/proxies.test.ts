import { expect, test } from 'vitest';
import { startServer } from '../../testing/server.ts';

/** Where the portal thinks a person signs in from who says to have come by these addresses. */
const seenFrom = async (settings: Record<string, string>, forwarded: string) => {
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

test('a balancer on this machine tells where a visitor comes from', async () => {
  expect(await seenFrom({}, '203.0.113.7')).toBe('203.0.113.7');
  // what the visitor wrote himself stands further left
  expect(await seenFrom({}, '198.51.100.1, 203.0.113.7')).toBe('203.0.113.7');
});

test('balancers elsewhere are believed when they are named, others never', async () => {
  const through = '198.51.100.1, 203.0.113.7, 10.20.0.4';
  expect(await seenFrom({}, through)).toBe('10.20.0.4');
  expect(await seenFrom({ TRUSTED_PROXIES: 'loopback, 10.20.0.0/16' }, through)).toBe('203.0.113.7');
  expect(await seenFrom({ TRUSTED_PROXIES: '10.20.0.0/16' }, through)).toBe('127.0.0.1');
});
