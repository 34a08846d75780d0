import { listApiTokens } from '@snimok/contract/people/api-tokens';
import { getPatientHistory } from '@snimok/contract/administration/history';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';
import { createTokenWith } from '../../testing/callers/api-token.ts';
import { refusal, responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { radiograph } from '../../testing/scans/dicom.ts';
import { storeStudyFiles } from '../../testing/scans/dicom-object.ts';
import { startServer } from '../../testing/portal/server.ts';

const ENDED = [
  401,
  'Токен не действует: его отозвали, его срок истёк, или учётная запись создателя отключена',
];

const startPortal = async (settings: Record<string, string> = {}) => {
  const server = await startServer(settings);
  const administrator = await server.make.assistant({ name: 'Дарья' });
  const assistant = await server.as(administrator);
  return { ...server, server, administrator, assistant };
};

test('a token is shown once, is listed with its last use, and only its hash is stored', async () => {
  const { server, assistant, context } = await startPortal();
  const { token, tokenID, api } = await createTokenWith(server, assistant, {
    scopes: ['clients:read'],
    days: 10,
  });
  expect(token).toMatch(/^snimok_api_[\w-]{43}$/);
  expect((await api.get('/assistant/doctors')).status).toBe(200);
  const reply = await assistant.get('/assistant/integrations/tokens');
  const { tokens } = responseOf(listApiTokens, reply);
  expect(tokens).toMatchObject([
    {
      tokenID,
      name: 'РИС',
      scopes: ['clients:read'],
      status: 'active',
      creatorName: 'Дарья',
      ending: token.slice(-4),
      lastUsedAddress: '127.0.0.1',
    },
  ]);
  expect(JSON.stringify(reply.body)).not.toContain(token);
  const { rows } = await context.pool.query('select to_jsonb(api_tokens)::text as row from api_tokens');
  expect(rows[0].row).not.toContain(token);
});

test('a token ends when it is revoked, when it expires, and while its creator is disabled or lacks the right', async () => {
  const { server, assistant, administrator, make, as, clock } = await startPortal();
  const use = (of: { api: typeof assistant }) => of.api.get('/assistant/doctors');
  const scopes = ['clients:read'];
  const revoked = await createTokenWith(server, assistant, { scopes });
  const short = await createTokenWith(server, assistant, { scopes, days: 1 });
  const lasting = await createTokenWith(server, assistant, { scopes, days: 365 });
  const path = `/assistant/integrations/tokens/${revoked.tokenID}`;
  expect((await assistant.delete(path)).status).toBe(204);
  expect(refusal(await use(revoked))).toEqual(ENDED);
  expect(refusal(await assistant.delete(path))).toEqual([409, 'Токен уже не действует']);

  const other = await as(await make.assistant());
  const staff = `/assistant/staff/${administrator.id}`;
  await other.put(staff, { name: 'Дарья', rights: ['programs', 'admin'] });
  expect(refusal(await use(lasting))).toEqual(ENDED);
  await other.put(staff, { name: 'Дарья', rights: ['clients'] });
  expect((await use(lasting)).status).toBe(200);
  await other.put(`${staff}/disabled`, { disabled: true });
  expect(refusal(await use(lasting))).toEqual(ENDED);
  await other.put(`${staff}/disabled`, { disabled: false });
  clock.advance(DAY_MS);
  expect(refusal(await use(short))).toEqual(ENDED);
  expect((await use(lasting)).status).toBe(200);
});

test('only an administrator with the right to programs creates tokens, and none for rights that she lacks', async () => {
  const { make, as, assistant } = await startPortal();
  const withRights = async (...rights: string[]) => {
    const account = await make.assistant();
    await assistant.put(`/assistant/staff/${account.id}`, { name: account.name, rights });
    return as(account);
  };
  const request = { name: 'РИС', scopes: ['bookings:read'], days: 30 };
  const path = '/assistant/integrations/tokens';
  for (const right of ['programs', 'admin'])
    expect((await (await withRights(right, 'booking')).post(path, request)).status).toBe(403);
  const administrator = await withRights('programs', 'admin');
  expect(refusal(await administrator.post(path, request))).toEqual([
    403,
    'Для этого доступа вам самим нужно право «Запись»',
  ]);
  const long = { ...request, days: 366 };
  expect((await administrator.post(path, long)).status).toBe(400);
});

test('a token is accepted only from its networks', async () => {
  const { server, assistant } = await startPortal({ TRUSTED_PROXIES: '127.0.0.1' });
  const networks = ['192.0.2.0/24', '2001:db8::1'];
  const { api } = await createTokenWith(server, assistant, { scopes: ['clients:read'], networks });
  const from = (address: string) => api.get('/assistant/doctors', { 'x-forwarded-for': address });
  for (const address of ['192.0.2.7', '::ffff:192.0.2.7', '2001:db8::1'])
    expect([address, (await from(address)).status]).toEqual([address, 200]);
  for (const address of ['192.0.3.1', '2001:db8::2'])
    expect(refusal(await from(address))).toEqual([403, 'Токен не принимается с этого адреса сети']);
});

test('a token that sends too many requests is refused with Retry-After, and others are not affected', async () => {
  const { server, assistant, clock } = await startPortal({ API_REQUESTS_MINUTE: '3' });
  const first = await createTokenWith(server, assistant, { scopes: ['clients:read'] });
  const second = await createTokenWith(server, assistant, { scopes: ['clients:read'] });
  for (let i = 0; i < 3; i++) expect((await first.api.get('/assistant/doctors')).status).toBe(200);
  const refused = await first.api.get('/assistant/doctors');
  expect(refused.status).toBe(429);
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect((await second.api.get('/assistant/doctors')).status).toBe(200);
  clock.advance(seconds * 1000);
  expect((await first.api.get('/assistant/doctors')).status).toBe(200);
});

test('a download URL that a token received stops working when the token is revoked', async () => {
  const { server, assistant, make, context } = await startPortal();
  const { studyID } = await make.study({ status: 'done' });
  await storeStudyFiles(context, studyID, '2.25.1001', [radiograph()]);
  const { api, tokenID } = await createTokenWith(server, assistant, { scopes: ['studies:download'] });
  const { body } = await api.get(`/assistant/studies/${studyID}/download`);
  const { presignedURL } = body as { presignedURL: string };
  expect((await fetch(presignedURL)).status).toBe(200);
  await assistant.delete(`/assistant/integrations/tokens/${tokenID}`);
  expect((await fetch(presignedURL)).status).toBe(403);
});

test('the history of a patient names the token', async () => {
  const { server, assistant, make } = await startPortal();
  const { patientID } = await make.patient();
  const { api } = await createTokenWith(server, assistant, { name: 'РИС', scopes: ['patients:write'] });
  await api.put(`/assistant/patients/${patientID}`, {
    name: 'Иванова Анна',
    sex: 'female',
    birthday: '1980-02-29',
  });
  for (const query of ['', '?group=views']) {
    const reply = await assistant.get(`/assistant/patients/${patientID}/history${query}`);
    expect(responseOf(getPatientHistory, reply).events[0]).toMatchObject({
      action: 'patient.change',
      actorKind: 'token',
      actorName: 'РИС',
    });
  }
});
