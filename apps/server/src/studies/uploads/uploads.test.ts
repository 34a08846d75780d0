import { once } from 'node:events';
import { request } from 'node:http';
import { registerFile, startUpload } from '@snimok/contract/uploads';
import { expect, test } from 'vitest';
import { processSentFiles } from '../processing/process-upload.ts';
import type { TestClient } from '../../testing/client.ts';
import { badIDs, badUUIDs } from '../../testing/pages.ts';
import { promised, refusal, sentenceOf } from '../../testing/contract.ts';
import { putBytes, sendFiles, startUploadOf } from '../../testing/sending.ts';
import { startServer, type TestServer } from '../../testing/server.ts';

const bytes = (text: string) => Buffer.from(text);
const register = async (assistant: TestClient, uploadUUID: string, filename: string, filesize: number) =>
  promised(
    registerFile,
    await assistant.post(`/assistant/uploads/${uploadUUID}/presigned-url`, { filename, filesize }),
  ).presignedURL;
const complete = (assistant: TestClient, uploadUUID: string, finalFiles: unknown) =>
  assistant.post(`/assistant/uploads/${uploadUUID}/complete`, { finalFiles });

/** A study that waits for its files, and an assistant who has them. */
const ready = async (server: TestServer) => {
  const { studyID } = await server.make.study();
  return { studyID, assistant: await server.as(await server.make.assistant()) };
};
const stored = async ({ context }: TestServer): Promise<number[]> => {
  const sizes: number[] = [];
  for await (const { sizeBytes } of context.storage.list('uploads/')) sizes.push(sizeBytes);
  return sizes;
};

test('a study has one open upload, however often and however fast it is asked for', async () => {
  const server = await startServer();
  const { studyID, assistant } = await ready(server);
  const other = await server.as(await server.make.assistant());
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      (i % 2 ? assistant : other).post(`/assistant/studies/${studyID}/upload`),
    ),
  );
  const uploads = replies.map((reply) => promised(startUpload, reply));
  expect(new Set(uploads.map(({ uploadUUID }) => uploadUUID)).size).toBe(1);
  expect(uploads[0]).toMatchObject({ status: 'uploading', error: null, progress: null, files: [] });
  expect(await startUploadOf(assistant, studyID)).toEqual(uploads[0]);
  const study = await assistant.get(`/assistant/studies/${studyID}`);
  const { files: _, ...state } = uploads[0] ?? { files: [] };
  expect(study.body).toMatchObject({ status: 'in-work', upload: state });
  expect((await assistant.get(`/assistant/uploads/${uploads[0]?.uploadUUID}`)).body).toEqual(state);
});

test('an upload that broke off is gone on with where it stopped', async () => {
  const server = await startServer();
  const { studyID, assistant } = await ready(server);
  const { uploadUUID } = await startUploadOf(assistant, studyID);
  const urls = {
    whole: await register(assistant, uploadUUID, 'Снимки/1.dcm', 4),
    empty: await register(assistant, uploadUUID, 'пусто', 0),
  };
  await register(assistant, uploadUUID, 'never.dcm', 5);
  expect((await putBytes(urls.whole, bytes('abcd'))).status).toBe(200);
  expect((await putBytes(urls.empty, bytes(''))).status).toBe(200);
  const again = await startUploadOf(await server.as(await server.make.assistant()), studyID);
  expect(again.uploadUUID).toBe(uploadUUID);
  expect(again.files).toEqual([
    { filename: 'never.dcm', filesize: 5, uploaded: false },
    { filename: 'Снимки/1.dcm', filesize: 4, uploaded: true },
    { filename: 'пусто', filesize: 0, uploaded: true },
  ]);
});

test('a name that is registered again is another file', async () => {
  const server = await startServer();
  const { studyID, assistant } = await ready(server);
  const { uploadUUID } = await startUploadOf(assistant, studyID);
  const first = await register(assistant, uploadUUID, 'a.dcm', 4);
  await putBytes(first, bytes('abcd'));
  const second = await register(assistant, uploadUUID, 'a.dcm', 6);
  expect((await startUploadOf(assistant, studyID)).files).toEqual([
    { filename: 'a.dcm', filesize: 6, uploaded: false },
  ]);
  // what is still sent to the old place does not count
  await putBytes(first, bytes('wxyz'));
  expect(refusal(await complete(assistant, uploadUUID, ['a.dcm']))).toEqual([
    400,
    'Файл «a.dcm» загружен не полностью. Загрузите его ещё раз',
  ]);
  await putBytes(second, bytes('abcdef'));
  expect((await complete(assistant, uploadUUID, ['a.dcm'])).status).toBe(200);
});

test('a file of another length than registered is refused, and nothing of it is kept', async () => {
  const server = await startServer();
  const { studyID, assistant } = await ready(server);
  const { uploadUUID } = await startUploadOf(assistant, studyID);
  const url = await register(assistant, uploadUUID, 'a.dcm', 5);
  expect((await putBytes(url, bytes('abcdef'))).status).toBe(413);
  expect((await putBytes(url, bytes('abcd'))).status).toBe(400);
  // a connection that breaks in the middle
  const broken = request(url, { method: 'PUT', headers: { 'content-length': 5 } });
  broken.on('error', () => undefined);
  broken.write('abc');
  await once(broken, 'socket').then(([socket]) => (socket.connecting ? once(socket, 'connect') : null));
  broken.destroy();
  // no length at all
  const chunked = request(url, { method: 'PUT', headers: { 'transfer-encoding': 'chunked' } });
  chunked.end('abcde');
  const [reply] = await once(chunked, 'response');
  expect(reply.statusCode).toBe(411);
  reply.resume();
  expect(await stored(server)).toEqual([]);
  expect((await startUploadOf(assistant, studyID)).files).toMatchObject([{ uploaded: false }]);
  expect((await putBytes(url, bytes('abcde'))).status).toBe(200);
  expect(await stored(server)).toEqual([5]);
});

test('a place to send to is for one file, one way, for an hour, and while the upload is open', async () => {
  const server = await startServer();
  const { studyID, assistant } = await ready(server);
  const { uploadUUID } = await startUploadOf(assistant, studyID);
  const [url, other] = [
    await register(assistant, uploadUUID, 'a.dcm', 5),
    await register(assistant, uploadUUID, 'b.dcm', 5),
  ];
  expect((await fetch(url)).status).toBe(403);
  const [, token = ''] = /\/storage\/([^/]+)\//.exec(url) ?? [];
  const middle = token.length >> 1;
  const forged = token.slice(0, middle) + (token[middle] === 'A' ? 'B' : 'A') + token.slice(middle + 1);
  expect((await putBytes(url.replace(token, forged), bytes('abcde'))).status).toBe(403);
  server.clock.pass(3_600_000);
  expect((await putBytes(url, bytes('abcde'))).status).toBe(403);
  expect((await putBytes(other, bytes('abcde'))).status).toBe(403);
  expect(await stored(server)).toEqual([]);

  const fresh = await register(assistant, uploadUUID, 'a.dcm', 5);
  await putBytes(fresh, bytes('abcde'));
  await complete(assistant, uploadUUID, ['a.dcm']);
  // what is being processed does not change any more
  expect((await putBytes(fresh, bytes('vwxyz'))).status).toBe(403);
  const study = server.context.storage.list('uploads/');
  for await (const { key } of study) {
    const chunks = await (await server.context.storage.read(key)).toArray();
    expect(Buffer.concat(chunks).toString()).toBe('abcde');
  }
});

test('a place to send to has the address by which the browser came', async () => {
  const server = await startServer();
  const { studyID, assistant } = await ready(server);
  const { uploadUUID } = await startUploadOf(assistant, studyID);
  const asked = async (headers: Record<string, string>) => {
    const path = `/assistant/uploads/${uploadUUID}/presigned-url`;
    return assistant.post(path, { filename: 'a.dcm', filesize: 5 }, headers);
  };
  expect(promised(registerFile, await asked({})).presignedURL).toMatch(
    new RegExp(`^${server.address}/storage/[^/]+/[^/]+$`),
  );
  const nginx = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'snimok.example' };
  expect(promised(registerFile, await asked(nginx)).presignedURL).toMatch(
    /^https:\/\/snimok\.example\/storage\//,
  );
  for (const host of ['a b', 'evil.test/x?', 'a"b', '<script>', '']) {
    const reply = await asked({ 'x-forwarded-host': host });
    expect([200, 400]).toContain(reply.status);
  }
});

test('an upload is completed with files that are all there, or not at all', async () => {
  const server = await startServer();
  const { studyID, assistant } = await ready(server);
  const uploadUUID = await sendFiles(assistant, studyID, [
    { filename: 'Снимки/1.dcm', bytes: bytes('abcd') },
  ]);
  await register(assistant, uploadUUID, 'late.dcm', 5);
  const tries: [finalFiles: unknown, sentence: string][] = [
    [[], 'finalFiles: перечислите загруженные файлы'],
    [['Снимки/2.dcm'], 'Файл «Снимки/2.dcm» не был зарегистрирован в этой загрузке'],
    [['Снимки/1.dcm', 'снимки/1.dcm'], 'Файл «снимки/1.dcm» не был зарегистрирован в этой загрузке'],
    [['../1.dcm\u0000'], 'Файл «../1.dcm\u0000» не был зарегистрирован в этой загрузке'],
    [['Снимки/1.dcm', 'late.dcm'], 'Файл «late.dcm» загружен не полностью. Загрузите его ещё раз'],
    [undefined, 'Список файлов (finalFiles): обязательное поле'],
    ['Снимки/1.dcm', 'Список файлов (finalFiles): неверный тип значения'],
    [[5], 'Список файлов (finalFiles): неверный тип значения'],
    [[null], 'Список файлов (finalFiles): неверный тип значения'],
  ];
  for (const [finalFiles, sentence] of tries) {
    expect([finalFiles, ...refusal(await complete(assistant, uploadUUID, finalFiles))]).toEqual([
      finalFiles,
      400,
      sentence,
    ]);
  }
  // a file that the store holds with another size than was registered
  const { db } = server.context;
  await db.updateTable('uploadFiles').set({ sizeBytes: 9 }).where('filename', '=', 'Снимки/1.dcm').execute();
  expect(refusal(await complete(assistant, uploadUUID, ['Снимки/1.dcm']))).toEqual([
    400,
    'Файл «Снимки/1.dcm» загружен с другим размером. Загрузите его ещё раз',
  ]);
  await db.updateTable('uploadFiles').set({ sizeBytes: 4 }).where('filename', '=', 'Снимки/1.dcm').execute();
  expect((await assistant.get(`/assistant/uploads/${uploadUUID}`)).body).toMatchObject({
    status: 'uploading',
  });
  const known = await db.selectFrom('uploadFiles').select('filename').execute();
  expect(known).toHaveLength(2);

  const done = await complete(assistant, uploadUUID, ['Снимки/1.dcm', 'Снимки/1.dcm']);
  expect(done.body).toMatchObject({ uploadUUID, status: 'completed', error: null });
  // what was left out is dropped
  expect(await db.selectFrom('uploadFiles').select('filename').execute()).toEqual([
    { filename: 'Снимки/1.dcm' },
  ]);
});

test('an upload is completed once, and closed from then on', async () => {
  const server = await startServer();
  const { studyID, assistant } = await ready(server);
  const uploadUUID = await sendFiles(assistant, studyID, [{ filename: 'a.dcm', bytes: bytes('abcd') }]);
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => complete(assistant, uploadUUID, ['a.dcm'])),
  );
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)]);
  const refused = replies.find(({ status }) => status === 409);
  expect(refused && sentenceOf(refused)).toBe('Эта загрузка уже завершена');
  for (const finalFiles of [['a.dcm'], []]) {
    expect((await complete(assistant, uploadUUID, finalFiles)).status).toBe(409);
  }
  const late = { filename: 'b.dcm', filesize: 1 };
  const path = `/assistant/uploads/${uploadUUID}`;
  expect((await assistant.post(`${path}/presigned-url`, late)).status).toBe(409);
  expect((await assistant.post(`${path}/presigned-urls`, { files: [late] })).status).toBe(409);
  const jobs = await server.context.pool.query(
    `select 1 from graphile_worker.jobs where task_identifier = 'process-upload'`,
  );
  expect(jobs.rowCount).toBe(1);
  // until it is processed it stays the study's upload
  expect(await startUploadOf(assistant, studyID)).toMatchObject({ uploadUUID, status: 'completed' });
  await processSentFiles(server.context, { uploadUUID }, new AbortController().signal);
  expect((await startUploadOf(assistant, studyID)).uploadUUID).not.toBe(uploadUUID);
});

test('a file’s name is a relative path of at most 1,024 bytes, in any script', async () => {
  const server = await startServer();
  const { studyID, assistant } = await ready(server);
  const { uploadUUID } = await startUploadOf(assistant, studyID);
  const ask = (filename: unknown, filesize: unknown = 1) =>
    assistant.post(`/assistant/uploads/${uploadUUID}/presigned-url`, { filename, filesize });
  const good = [
    'a',
    'Снимки/Серия 1/срез (2).dcm',
    '.hidden',
    'a..b',
    '...',
    'я'.repeat(512),
    '李雷/🦷.dcm',
    'C',
    ' a ',
  ];
  for (const filename of good) expect([filename, (await ask(filename)).status]).toEqual([filename, 200]);
  const bad = [
    '',
    '/a',
    '/',
    '../a',
    'a/../b',
    'a/..',
    '..',
    '.',
    './a',
    'a//b',
    'a/',
    'C:/a',
    'c:a',
    'a\\b',
  ];
  bad.push('..\\a', '\\\\server\\a', 'a\u0000b', 'a\nb', 'a\u007fb', 'я'.repeat(513), 'a\ud800');
  for (const filename of bad) {
    const sentence = 'нужен относительный путь без «..», не длиннее 1024 байт, с разделителем «/»';
    expect([filename, ...refusal(await ask(filename))]).toEqual([
      filename,
      400,
      `Имя файла (filename): ${sentence}`,
    ]);
  }
  for (const filename of [undefined, null, 5, ['a']]) {
    const reply = await ask(filename);
    expect([filename, reply.status]).toEqual([filename, 400]);
    expect(sentenceOf(reply)).toMatch(/^Имя файла \(filename\): /);
  }
  for (const filesize of [-1, 1.5, '5', null, 5 * 1024 ** 3 + 1, 1e300]) {
    const reply = await ask('a', filesize);
    expect([filesize, reply.status]).toEqual([filesize, 400]);
    expect(sentenceOf(reply)).toMatch(/^Размер файла \(filesize\): /);
  }
  const { files } = await startUploadOf(assistant, studyID);
  expect(files.map(({ filename }) => filename).toSorted()).toEqual(good.toSorted());
});

test('a whole series is registered at once, five hundred files at most', async () => {
  const server = await startServer();
  const { studyID, assistant } = await ready(server);
  const { uploadUUID } = await startUploadOf(assistant, studyID);
  const ask = (files: unknown) =>
    assistant.post(`/assistant/uploads/${uploadUUID}/presigned-urls`, { files });
  const file = (i: number) => ({ filename: `${i}.dcm`, filesize: i });
  const reply = await ask([
    ...Array.from({ length: 499 }, (_, i) => file(i)),
    { filename: '7.dcm', filesize: 70 },
  ]);
  const { files } = reply.body as { files: { filename: string; presignedURL: string }[] };
  expect(files).toHaveLength(499);
  expect(new Set(files.map(({ presignedURL }) => presignedURL)).size).toBe(499);
  // of a name that came twice the last one counts
  const seventh = files.find(({ filename }) => filename === '7.dcm')?.presignedURL ?? '';
  expect((await putBytes(seventh, bytes('x'.repeat(7)))).status).toBe(400);
  expect((await putBytes(seventh, bytes('x'.repeat(70)))).status).toBe(200);
  for (const wish of [[], Array.from({ length: 501 }, (_, i) => file(i)), 'a', undefined]) {
    expect((await ask(wish)).status).toBe(400);
  }
  // one bad name, and nothing is registered
  expect(refusal(await ask([file(1000), { filename: '../x', filesize: 1 }]))).toEqual([
    400,
    expect.stringMatching(/^Имя файла \(filename\): /),
  ]);
  expect((await startUploadOf(assistant, studyID)).files).toHaveLength(499);
});

test('files are taken for a study in work and for nothing else', async () => {
  const { as, make } = await startServer();
  const assistant = await as(await make.assistant());
  for (const status of ['done', 'archived'] as const) {
    const { studyID } = await make.study({ status });
    expect(refusal(await assistant.post(`/assistant/studies/${studyID}/upload`))).toEqual([
      409,
      'Загружать файлы можно только в исследование, которое в работе',
    ]);
  }
  const file = { filename: 'a', filesize: 1 };
  for (const uuid of [...badUUIDs, '00000000-0000-4000-8000-000000000000']) {
    const path = `/assistant/uploads/${encodeURI(uuid).replaceAll('%25', '%')}`;
    const replies = [
      await assistant.get(path),
      await assistant.post(`${path}/presigned-url`, file),
      await assistant.post(`${path}/presigned-urls`, { files: [file] }),
      await assistant.post(`${path}/complete`, { finalFiles: ['a'] }),
    ];
    for (const reply of replies) {
      expect([uuid, ...refusal(reply)]).toEqual([uuid, 404, expect.stringMatching(/[а-я]/)]);
    }
  }
  for (const id of badIDs) {
    expect([id, (await assistant.post(`/assistant/studies/${id}/upload`)).status]).toEqual([id, 404]);
  }
});
