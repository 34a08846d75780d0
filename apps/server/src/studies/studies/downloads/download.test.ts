import { downloadStudy } from '@snimok/contract/studies/studies';
import type { StudyType } from '@snimok/contract/studies/study-types';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { disableAccount } from '../../../people/accounts/account-rows/accounts.ts';
import { startOtherAPI } from '../../../testing/portal/other-process.ts';
import type { TestClient } from '../../../testing/requests-and-waiting/client.ts';
import { responseOf, refusal, sentenceOf } from '../../../testing/requests-and-waiting/contract.ts';
import { startServer, type TestServer } from '../../../testing/portal/server.ts';
import { downloadName } from './file-name.ts';
import { HOUR_MS } from '../../../platform/time-and-sizes/duration.ts';

const CONTENT = 'the one object of a study';

const urlFor = async (assistant: TestClient, studyID: number, headers: Record<string, string> = {}) =>
  responseOf(downloadStudy, await assistant.get(`/assistant/studies/${studyID}/download`, headers))
    .presignedURL;

const makeDoneStudy = async (server: TestServer, name = 'Иванов Иван Иванович') => {
  const account = await server.make.doctor();
  const patient = await server.make.patient({ doctor: account, name });
  const study = await server.make.study({ patient, status: 'done' });
  return { ...study, account, assistant: await server.as(await server.make.assistant()) };
};

test('a download can be resumed only while the object is the same', async () => {
  const server = await startServer();
  const { studyID, assistant } = await makeDoneStudy(server);
  const url = await urlFor(assistant, studyID);
  // the request has no session cookie, and the response sets none
  const whole = await fetch(url);
  expect([whole.status, await whole.text()]).toEqual([200, CONTENT]);
  expect(whole.headers.get('content-length')).toBe(String(CONTENT.length));
  expect(whole.headers.get('content-type')).toBe('application/zip');
  expect(whole.headers.get('accept-ranges')).toBe('bytes');
  expect(whole.headers.get('cache-control')).toBe('private, no-store');
  expect(whole.headers.getSetCookie()).toEqual([]);
  const etag = whole.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[^"]+"$/);

  const head = await fetch(url, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), head.headers.get('etag')]).toEqual([
    200,
    String(CONTENT.length),
    etag,
  ]);
  const fetchWith = async (headers: Record<string, string>) => {
    const reply = await fetch(url, { headers });
    return [reply.status, reply.headers.get('content-range'), await reply.text()];
  };
  const part = [206, `bytes 4-24/${CONTENT.length}`, CONTENT.slice(4)];
  expect(await fetchWith({ range: 'bytes=4-' })).toEqual(part);
  expect(await fetchWith({ range: 'bytes=0-2' })).toEqual([206, `bytes 0-2/${CONTENT.length}`, 'the']);
  expect(await fetchWith({ range: 'bytes=4-', 'if-range': etag })).toEqual(part);
  expect(await fetchWith({ range: 'bytes=4-', 'if-range': '"another"' })).toEqual([200, null, CONTENT]);
  const [status, range] = await fetchWith({ range: 'bytes=100-' });
  expect([status, range]).toEqual([416, `bytes */${CONTENT.length}`]);
  expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
});

test('the file name consists of patient, day of the examination and study type', async () => {
  const server = await startServer();
  const { studyID, assistant } = await makeDoneStudy(server, 'Ёлкин Пётр Ильич');
  const url = await urlFor(assistant, studyID);
  const name = decodeURIComponent(url.slice(url.lastIndexOf('/') + 1));
  expect(name).toMatch(/^Ёлкин_П_И_\d{4}-\d\d-\d\d_КЛКТ\.zip$/);
  expect(url).toMatch(/\/storage\/[\w.-]+\/[\w.%-]+$/);
  const disposition = (await fetch(url)).headers.get('content-disposition') ?? '';
  expect(disposition).toContain(`filename*=UTF-8''${encodeURIComponent(name)}`);

  const unknown = { examinedAt: null, examinedOffset: null, examinedPrecision: null, examinedSource: null };
  const at = { createdAt: new Date('2026-11-20T21:30:00Z'), ...unknown };
  const names: [patientName: string, type: StudyType, timeZone: string, expected: string][] = [
    ['Иванов Иван Иванович', 'cbct', 'Europe/Moscow', 'Иванов_И_И_2026-11-21_КЛКТ.zip'],
    ['Иванов Иван Иванович', 'rg', 'UTC', 'Иванов_И_И_2026-11-20_Рентген.zip'],
    ['Петрова-Водкина  Анна', 'rg', 'UTC', 'Петрова-Водкина_А_2026-11-20_Рентген.zip'],
    ['../../etc/passwd', 'rg', 'UTC', 'etc_p_2026-11-20_Рентген.zip'],
    ['<script>"\';|', 'rg', 'UTC', 'script_2026-11-20_Рентген.zip'],
    ['🦷🦷', 'rg', 'UTC', '2026-11-20_Рентген.zip'],
    ['a\u202egnp.exe', 'rg', 'UTC', 'a_g_e_2026-11-20_Рентген.zip'],
  ];
  for (const [patientName, type, timeZone, expected] of names) {
    expect(downloadName({ patientName, type, ...at }, timeZone)).toBe(expected);
  }
  // at the machine it was already the next day; without a date of the examination, the day of the creation counts
  const examined = {
    examinedAt: new Date('2026-11-18T20:10:00Z'),
    examinedOffset: 420,
    examinedSource: 'files',
  };
  for (const examinedPrecision of ['minute', 'day'])
    expect(
      downloadName({ patientName: 'Иванов', type: 'rg', ...at, ...examined, examinedPrecision }, 'UTC'),
    ).toBe('Иванов_2026-11-19_Рентген.zip');
  expect(downloadName({ patientName: 'я'.repeat(200), type: 'rg', ...at }, 'UTC').length).toBeLessThan(90);
});

test('a download URL is valid for one object, one method and one hour, and cannot be altered', async () => {
  const server = await startServer();
  const one = await makeDoneStudy(server);
  const other = await makeDoneStudy(server);
  const url = await urlFor(one.assistant, one.studyID);
  const foreign = await urlFor(one.assistant, other.studyID);
  const segmentsOf = (link: string) => /^(.*\/storage\/)([^.]+)\.([^/]+)\/(.*)$/.exec(link)?.slice(1) ?? [];
  const [prefix, fields = '', mac = '', name] = segmentsOf(url);
  const [, otherFields, otherMac] = segmentsOf(foreign);
  const unpacked = JSON.parse(Buffer.from(fields, 'base64url').toString());
  const packed = (change: unknown[]) =>
    Buffer.from(JSON.stringify(Object.assign([...unpacked], change))).toString('base64url');
  const key = JSON.parse(Buffer.from(otherFields ?? '', 'base64url').toString())[1];
  const forged = [
    `${prefix}${packed([undefined, key].map((value, i) => value ?? unpacked[i]))}.${mac}/${name}`,
    `${prefix}${packed(['PUT'])}.${mac}/${name}`,
    `${prefix}${packed(unpacked.with(3, Date.now() + 1e12))}.${mac}/${name}`,
    `${prefix}${fields}.${otherMac}/${name}`,
    `${prefix}${otherFields}.${mac}/${name}`,
    `${prefix}${fields}.${mac}/other.zip`,
    `${prefix}${fields}.${mac.slice(0, -1)}/${name}`,
    `${prefix}${fields}./${name}`,
    `${prefix}${fields}/${name}`,
    `${prefix}.${mac}/${name}`,
    `${prefix}x/${'..%2f'.repeat(5)}etc/passwd`,
  ];
  for (const link of forged) {
    const reply = await fetch(link);
    expect([link, reply.status, await reply.json()]).toEqual([
      link,
      403,
      { error: 'Ссылка недействительна или устарела. Обновите страницу и повторите' },
    ]);
  }
  expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(403);
  expect((await fetch(url, { method: 'DELETE' })).status).toBe(404);
  expect((await fetch(prefix ?? '')).status).toBe(404);
  server.clock.advance(HOUR_MS - 60_000);
  expect((await fetch(url)).status).toBe(200);
  server.clock.advance(60_000);
  expect((await fetch(url)).status).toBe(403);
});

test('a download URL stops working when the permission of its actor ends', async () => {
  const server = await startServer();
  const { context, clock, make, as } = server;
  const { studyID, patientID, account, assistant } = await makeDoneStudy(server);
  const friend = await make.doctor();
  const clerk = await make.assistant();
  await context.db.insertInto('patientShares').values({ patientID, doctorID: friend.id }).execute();
  const own = `/doctor/patients/${patientID}/studies/${studyID}/download`;
  const linkOf = async (client: TestClient, path: string) =>
    responseOf(downloadStudy, await client.get(path)).presignedURL;
  const owners = await linkOf(await as(account), own);
  const friends = await linkOf(await as(friend), own);
  const clerks = await linkOf(await as(clerk), `/assistant/studies/${studyID}/download`);
  const centres = await urlFor(assistant, studyID);
  const contents = async () => {
    const replies = await Promise.all([owners, friends, clerks, centres].map((link) => fetch(link)));
    return Promise.all(replies.map(async (reply) => (reply.ok ? reply.text() : reply.json())));
  };
  const closed = { error: 'Доступ по этой ссылке закрыт' };
  expect(await contents()).toEqual([CONTENT, CONTENT, CONTENT, CONTENT]);
  await context.db.deleteFrom('patientShares').execute();
  expect(await contents()).toEqual([CONTENT, closed, CONTENT, CONTENT]);
  await disableAccount(context.db, account.id, clock.now());
  expect(await contents()).toEqual([closed, closed, CONTENT, CONTENT]);
  await disableAccount(context.db, clerk.id, clock.now());
  expect(await contents()).toEqual([closed, closed, closed, CONTENT]);
  await context.db.updateTable('studies').set({ deletedAt: clock.now() }).execute();
  expect(await contents()).toEqual([closed, closed, closed, closed]);
});

test('studies in work and archived studies cannot be downloaded', async () => {
  const { as, make } = await startServer();
  const account = await make.doctor();
  const assistant = await as(await make.assistant());
  const doctor = await as(account);
  const sentences = {
    'in-work': 'Исследование ещё не готово к скачиванию',
    archived: 'Исследование в архиве. Сначала восстановите его',
  };
  for (const status of ['in-work', 'archived'] as const) {
    const { studyID, patientID } = await make.study({ doctor: account, status });
    for (const reply of [
      await assistant.get(`/assistant/studies/${studyID}/download`),
      await doctor.get(`/doctor/patients/${patientID}/studies/${studyID}/download`),
    ]) {
      expect(refusal(reply)).toEqual([409, sentences[status]]);
    }
  }
});

test('a download URL has the origin of the request', async () => {
  const server = await startServer();
  const { studyID, assistant } = await makeDoneStudy(server);
  expect(new URL(await urlFor(assistant, studyID)).origin).toBe(server.address);
  const nginx = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'snimok.example:8443' };
  expect(new URL(await urlFor(assistant, studyID, nginx)).origin).toBe('https://snimok.example:8443');
  const odd = await assistant.get(`/assistant/studies/${studyID}/download`, {
    'x-forwarded-host': 'a b/<x>',
  });
  expect([odd.status, sentenceOf(odd)]).toEqual([400, expect.stringMatching(/[а-я]/)]);
});

test('an unavailable database gives 503 for a download URL, not «access closed»', async () => {
  const server = await startServer();
  const { studyID, assistant } = await makeDoneStudy(server);
  const secondAPI = await startOtherAPI(server, { timeouts: { statement_timeout: 500 } });
  const url = (await urlFor(assistant, studyID)).replace(/^http:\/\/[^/]+/, secondAPI.address);
  expect((await fetch(url)).status).toBe(200);
  const status = await server.context.db.transaction().execute(async (tx) => {
    await sql`lock table studies in access exclusive mode`.execute(tx);
    return (await fetch(url)).status;
  });
  expect(status).toBe(503);
});
