import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { everyDay, freeSlots, makeCentre, walkInPatient } from '../../../testing/callers/booking.ts';
import { refusal } from '../../../testing/requests-and-waiting/contract.ts';
import { sendRaw } from '../../../testing/requests-and-waiting/raw-http.ts';
import { startServer, type TestServer } from '../../../testing/portal/server.ts';

const get = (server: TestServer, url: string, host = new URL(server.address).host, headers: string[] = []) =>
  sendRaw(
    server.address,
    [`GET ${url} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...headers, '', ''].join('\r\n'),
  );
const statusOf = (response: string) => Number(response.split(' ')[1]);
const header = (response: string, name: string) =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(response)?.[1]?.trim();

test('odd paths below the assets are not found', async () => {
  const server = await startServer();
  const paths = [
    '/assets/%2e%2e/index.html',
    '/assets/%2e%2e/%2e%2e/etc/passwd',
    '/assets/../../../../etc/passwd',
    '/assets//x/',
    '/assets/%00',
    String.raw`/assets/\..\x`,
    '/assets/a%2fb',
  ];
  for (const path of paths) {
    const response = await get(server, path);
    expect([path, statusOf(response)]).toEqual([path, 404]);
    expect(response).toContain('"error":"');
  }
});

test('a Host header with an impossible port is refused, also where it becomes part of a URL', async () => {
  const server = await startServer();
  const assistant = await server.as(await server.make.assistant());
  const { studyID } = await server.make.study({ status: 'done' });
  const path = `/api/1/assistant/studies/${studyID}/download`;
  for (const host of ['x:99999999', 'x:65536', '[::1]:99999999', 'x:', 'a b', '[::1']) {
    const response = await get(server, path, host, [`Cookie: ${assistant.cookie}`]);
    expect([host, statusOf(response)]).toEqual([host, 400]);
  }
});

test('a request that names two hosts is refused at every path, even if both are the same', async () => {
  const server = await startServer();
  const { host } = new URL(server.address);
  const upgrade = [
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ];
  for (const path of ['/', '/healthz', '/api/1/identity', '/api/nothing', '/storage/x', '/assets/no'])
    for (const second of [host, 'evil.test', '']) {
      const response = await get(server, path, host, [`hOST: ${second}`]);
      expect([path, second, statusOf(response)]).toEqual([path, second, 400]);
    }
  const lines = [
    'GET /connection/websocket HTTP/1.1',
    `Host: ${host}`,
    'Host: evil.test',
    'Connection: Upgrade',
  ];
  const refused = await sendRaw(server.address, [...lines, ...upgrade, '', ''].join('\r\n'));
  expect(statusOf(refused)).toBe(400);
});

test('every response has a content security policy', async () => {
  const server = await startServer();
  for (const path of ['/', '/index.html', '//index.html', '/doctor-area/patients']) {
    const response = await get(server, path);
    expect([path, statusOf(response)]).toEqual([path, 200]);
    expect(header(response, 'content-security-policy')).toContain("script-src 'self'");
  }
  for (const path of [
    '/api/1/auth/me',
    '/healthz',
    '/storage/x',
    '/favicon.svg',
    '/api/nothing',
    '/assets/no',
  ]) {
    const response = await get(server, path);
    expect([path, header(response, 'content-security-policy')]).toEqual([
      path,
      "default-src 'none'; frame-ancestors 'none'",
    ]);
    expect(header(response, 'permissions-policy')).toContain('camera=()');
    expect(header(response, 'cross-origin-opener-policy')).toBe('same-origin');
  }
  expect(header(await get(server, '/'), 'strict-transport-security')).toBeUndefined();
});

test('with an https address the responses permit only https', async () => {
  const server = await startServer({ PUBLIC_URL: 'https://portal.test' });
  expect(header(await get(server, '/'), 'strict-transport-security')).toBe('max-age=31536000');
});

/** Sends one byte a second after `firstBytes`. When the server closes the connection, resolves with what the server sent. */
const openSlow = (address: string, firstBytes: string): Promise<string> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(address);
    let response = '';
    const socket = connect(Number(port), hostname, () => socket.write(firstBytes));
    // one byte a second keeps the connection busy
    const sending = setInterval(() => socket.write('a'), 1000);
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => (response += text));
    // the server may reset the connection
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(sending);
      resolve(response);
    });
  });

test('anonymous connections whose header or body arrives slowly are closed', async () => {
  const server = await startServer();
  const head = (path: string) =>
    `POST /api/1${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{`;
  const [body, refused, unknown, store, headers] = await Promise.all([
    openSlow(server.address, head('/auth/password/reset/request')),
    openSlow(server.address, head('/assistant/doctors')),
    openSlow(server.address, head('/nothing')),
    openSlow(server.address, 'PUT /storage/x HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\na'),
    openSlow(server.address, 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: a'),
  ]);
  expect([body, refused, unknown, store, headers].map(statusOf)).toEqual([408, 401, 408, 403, 408]);
});

test('a large request body without a session is refused before it is read', async () => {
  const server = await startServer();
  const reply = await server.nobody.post('/auth/password/reset/request', { email: 'a'.repeat(70_000) });
  expect(reply.status).toBe(413);
});

test('a doctor can have only a limited number of future bookings', async () => {
  const server = await startServer({ BOOKING_MAX_OPEN: '3' });
  const { doctor, at, day } = await makeCentre(server, { capacity: 5, hours: everyDay() });
  const slots = await freeSlots(doctor, at, day);
  const replies = await Promise.all(
    slots.slice(0, 9).map(({ slotUUID }) => doctor.post(`/doctor${at}/${day}/${slotUUID}`, walkInPatient)),
  );
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(3);
  const refused = replies.filter(({ status }) => status !== 201).map(refusal);
  expect(refused).toEqual(Array(6).fill([409, expect.stringContaining('больше через портал не записать')]));
});

test('a part that is switched off answers 404', async () => {
  const off = [
    'CHAT_ENABLED',
    'SCHEDULE_ENABLED',
    'COMMON_STUDIES_LIST_ENABLED',
    'DESKTOP_APP_AUTH_ENABLED',
    'PANO_PROTEST_ENABLED',
    'STUDY_EXTERNAL_SHARE_ENABLED',
    'STUDY_REPORT_ENABLED',
    'THREE_D_SEG_ENABLED',
  ];
  const server = await startServer(Object.fromEntries(off.map((name) => [name, 'off'])));
  const account = await server.make.doctor({ flags: ['schedule', 'remote-viewer'] });
  const { studyID, patientID } = await server.make.study({ doctor: account, status: 'done', picture: true });
  const assistant = await server.as(await server.make.assistant());
  const doctor = await server.as(account);
  const study = `/assistant/studies/${studyID}`;
  const answers = {
    list: await assistant.get('/assistant/studies'),
    day: await assistant.get('/assistant/studies?filterPeriod=2026-11'),
    chat: await assistant.get('/assistant/chats'),
    locations: await assistant.get('/assistant/schedule/locations'),
    free: await doctor.get('/doctor/schedule/locations'),
    shares: await assistant.get(`${study}/external-shares`),
    report: await assistant.post(`${study}/report`, { reportFormat: 'pdf' }),
    protest: await assistant.post(`${study}/pano/dislike`, { reason: 'Дуга проходит мимо зубов' }),
    protests: await assistant.get(`${study}/pano/dislike`),
    segmentation: await doctor.post(`/doctor/patients/${patientID}/studies/${studyID}/3d-seg`),
    device: await server.nobody.post('/auth/device', { client_id: 'snimok' }),
  };
  expect(Object.fromEntries(Object.entries(answers).map(([name, { status }]) => [name, status]))).toEqual(
    Object.fromEntries(Object.keys(answers).map((name) => [name, 404])),
  );
});

test('one person can send only a limited number of letters with links to one mailbox', async () => {
  const server = await startServer();
  const assistant = await server.as(await server.make.assistant());
  const { studyID } = await server.make.study({ status: 'done' });
  const share = (email: string) =>
    assistant.post(`/assistant/studies/${studyID}/external-shares`, { email, flags: ['download'] });
  const replies = await Promise.all(
    Array.from({ length: 30 }, (_, n) => share(n % 2 ? 'victim@clinic.test' : 'Victim@Clinic.test')),
  );
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(20);
  const refused = replies.filter(({ status }) => status !== 201).map(refusal);
  expect(refused).toEqual(
    Array(10).fill([429, 'Отправлено слишком много писем подряд. Повторите через 15 минут']),
  );
  expect((await share('another@clinic.test')).status).toBe(201);
});
