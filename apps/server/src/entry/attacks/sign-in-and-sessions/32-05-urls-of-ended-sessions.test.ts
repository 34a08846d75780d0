import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { getDisc } from '@snimok/contract/studies/discs';
import { downloadExternalStudy } from '@snimok/contract/viewing/external-shares';
import { downloadOwnStudy, downloadStudy } from '@snimok/contract/studies/studies';
import { registerFile } from '@snimok/contract/studies/uploads';
import { expect, test } from 'vitest';
import { disableAccount } from '../../../people/accounts/account-rows/accounts.ts';
import { after } from '../../../platform/time-and-sizes/clock.ts';
import { createTokenWith } from '../../../testing/callers/api-token.ts';
import type { TestClient, TestReply } from '../../../testing/requests-and-waiting/client.ts';
import { responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { radiograph } from '../../../testing/scans/dicom.ts';
import { storeStudyFiles } from '../../../testing/scans/dicom-object.ts';
import { grantProgramAccess } from '../../../testing/callers/program.ts';
import { putBytes, startUploadOf } from '../../../testing/scans/sending.ts';
import { startServer, type TestServer } from '../../../testing/portal/server.ts';
import { shareHeaders, shareStudy } from '../../../testing/callers/share.ts';
import { LARGE_BYTES, openSlowReader } from '../../../testing/portal/slow-reader.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';

/** A study that can be downloaded, and an assistant with two sessions. */
const centre = async () => {
  const server = await startServer();
  const { make, as, context } = server;
  const doctor = await make.doctor();
  const patient = await make.patient({ doctor });
  const { studyID } = await make.study({ patient, status: 'done' });
  await storeStudyFiles(context, studyID, '2.25.1001', [radiograph()]);
  const account = await make.assistant();
  const session = await as(account);
  const other = await as(account);
  const chief = await as(await make.assistant());
  return { server, doctor, patient, studyID, account, session, other, chief };
};
type Centre = Awaited<ReturnType<typeof centre>>;

const downloadURLOf = async (client: TestClient, studyID: number) =>
  responseOf(downloadStudy, await client.get(`/assistant/studies/${studyID}/download`)).presignedURL;

const uploadURLOf = async (server: TestServer, client: TestClient) => {
  const { uploadUUID } = await startUploadOf(client, (await server.make.study()).studyID);
  const path = `/assistant/uploads/${uploadUUID}/presigned-url`;
  return responseOf(registerFile, await client.post(path, { filename: 'a.dcm', filesize: 3 })).presignedURL;
};

/** The actions that end one session. */
const endings: [string, (centre: Centre) => Promise<TestReply>][] = [
  ['signing out', ({ session }) => session.delete('/auth/token')],
  ['«завершить все сеансы» in another session', ({ other }) => other.delete('/account/sessions')],
  ['an administrator', ({ chief, account }) => chief.delete(`/assistant/staff/${account.id}/sessions`)],
  [
    'signing in again in the same browser',
    ({ session, account: { email, password } }) => session.signIn(email, password),
  ],
];

test.for(endings)('download and upload URLs stop working when %s ends their session', async ([, end]) => {
  const made = await centre();
  const { server, studyID, session, chief } = made;
  const download = await downloadURLOf(session, studyID);
  const upload = await uploadURLOf(server, session);
  const othersDownload = await downloadURLOf(chief, studyID);
  const othersUpload = await uploadURLOf(server, chief);
  expect((await fetch(download, { method: 'HEAD' })).status).toBe(200);
  expect((await putBytes(upload, Buffer.from('one'))).status).toBe(200);
  expect((await end(made)).status).toBeLessThan(300);
  for (const reply of [await fetch(download), await putBytes(upload, Buffer.from('two'))])
    expect([reply.status, await reply.json()]).toEqual([403, { error: 'Доступ по этой ссылке закрыт' }]);
  expect((await fetch(download, { method: 'HEAD' })).status).toBe(403);
  // the URLs of the session that has not ended still work
  expect((await fetch(othersDownload)).status).toBe(200);
  expect((await putBytes(othersUpload, Buffer.from('two'))).status).toBe(200);
});

test('the download and disc URLs of a doctor stop working when their session ends, not when another one does', async () => {
  const { server, doctor, patient, studyID } = await centre();
  await server.work('make-disc');
  const session = await server.as(doctor);
  const other = await server.as(doctor);
  const path = `/doctor/patients/${patient.patientID}/studies/${studyID}/download`;
  const ofStudy = responseOf(downloadOwnStudy, await session.get(path)).presignedURL;
  await session.post(`/studies/${studyID}/disc`);
  const ofDisc = await until('the disc', async () => {
    return responseOf(getDisc, await session.get(`/studies/${studyID}/disc`)).presignedURL;
  });
  const statuses = () => Promise.all([ofStudy, ofDisc].map(async (url) => (await fetch(url)).status));
  await other.delete('/auth/token');
  expect(await statuses()).toEqual([200, 200]);
  await session.delete('/auth/token');
  expect(await statuses()).toEqual([403, 403]);
});

test('a running download is cut when its session ends', async () => {
  const { server, studyID, session, chief, other } = await centre();
  const { storage, db } = server.context;
  const { key } = await db.selectFrom('objects').select('key').executeTakeFirstOrThrow();
  await storage.put(key, Readable.from([randomBytes(LARGE_BYTES)]));
  const open = async (client: TestClient) => openSlowReader(server, await downloadURLOf(client, studyID));
  const cut = await open(session);
  const others = await Promise.all([open(other), open(chief)]);
  expect(cut.head).toContain(' 200 ');
  await session.delete('/auth/token');
  await cut.closedByServer;
  expect(await cut.readRest()).toBeLessThan(LARGE_BYTES);
  expect(others.map((reader) => reader.isClosed())).toEqual([false, false]);
});

test('URLs of a token, an upload program and a share outlive the session of the person who made them', async () => {
  const { server, studyID, session } = await centre();
  const { api } = await createTokenWith(server, session, { scopes: ['studies:download'] });
  const { program } = await grantProgramAccess(server, session);
  const { token } = await shareStudy(session, studyID, { flags: ['download'] });
  const shared = await server.nobody.get('/external/study/download', shareHeaders(token));
  const urls = [await downloadURLOf(api, studyID), responseOf(downloadExternalStudy, shared).presignedURL];
  const upload = await uploadURLOf(server, program);
  await session.delete('/auth/token');
  for (const url of urls) expect((await fetch(url)).status).toBe(200);
  expect((await putBytes(upload, Buffer.from('one'))).status).toBe(200);
});

test('a URL without a session that an earlier version issued works until its account is disabled', async () => {
  const { server, studyID, account } = await centre();
  const { db, storage, clock } = server.context;
  const { key, sizeBytes } = await db
    .selectFrom('objects')
    .select(['key', 'sizeBytes'])
    .executeTakeFirstOrThrow();
  const url = await storage.presign({
    method: 'GET',
    key,
    sizeBytes,
    expiresAt: after(clock.now(), 60_000),
    origin: server.address,
    grant: `assistant:${account.id}:study:${studyID}`,
    issuedTo: `account:${account.id}`,
  });
  expect((await fetch(url)).status).toBe(200);
  await disableAccount(db, account.id, clock.now());
  expect((await fetch(url)).status).toBe(403);
});
