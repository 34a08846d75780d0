import { expect, test } from 'vitest';
import { sendRaw } from '../../testing/requests-and-waiting/raw-http.ts';
import { startServer } from '../../testing/portal/server.ts';

test("a page of another site cannot change anything with an assistant's cookie", async () => {
  const { as, make, address } = await startServer();
  const assistant = await as(await make.assistant());
  const client = { name: 'Клиника', email: 'clinic@clinic.test' };
  const create = (headers: Record<string, string>) => assistant.post('/assistant/doctors', client, headers);
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { origin: 'http://portal.test.evil.test' },
    { origin: 'http://portal.test:81' },
    { origin: 'https://portal.test' },
    { 'sec-fetch-site': 'cross-site' },
  ];
  for (const headers of foreign) {
    const reply = await create(headers);
    expect([headers, reply.status]).toEqual([headers, 403]);
    expect(reply.body).toEqual({ error: 'Запрос пришёл с другого сайта и отклонён' });
  }
  expect((await assistant.get('/assistant/doctors')).body).toMatchObject({ totalCount: 0 });
  // GET requests are allowed, and so are all requests from the portal's own pages, at PUBLIC_URL or another address
  expect((await assistant.get('/assistant/doctors', { origin: 'https://evil.test' })).status).toBe(200);
  expect((await create({ origin: address, 'sec-fetch-site': 'same-origin' })).status).toBe(201);
  expect((await create({ origin: 'http://portal.test' })).status).toBe(409);
  const behindNginx = {
    origin: 'https://snimok.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'snimok.example',
  };
  expect((await create(behindNginx)).status).toBe(409);
});

test('a form of another site cannot sign a user in or out', async () => {
  const { as, make, nobody } = await startServer();
  const account = await make.assistant();
  const assistant = await as(account);
  expect((await assistant.delete('/auth/token', { origin: 'https://evil.test' })).status).toBe(403);
  expect((await assistant.get('/assistant/counters')).status).toBe(200);
  const basic = `Basic ${Buffer.from(`${account.email}:${account.password}`).toString('base64')}`;
  const reply = await nobody.post(
    '/auth/token',
    { grant_type: 'client_credentials' },
    { authorization: basic, origin: 'https://evil.test' },
  );
  expect(reply.status).toBe(403);
  expect(reply.headers.getSetCookie()).toEqual([]);
});

test('a request line with an absolute or encoded URL does not open an area to an unauthorised client', async () => {
  const { as, make, address } = await startServer();
  const doctor = await as(await make.doctor());
  const send = (target: string, cookie = '') =>
    sendRaw(address, `GET ${target} HTTP/1.1\r\nHost: portal.test\r\n${cookie}Connection: close\r\n\r\n`);
  expect(await send('http://auth/api/1/assistant/settings')).toMatch(/^HTTP\/1\.1 401 /);
  expect(await send('http://portal.test/api/1/assistant/settings')).toMatch(/^HTTP\/1\.1 401 /);
  expect(await send('/api/1/%61ssistant/settings')).toMatch(/^HTTP\/1\.1 401 /);
  const cookie = `Cookie: ${doctor.cookie}\r\n`;
  expect(await send('http://doctor/api/1/assistant/counters', cookie)).toMatch(/^HTTP\/1\.1 403 /);
  expect(await send('http://portal.test/api/1/doctor/me', cookie)).toMatch(/^HTTP\/1\.1 200 /);
});
