import { randomBytes } from 'node:crypto';
import {
  downloadExternalStudy,
  getExternalStudy,
  listExternalShares,
} from '@snimok/contract/viewing/external-shares';
import { expect, test } from 'vitest';
import { responseOf, refusal } from '../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../testing/portal/server.ts';
import { shareHeaders, shareStudy } from '../../testing/callers/share.ts';
import { LARGE_BYTES, openSlowReader } from '../../testing/portal/slow-reader.ts';
import { HOUR_MS } from '../../platform/time-and-sizes/duration.ts';

const GONE = [404, 'Запрошенная страница не найдена'];

const centre = async (settings?: Record<string, string>) => {
  const server = await startServer(settings);
  const assistant = await server.as(await server.make.assistant());
  const study = await server.make.study({ status: 'done', type: 'cbct' });
  const listed = async () => {
    const path = `/assistant/studies/${study.studyID}/external-shares`;
    return responseOf(listExternalShares, await assistant.get(path)).shares[0]!;
  };
  return { ...server, assistant, study, listed };
};

test('a recipient reads the facts of a study and downloads it, and the list of shares shows both', async () => {
  const { assistant, study, nobody, listed, clock } = await centre();
  const share = await shareStudy(assistant, study.studyID);
  const facts = responseOf(getExternalStudy, await nobody.get('/external/study', shareHeaders(share.token)));
  expect(facts).toEqual({
    patientName: 'Иванов Иван Иванович',
    studyType: 'cbct',
    studyComment: '',
    studyCreatedAt: expect.any(String),
    shareExpiredAt: share.expiresAt,
    flags: ['download'],
  });
  const { presignedURL } = responseOf(
    downloadExternalStudy,
    await nobody.get('/external/study/download', shareHeaders(share.token)),
  );
  const file = await fetch(presignedURL);
  expect([file.status, await file.text()]).toEqual([200, 'the one object of a study']);
  expect(decodeURIComponent(presignedURL)).toMatch(/\/Иванов_И_И_\d{4}-\d\d-\d\d_КЛКТ\.zip$/);

  clock.advance(HOUR_MS);
  await nobody.get('/external/study', shareHeaders(share.token));
  const { firstOpenedAt, lastOpenedAt, downloads } = await listed();
  expect(downloads).toBe(1);
  expect(Date.parse(lastOpenedAt!) - Date.parse(firstOpenedAt!)).toBeGreaterThanOrEqual(HOUR_MS);
});

test('the page also gets the sender, whether there is a picture, and the size of the download', async () => {
  const { assistant, study, nobody, make } = await centre();
  const { token } = await shareStudy(assistant, study.studyID);
  const pageOf = async (secret: string) =>
    responseOf(getExternalStudy, await nobody.get('/external/study?page=true', shareHeaders(secret)));
  const facts = await pageOf(token);
  expect(facts).toMatchObject({ senderName: expect.any(String), sizeBytes: 25, hasPicture: false });
  const pictured = await make.study({ status: 'done', type: 'cbct', picture: true });
  const { token: withRights } = await shareStudy(assistant, pictured.studyID);
  expect((await pageOf(withRights)).hasPicture).toBe(true);
  expect((await nobody.get('/external/study/picture', shareHeaders(withRights))).status).toBe(200);
  const { token: withoutRights } = await shareStudy(assistant, pictured.studyID, { flags: [] });
  expect((await pageOf(withoutRights)).hasPicture).toBe(false);
});

test('a page that polls its access is not counted as another opening, but its first request is', async () => {
  const { assistant, study, nobody, listed, clock } = await centre();
  const { token, path } = await shareStudy(assistant, study.studyID);
  const poll = () => nobody.get('/external/study?again=true', shareHeaders(token));
  expect((await poll()).status).toBe(200);
  const { firstOpenedAt } = await listed();
  expect(firstOpenedAt).not.toBeNull();
  clock.advance(HOUR_MS);
  expect((await poll()).status).toBe(200);
  expect((await listed()).lastOpenedAt).toBe(firstOpenedAt);
  expect((await nobody.get('/external/study?again=yes', shareHeaders(token))).status).toBe(400);
  await assistant.delete(path);
  expect(refusal(await poll())).toEqual(GONE);
});

test('each flag permits only its own action', async () => {
  const { assistant, study, nobody } = await centre();
  const statusesWith = async (flags: string[]) => {
    const { token } = await shareStudy(assistant, study.studyID, { flags });
    const facts = await nobody.get('/external/study', shareHeaders(token));
    const download = await nobody.get('/external/study/download', shareHeaders(token));
    const session = await nobody.post('/external/study/remote-session', undefined, shareHeaders(token));
    return [facts.status, download.status, session.status];
  };
  expect(await statusesWith([])).toEqual([200, 403, 403]);
  expect(await statusesWith(['download'])).toEqual([200, 200, 403]);
  expect(await statusesWith(['remote-viewer'])).toEqual([200, 403, 200]);
  expect(await statusesWith(['download', 'remote-viewer'])).toEqual([200, 200, 200]);
});

test('a missing token gets 401; a wrong, an expired and a deleted one get the same response', async () => {
  const { assistant, study, nobody, clock } = await centre();
  const calls = [
    (headers?: Record<string, string>) => nobody.get('/external/study', headers),
    (headers?: Record<string, string>) => nobody.get('/external/study/download', headers),
    (headers?: Record<string, string>) => nobody.post('/external/study/remote-session', undefined, headers),
  ];
  const missing = [401, 'Откройте исследование по ссылке из письма'];
  for (const call of calls) {
    expect(refusal(await call())).toEqual(missing);
    expect(refusal(await call({ authorization: 'Basic YTpi' }))).toEqual(missing);
    expect(refusal(await call({ authorization: 'Bearer ' }))).toEqual(missing);
  }
  const deleted = await shareStudy(assistant, study.studyID);
  const expired = await shareStudy(assistant, study.studyID);
  await assistant.delete(deleted.path);
  const guesses = [
    randomBytes(32).toString('base64url'),
    `${expired.token.slice(0, -1)}${expired.token.endsWith('A') ? 'E' : 'A'}`,
    expired.token.slice(0, -1),
    `${expired.token}A`,
    deleted.token,
    expired.shareUUID,
    'x'.repeat(8000),
    "'or'1'='1",
  ];
  for (const call of calls) {
    for (const token of guesses)
      expect([token, refusal(await call(shareHeaders(token)))]).toEqual([token, GONE]);
  }
  expect((await calls[0]!(shareHeaders(expired.token))).status).toBe(200);
  clock.advance(720 * HOUR_MS);
  for (const call of calls) expect(refusal(await call(shareHeaders(expired.token)))).toEqual(GONE);
});

test('deleting a share ends its page and its presigned download URLs', async () => {
  const { assistant, study, nobody } = await centre();
  const one = await shareStudy(assistant, study.studyID);
  const other = await shareStudy(assistant, study.studyID);
  const urlOf = async (token: string) =>
    responseOf(downloadExternalStudy, await nobody.get('/external/study/download', shareHeaders(token)))
      .presignedURL;
  const url = await urlOf(one.token);
  const otherURL = await urlOf(other.token);
  expect((await fetch(url, { headers: { range: 'bytes=0-2' } })).status).toBe(206);
  await assistant.delete(one.path);
  expect((await fetch(url)).status).toBe(403);
  expect((await fetch(url, { headers: { range: 'bytes=0-2' } })).status).toBe(403);
  expect(refusal(await nobody.get('/external/study', shareHeaders(one.token)))).toEqual(GONE);
  // another share of the same study is not affected
  expect((await fetch(otherURL)).status).toBe(200);
});

test('deleting a share aborts its running download', async () => {
  const server = await centre();
  const { assistant, study, nobody, make, context } = server;
  const objectID = await make.object('x'.repeat(LARGE_BYTES));
  await context.db.updateTable('studies').set({ objectID }).where('id', '=', study.studyID).execute();
  const share = await shareStudy(assistant, study.studyID);
  const { presignedURL } = responseOf(
    downloadExternalStudy,
    await nobody.get('/external/study/download', shareHeaders(share.token)),
  );
  expect((await (await fetch(presignedURL)).arrayBuffer()).byteLength).toBe(LARGE_BYTES);
  const running = await openSlowReader(server, presignedURL);
  expect(running.isClosed()).toBe(false);
  await assistant.delete(share.path);
  await running.closedByServer;
  expect(await running.readRest()).toBeLessThan(LARGE_BYTES);
});

test('a presigned URL expires with its share if the share expires first', async () => {
  const { assistant, study, nobody, clock } = await centre({ SHARE_MAX_AGE: '0h10m0s' });
  const { token } = await shareStudy(assistant, study.studyID);
  const { body } = await nobody.get('/external/study/download', shareHeaders(token));
  const { presignedURL } = body as { presignedURL: string };
  clock.advance(HOUR_MS / 6 - 60_000);
  expect((await fetch(presignedURL)).status).toBe(200);
  clock.advance(60_000);
  expect((await fetch(presignedURL)).status).toBe(403);
});

test('archiving or deleting a study ends its downloads through shares', async () => {
  const { assistant, study, nobody, context } = await centre();
  const { token } = await shareStudy(assistant, study.studyID);
  const { body } = await nobody.get('/external/study/download', shareHeaders(token));
  const { presignedURL } = body as { presignedURL: string };
  const set = (change: object) =>
    context.db.updateTable('studies').set(change).where('id', '=', study.studyID).execute();

  await set({ status: 'archived' });
  expect((await nobody.get('/external/study', shareHeaders(token))).status).toBe(200);
  expect(refusal(await nobody.get('/external/study/download', shareHeaders(token)))).toEqual([
    409,
    'Файлы исследования сейчас недоступны. Обратитесь в диагностический центр',
  ]);
  expect((await fetch(presignedURL)).status).toBe(403);
  await set({ status: 'done', deletedAt: new Date() });
  expect((await nobody.get('/external/study', shareHeaders(token))).status).toBe(404);
  expect((await fetch(presignedURL)).status).toBe(403);
  await set({ deletedAt: null });
  expect((await fetch(presignedURL)).status).toBe(200);
});

test('access depends on the token, not on the signed-in account', async () => {
  const { assistant, study, as, make } = await centre();
  const { token } = await shareStudy(assistant, study.studyID, { flags: [] });
  expect((await assistant.get('/external/study')).status).toBe(401);
  expect((await assistant.get('/external/study/download', shareHeaders(token))).status).toBe(403);
  const doctor = await as(await make.doctor());
  expect((await doctor.get('/external/study', shareHeaders(token))).status).toBe(200);
  expect((await doctor.get(`/assistant/studies/${study.studyID}`, shareHeaders(token))).status).toBe(403);
});

test('a token gives access to its own study and to no other endpoint', async () => {
  const { assistant, study, make, nobody } = await centre();
  const { token, path } = await shareStudy(assistant, study.studyID, {
    flags: ['download', 'remote-viewer'],
  });
  await make.study({ status: 'done' });
  const otherPaths = [
    '/assistant/settings',
    '/assistant/counters',
    '/assistant/studies',
    `/assistant/studies/${study.studyID}`,
    `/assistant/studies/${study.studyID}/download`,
    `/assistant/patients/${study.patientID}`,
    `/doctor/patients/${study.patientID}/studies/${study.studyID}`,
    `/studies/${study.studyID}/picture`,
  ];
  for (const url of otherPaths)
    expect([url, (await nobody.get(url, shareHeaders(token))).status]).toEqual([url, 401]);
  expect((await nobody.delete(path, shareHeaders(token))).status).toBe(401);
  expect((await nobody.get('/external/study', shareHeaders(token))).status).toBe(200);
});
