import { expect, onTestFinished, test } from 'vitest';
import { disableAccount } from '../people/accounts/account-rows/accounts.ts';
import { startEntryPoint } from './entry-point.fixture.ts';
import { REQUEST_TIMEOUTS } from '../platform/db/client.ts';
import { startOtherAPI } from '../testing/portal/other-process.ts';
import { client, type TestClient } from '../testing/requests-and-waiting/client.ts';
import { radiograph } from '../testing/scans/dicom.ts';
import { freePort } from '../testing/requests-and-waiting/free-port.ts';
import { isLockAwaited } from '../testing/portal/locks.ts';
import { sendStudy } from '../testing/scans/sending.ts';
import { startServer } from '../testing/portal/server.ts';
import { shareHeaders, shareStudy } from '../testing/callers/share.ts';
import { until } from '../testing/requests-and-waiting/until.ts';
import { readyStudy, ticketOf } from '../testing/callers/viewer.ts';

/** Two API processes on one database. */
const twoAPIs = async () => {
  const first = await startServer();
  const second = await startOtherAPI(first);
  /** A client with the same session whose requests go to the second API. */
  const atSecond = ({ cookie }: TestClient): TestClient => {
    const same = client(second.address);
    same.cookie = cookie;
    return same;
  };
  return { ...first, first, second, atSecond };
};

test('signing out or disabling an account at one API ends the session at the other at once', async () => {
  const { as, make, atSecond, context, clock } = await twoAPIs();
  const account = await make.assistant();
  // a second one is needed, because the last administrator cannot be disabled
  await make.assistant();
  const browser = await as(account);
  const other = await as(account);
  const listDoctors = (browser: TestClient) => atSecond(browser).get('/assistant/doctors');
  expect([(await listDoctors(browser)).status, (await listDoctors(other)).status]).toEqual([200, 200]);
  await browser.send('DELETE', '/auth/token');
  expect([(await listDoctors(browser)).status, (await listDoctors(other)).status]).toEqual([401, 200]);
  await disableAccount(context.db, account.id, clock.now());
  expect((await listDoctors(other)).status).toBe(401);
});

test('wrong passwords are counted together for all API processes', async () => {
  const { nobody, second, make } = await twoAPIs();
  const { email, password } = await make.doctor();
  const statuses: number[] = [];
  for (let i = 0; i < 11; i += 1) {
    const api = i % 2 === 0 ? nobody : second.nobody;
    statuses.push((await api.signIn(email, 'Not-the-password-1')).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429]);
  expect((await second.nobody.signIn(email, password)).status).toBe(429);
});

test('an external share deleted at one API ends its links, tickets and presigned URLs at the other', async () => {
  const { as, make, work, second, nobody, atSecond } = await twoAPIs();
  await work();
  const assistant = await as(await make.assistant());
  const { studyID } = await make.study();
  await sendStudy(assistant, studyID, [radiograph()]);
  const share = await shareStudy(assistant, studyID, { flags: ['remote-viewer', 'download'] });
  const view = await nobody.post('/external/study/remote-session', undefined, shareHeaders(share.token));
  const ticket = ticketOf(view);
  expect((await readyStudy(second.nobody, ticket)).status).toBe('ready');
  const { body } = await nobody.get('/external/study/download', shareHeaders(share.token));
  const { presignedURL } = body as { presignedURL: string };
  const throughSecond = presignedURL.replace(/^http:\/\/[^/]+/, second.address);
  expect((await fetch(throughSecond)).status).toBe(200);

  expect((await assistant.delete(share.path)).status).toBe(204);
  expect((await second.nobody.get('/external/study', shareHeaders(share.token))).status).toBe(404);
  expect((await fetch(throughSecond)).status).toBe(403);
  const viewed = await second.nobody.get('/viewer/study', { authorization: `Bearer ${ticket}` });
  expect(viewed.status).toBe(403);
  expect((await atSecond(assistant).get(`/assistant/studies/${studyID}`)).status).toBe(200);
});

test('the database ends the transaction of a frozen API before a request for the same study times out', async () => {
  const first = await startServer();
  const { as, make, context } = first;
  const assistant = await as(await make.assistant());
  const { studyID } = await make.study();
  const second = await startOtherAPI(first, { timeouts: REQUEST_TIMEOUTS });
  const { dataDir, databaseURL = '', publicURL } = context.config;
  const PORT = String(await freePort());
  const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseURL, PUBLIC_URL: publicURL, PORT };
  const { child, ended } = startEntryPoint(settings, 'api');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const at = (address: string) => Object.assign(client(address), { cookie: assistant.cookie });
  const freezing = at(`http://127.0.0.1:${PORT}`);
  await until('the API to be ready', () =>
    freezing.get('/assistant/doctors').then(
      ({ status }) => status === 200,
      () => false,
    ),
  );

  // when the API freezes, it has locked the patient and waits for the lock of the study
  const path = `/assistant/studies/${studyID}`;
  const { late } = await context.db.transaction().execute(async (tx) => {
    await tx.selectFrom('studies').select('id').where('id', '=', studyID).forUpdate().execute();
    const late = freezing.delete(path);
    await until('the API to wait for the study', () => isLockAwaited(context));
    child.kill('SIGSTOP');
    return { late };
  });
  expect((await at(second.address).delete(path)).status).toBe(204);
  child.kill('SIGCONT');
  expect(await late).toMatchObject({ status: 503, body: { error: expect.any(String) } });
  expect((await freezing.get('/assistant/doctors')).status).toBe(200);
});
