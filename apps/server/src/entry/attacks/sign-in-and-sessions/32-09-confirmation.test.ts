import { getConfirmation } from '@snimok/contract/people/confirmation';
import { STAFF_RIGHTS } from '@snimok/contract/people/staff';
import { expect, test } from 'vitest';
import { responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { listAccess } from '../../../testing/portal/routes.ts';
import { withPasskey, withTOTP } from '../../../testing/callers/second-factor.ts';
import { startServer } from '../../../testing/portal/server.ts';

const LATER_MS = 10 * 60_000 + 1;

const REFUSED = {
  status: 403,
  body: { error: expect.stringContaining('Подтвердите'), code: 'confirmation_required' },
};

test('a stolen cookie of an administrator changes neither factors, rights nor accounts and exports nothing', async () => {
  const server = await startServer();
  const { account, owner } = await withTOTP(server, await server.make.assistant());
  const colleague = await server.make.assistant();
  const { patientID } = await server.make.study();
  server.clock.advance(LATER_MS);
  const staff = '/assistant/staff';
  const person = { name: 'Орлова Анна', rights: [...STAFF_RIGHTS] };
  const token = { name: 'МИС', scopes: ['patients:read'], days: 1 };
  const tries: [method: string, path: string, body?: unknown][] = [
    ['DELETE', `${staff}/${account.id}/second-factors`],
    ['POST', staff, { ...person, email: 'orlova@centre.test' }],
    ['PUT', `${staff}/${colleague.id}`, person],
    ['PUT', `${staff}/${colleague.id}/disabled`, { disabled: false }],
    ['PATCH', `${staff}/${colleague.id}/reset-password`],
    ['POST', '/assistant/integrations/tokens', token],
    ['POST', '/assistant/erasures', { patientID, name: 'x', reason: 'x' }],
    ['POST', '/assistant/archive-imports', { source: { kind: 'folder', path: '/archive' }, doctorID: 1 }],
    ['POST', '/assistant/archive-imports/1/confirm'],
    ['PUT', '/assistant/portal-settings', { changes: { MAIL_URL: 'smtp://x.test' }, version: 0 }],
    ['POST', '/assistant/portal-settings/test-letter', { MAIL_URL: 'smtp://x.test' }],
    ['POST', '/assistant/portal-settings/restart'],
    ['POST', '/assistant/portal-health/updates', { version: '0.2.0+2.abcdef01', when: 'now' }],
    ['GET', '/assistant/exports/studies'],
    ['HEAD', '/assistant/exports/studies'],
    ['GET', `/assistant/patients/${patientID}/data`],
  ];
  for (const [method, path, body] of tries) {
    const reply = await owner.send(method, path, body);
    expect([path, reply]).toEqual([
      path,
      expect.objectContaining(method === 'HEAD' ? { status: 403 } : REFUSED),
    ]);
  }
  expect((await owner.get('/account/second-factors')).body).toMatchObject({ totp: expect.anything() });
  const events = await server.context.db.selectFrom('auditEvents').select('action').execute();
  expect(events.map(({ action }) => action)).not.toContain('staff.reset-factors');
});

test('a confirmation by password or second factor is valid for ten minutes, and only in its session', async () => {
  const server = await startServer();
  const { account, owner, code } = await withTOTP(server, await server.make.assistant());
  const other = await server.as(await server.make.assistant());
  const act = () => owner.get('/assistant/exports/clients');
  expect((await act()).status).toBe(200);
  server.clock.advance(LATER_MS);
  expect(responseOf(getConfirmation, await owner.get('/account/confirmation'))).toEqual({
    methods: ['totp', 'password', 'recovery'],
    passkeyHost: 'portal.test',
    ssoName: null,
  });
  const confirm = (body: object) => owner.post('/account/confirmation', body);
  expect((await confirm({ method: 'password', password: 'неверный' })).status).toBe(403);
  expect((await confirm({ method: 'totp', code: '000000' })).status).toBe(403);
  expect((await confirm({ method: 'password' })).status).toBe(400);
  expect((await confirm({ method: 'passkey' })).status).toBe(400);
  expect(await act()).toMatchObject(REFUSED);

  expect((await confirm({ method: 'password', password: account.password })).status).toBe(204);
  expect((await act()).status).toBe(200);
  expect(await other.get('/assistant/exports/clients')).toMatchObject(REFUSED);
  server.clock.advance(LATER_MS);
  expect(await act()).toMatchObject(REFUSED);
  expect((await confirm({ method: 'totp', code: code() })).status).toBe(204);
  expect((await act()).status).toBe(200);
});

test('a passkey confirms only once, and only in the session that requested the challenge', async () => {
  const server = await startServer();
  const { account, owner, key } = await withPasskey(server, await server.make.assistant());
  server.clock.advance(LATER_MS);
  const options = await owner.post('/account/confirmation/passkey', {});
  const passkey = key.get(options.body as Parameters<typeof key.get>[0]);
  const elsewhere = await server.as(await server.make.assistant());
  const body = { method: 'passkey', passkey };
  expect((await elsewhere.post('/account/confirmation', body)).status).toBe(400);
  expect((await owner.post('/account/confirmation', body)).status).toBe(204);
  expect((await owner.get('/assistant/exports/clients')).status).toBe(200);
  expect((await owner.post('/account/confirmation', body)).status).toBe(403);
  expect(account.id).toBeGreaterThan(0);
});

test('setting up a second factor counts as a confirmation, and wrong passwords at a confirmation are limited', async () => {
  const server = await startServer();
  const account = await server.make.assistant();
  const owner = await server.as(account);
  server.clock.advance(LATER_MS);
  const { password } = account;
  expect((await owner.post('/account/totp', { password })).status).toBe(200);
  expect((await owner.get('/assistant/exports/clients')).status).toBe(200);
  for (let guess = 0; guess < 10; guess += 1)
    await owner.post('/account/confirmation', { method: 'password', password: `догадка ${guess}` });
  expect((await owner.post('/account/confirmation', { method: 'password', password })).status).toBe(429);
});

/**
 * Endpoints that change who may sign in or what an account may do, or that hand out lists and whole records. The test lists
 * the exceptions, most of which only take something away.
 */
const AREAS = /^(?!GET)\S+ \/(assistant\/(staff|suspensions|integrations|erasures|exports)|doctor\/people)/;

test('sensitive endpoints require a confirmation, apart from listed ones, and are closed to programs and tokens', async () => {
  const registered = await listAccess(startServer);
  const asks = registered.filter(([, access]) => access.confirmed);
  expect(asks.length).toBeGreaterThan(20);
  const silent = registered.filter(([endpoint, access]) => AREAS.test(endpoint) && !access.confirmed);
  expect(silent.map(([endpoint]) => endpoint)).toEqual([
    'DELETE /assistant/erasures/:erasureUUID',
    'DELETE /assistant/integrations/tokens/:tokenID',
    'DELETE /assistant/integrations/webhooks/:webhookID',
    'DELETE /assistant/staff/:accountID/sessions',
    // the caller has read a notice
    'DELETE /assistant/staff/notices',
    'DELETE /doctor/people/:accountID',
    'DELETE /doctor/people/invitations/:invitationUUID',
    'POST /assistant/erasures/:erasureUUID/refuse',
    'POST /assistant/integrations/webhooks/:webhookID/messages/:messageUUID/repeat',
    'POST /assistant/integrations/webhooks/:webhookID/test',
    'POST /doctor/people/invitations/:invitationUUID/mail',
    'PUT /assistant/integrations/webhooks/:webhookID/paused',
  ]);
  for (const [endpoint, { desktop, token }] of asks)
    expect([endpoint, desktop, token]).toEqual([endpoint, undefined, undefined]);
});

test('a session of the previous version counts as confirmed at its sign-in, unless it came from single sign-on', async () => {
  const server = await startServer();
  const owner = await server.as(await server.make.assistant());
  const { db } = server.context;
  await db.updateTable('sessions').set({ confirmedAt: null }).execute();
  expect((await owner.get('/assistant/exports/clients')).status).toBe(200);
  await db.updateTable('sessions').set({ ssoIssuer: 'https://id.centre.test' }).execute();
  expect(await owner.get('/assistant/exports/clients')).toMatchObject(REFUSED);
});
