import { DEVICE_GRANT } from '@snimok/contract/people/auth';
import { ProgramToken, getProgramGrant } from '@snimok/contract/people/program-access';
import { expect, test } from 'vitest';
import { requestCodes, grantRequest, grantProgramAccess } from '../../testing/callers/program.ts';
import { responseOf, refusal } from '../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../testing/portal/server.ts';

const SECOND_MS = 1_000;
const PENDING = [400, 'authorization_pending'];

const centre = async (settings?: Record<string, string>) => {
  const server = await startServer(settings);
  const person = await server.make.assistant({ name: 'Ольга Смирнова' });
  return { ...server, server, person, assistant: await server.as(person) };
};

test('a program requests codes, an assistant accepts the user code, and the program gets its token once', async () => {
  const { nobody, assistant } = await centre();
  const address = { 'x-forwarded-for': '203.0.113.5' };
  const codes = await requestCodes(nobody, address);
  expect(codes).toMatchObject({
    user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
    device_code: expect.stringMatching(/^[\w-]{43}$/),
    verification_uri: 'http://portal.test/assistant-area/desktop-grant',
    verification_uri_complete: `http://portal.test/assistant-area/desktop-grant/${codes.user_code}`,
    expires_in: 600,
    interval: 5,
  });
  expect(refusal(await codes.poll())).toEqual(PENDING);
  const grant = responseOf(getProgramGrant, await assistant.get(codes.path));
  expect(grant).toEqual({
    userCode: codes.user_code,
    status: 'issued',
    scope: 'upload-studies',
    appVersion: '1.4.2',
    issuedAt: expect.any(String),
    expiresAt: expect.any(String),
    address: '203.0.113.5',
    assistantName: null,
  });
  expect(Date.parse(grant.expiresAt) - Date.parse(grant.issuedAt)).toBe(600 * SECOND_MS);

  expect((await assistant.patch(`${codes.path}/accept`)).status).toBe(204);
  expect(responseOf(getProgramGrant, await assistant.get(codes.path))).toMatchObject({
    status: 'granted',
    assistantName: 'Ольга Смирнова',
  });
  const reply = await codes.poll();
  expect(reply.headers.get('cache-control')).toBe('no-store');
  expect(ProgramToken.strict().parse(reply.body)).toMatchObject({
    token_type: 'Bearer',
    scope: 'upload-studies',
    expires_in: 180 * 24 * 60 * 60,
  });
  expect(responseOf(getProgramGrant, await assistant.get(codes.path)).status).toBe('authorized');
  expect(refusal(await codes.poll())).toEqual([400, 'invalid_grant']);
});

test('exactly one of many concurrent polls gets the token', async () => {
  const { nobody, assistant } = await centre();
  const codes = await requestCodes(nobody);
  await assistant.patch(`${codes.path}/accept`);
  const polls = await Promise.all(Array.from({ length: 8 }, () => codes.poll()));
  expect(polls.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(400)]);
});

test('form bodies are accepted as well as JSON', async () => {
  const { nobody, assistant } = await centre();
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const post = (path: string, fields: Record<string, string>) =>
    nobody.post(path, new URLSearchParams(fields).toString(), form);
  const { body } = await post('/auth/device', grantRequest);
  const { device_code, user_code } = body as { device_code: string; user_code: string };
  const request = { grant_type: DEVICE_GRANT, device_code, client_id: 'desktop' };
  expect(refusal(await post('/auth/token', request))).toEqual(PENDING);
  await assistant.patch(`/assistant/desktop-app/grant/${user_code}/accept`);
  expect((await post('/auth/token', request)).status).toBe(200);
});

test('polling too often gets slow_down and five seconds more each time, and does not prevent the token', async () => {
  const { nobody, assistant, clock } = await centre();
  clock.freeze();
  const { poll, path } = await requestCodes(nobody);
  const after = async (seconds: number) => {
    clock.advance(seconds * SECOND_MS);
    return refusal(await poll())[1];
  };
  expect(await after(0)).toBe('authorization_pending');
  expect(await after(5)).toBe('authorization_pending');
  expect(await after(2)).toBe('slow_down');
  // the interval is ten seconds now
  expect(await after(5)).toBe('slow_down');
  // the interval is fifteen seconds now
  expect(await after(15)).toBe('authorization_pending');
  await assistant.patch(`${path}/accept`);
  expect((await poll()).status).toBe(200);
});

test('a poll reports a grant that was declined, revoked or expired', async () => {
  const { nobody, assistant, clock } = await centre({ DESKTOP_GRANT_MAX_AGE: '2m0s' });
  const declined = await requestCodes(nobody);
  const revoked = await requestCodes(nobody);
  const late = await requestCodes(nobody);
  const forgotten = await requestCodes(nobody);
  await assistant.patch(`${declined.path}/decline`);
  await assistant.patch(`${revoked.path}/accept`);
  await assistant.patch(`${revoked.path}/revoke`);
  await assistant.patch(`${late.path}/accept`);
  expect(refusal(await declined.poll())).toEqual([400, 'access_denied']);
  expect(refusal(await revoked.poll())).toEqual([400, 'access_denied']);
  clock.advance(120 * SECOND_MS);
  expect(refusal(await late.poll())).toEqual([400, 'expired_token']);
  expect(refusal(await forgotten.poll())).toEqual([400, 'expired_token']);
  expect(refusal(await declined.poll())).toEqual([400, 'access_denied']);
});

test('a grant of an assistant who was disabled meanwhile gives no token', async () => {
  const { nobody, assistant, person, context } = await centre();
  const codes = await requestCodes(nobody);
  await assistant.patch(`${codes.path}/accept`);
  await context.db
    .updateTable('accounts')
    .set({ disabledAt: new Date() })
    .where('id', '=', person.id)
    .execute();
  expect(refusal(await codes.poll())).toEqual([400, 'access_denied']);
});

test('invalid requests get the OAuth error code for what is wrong', async () => {
  const { nobody } = await centre();
  const askForCodes = async (body: unknown) => refusal(await nobody.post('/auth/device', body));
  expect(await askForCodes({})).toEqual([400, 'invalid_request']);
  expect(await askForCodes('{"client_id":')).toEqual([400, 'invalid_request']);
  expect(await askForCodes({ ...grantRequest, client_id: 'mobile' })).toEqual([400, 'invalid_client']);
  expect(await askForCodes({ ...grantRequest, scope: 'upload-studies everything' })).toEqual([
    400,
    'invalid_scope',
  ]);
  expect(await askForCodes({ client_id: 'desktop' })).toEqual([400, 'invalid_scope']);
  expect(await askForCodes({ ...grantRequest, app_version: 'x'.repeat(301) })).toEqual([
    400,
    'invalid_request',
  ]);
  const { device_code } = await requestCodes(nobody);
  const request = { grant_type: DEVICE_GRANT, device_code, client_id: 'desktop' };
  const poll = async (body: unknown) => refusal(await nobody.post('/auth/token', body));
  expect(await poll({ ...request, device_code: undefined })).toEqual([400, 'invalid_request']);
  expect(await poll({ ...request, client_id: undefined })).toEqual([400, 'invalid_client']);
  expect(await poll({ ...request, client_id: 'mobile' })).toEqual([400, 'invalid_client']);
  expect(await poll({ ...request, device_code: `${device_code}A` })).toEqual([400, 'invalid_grant']);
  expect(await poll({ ...request, grant_type: 'refresh_token' })).toEqual([400, 'invalid_request']);
  expect(await poll({ ...request, grant_type: 'constructor' })).toEqual([400, 'invalid_request']);
  expect(await poll(request)).toEqual(PENDING);
});

test('with program access switched off its endpoints are not found, and earlier tokens are refused', async () => {
  const { server, nobody, assistant, context } = await centre();
  const { path, poll } = await requestCodes(nobody);
  const { program } = await grantProgramAccess(server, assistant);
  context.config.desktopAppAuthEnabled = false;
  const NOWHERE = [404, 'Такого адреса нет'];
  expect(refusal(await nobody.post('/auth/device', grantRequest))).toEqual(NOWHERE);
  expect(refusal(await nobody.post('/auth/device', {}))).toEqual(NOWHERE);
  expect(refusal(await poll())).toEqual(NOWHERE);
  expect(refusal(await assistant.get(path))).toEqual(NOWHERE);
  for (const action of ['accept', 'decline', 'revoke']) {
    expect(refusal(await assistant.patch(`${path}/${action}`))).toEqual(NOWHERE);
  }
  expect(refusal(await assistant.get('/assistant/desktop-app/grants'))).toEqual(NOWHERE);
  expect((await program.get('/assistant/doctors')).status).toBe(401);
});

test('codes and tokens are in no row and no log line in plain text', async () => {
  const { server, assistant, context, logged } = await centre();
  const { user_code, device_code, token } = await grantProgramAccess(server, assistant);
  const grants = await context.db.selectFrom('desktopGrants').selectAll().execute();
  const rows = JSON.stringify([
    // as strings, so that a secret in the bytes of a binary column is found too
    grants.map((grant) => Object.values(grant).map(String)),
    await context.db.selectFrom('auditEvents').selectAll().execute(),
    await context.db.selectFrom('throttles').selectAll().execute(),
    logged,
  ]);
  for (const secret of [user_code, user_code.replace('-', ''), device_code, token]) {
    expect(rows).not.toContain(secret);
  }
});
