import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { getStudy } from '@snimok/contract/studies/studies';
import { expect, test } from 'vitest';
import { makeZip } from '../../../platform/zip/zip-unpack.fixture.ts';
import { DAY_MS } from '../../../platform/time-and-sizes/duration.ts';
import type { TestClient } from '../../../testing/requests-and-waiting/client.ts';
import { refusal, responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { volume } from '../../../testing/scans/dicom.ts';
import {
  completeUploadOf,
  type FileToSend,
  sendFiles,
  sendStudy,
  startUploadOf,
  waitUntilProcessed,
} from '../../../testing/scans/sending.ts';
import { startServer, type TestServer } from '../../../testing/portal/server.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';
import { zipOf } from '../../../testing/scans/zips.ts';

const MB = 1e6;

const ready = async (settings: Record<string, string> = {}) => {
  const server = await startServer(settings);
  await server.work();
  const assistant = await server.as(await server.make.assistant());
  /** Sends the files as a new study. */
  const send = async (files: FileToSend[], client: TestClient = assistant) => {
    const { studyID } = await server.make.study({ type: 'cbct' });
    const upload = await sendStudy(client, studyID, files);
    return { ...upload, studyID };
  };
  return { server, assistant, send };
};

const file = (filename: string, bytes: Uint8Array): FileToSend => ({ filename, bytes });
const zeros = (sizeBytes: number) => Buffer.alloc(sizeBytes);
const zip = async (filename: string, files: FileToSend[]) => file(filename, await zipOf(files));

/** Bytes of all working files of the worker. */
const scratchBytes = async ({ context }: TestServer): Promise<number> => {
  const work = join(context.config.dataDir, 'work');
  const names = await readdir(work, { recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    names.map(async (name) => {
      const found = await stat(join(work, name)).catch(() => undefined);
      return found?.isFile() ? found.size : 0;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
};

test('fifteen ZIPs of 96 KB that unpack to 1.4 GB are refused before they fill the disk', async () => {
  const { server, assistant } = await ready();
  const bytes = makeZip([{ name: 'zeros.dcm', content: zeros(96 * MB) }]);
  expect(bytes.length).toBeLessThan(100_000);
  const files = Array.from({ length: 15 }, (_, i) => file(`${i + 1}.zip`, bytes));
  const { studyID } = await server.make.study({ type: 'cbct' });
  const uploadUUID = await sendFiles(assistant, studyID, files);
  await completeUploadOf(assistant, uploadUUID, files);
  let most = 0;
  let isProcessed = false;
  const processed = waitUntilProcessed(assistant, uploadUUID).finally(() => {
    isProcessed = true;
  });
  while (!isProcessed) most = Math.max(most, await scratchBytes(server));
  expect((await processed).error).toMatch(/^Архивы этой загрузки сжаты неправдоподобно сильно/);
  expect(most).toBeLessThan(100 * MB);
}, 120_000);

test('the limit of unpacked bytes applies to all ZIPs and files of an upload together', async () => {
  const { send, server } = await ready({ UPLOAD_MAX_UNPACKED: '1MB' });
  const slices = volume(3);
  const noise = await zip('а.zip', [file('1.bin', zeros(400_000)), file('2.bin', zeros(400_000))]);
  expect(await send([...slices, noise])).toMatchObject({ error: null });
  const refused = await send([...slices, noise, { ...noise, filename: 'б.zip' }]);
  const sentence =
    'Файлы этой загрузки в распакованном виде больше 977 КБ. Разделите их на несколько исследований';
  expect(refused.error).toBe(sentence);
  const alone = await send([await zip('в.zip', [...slices, file('3.bin', zeros(MB))])]);
  expect(alone.error).toBe(sentence);
  // the refused uploads keep all files that were sent
  const { storage } = server.context;
  for (const { uploadUUID, count } of [
    { ...refused, count: 5 },
    { ...alone, count: 1 },
  ]) {
    const kept: object[] = [];
    for await (const object of storage.list(`uploads/${uploadUUID}/`)) kept.push(object);
    expect(kept).toHaveLength(count);
  }
});

test('the limit of files applies to all ZIPs and files of an upload together', async () => {
  const { send } = await ready({ UPLOAD_MAX_FILES: '8' });
  const slices = volume(3);
  const two = await zip('а.zip', [file('1', zeros(1)), file('2', zeros(1))]);
  expect(await send([...slices, two, { ...two, filename: 'б.zip' }])).toMatchObject({ error: null });
  const refused = await send([...slices, two, { ...two, filename: 'б.zip' }, { ...two, filename: 'в.zip' }]);
  expect(refused.error).toBe(
    'В этой загрузке вместе с содержимым архивов больше 8 файлов. Разделите её на несколько исследований',
  );
});

test('registered files are limited by number and bytes of the upload', async () => {
  const { server, assistant } = await ready({ UPLOAD_MAX_FILES: '3', UPLOAD_MAX_BYTES: '1kB' });
  const { studyID } = await server.make.study();
  const { uploadUUID } = await startUploadOf(assistant, studyID);
  const register = (files: { filename: string; filesize: number }[]) =>
    assistant.post(`/assistant/uploads/${uploadUUID}/presigned-urls`, { files });
  expect((await register([{ filename: 'a', filesize: 600 }])).status).toBe(200);
  expect(refusal(await register([{ filename: 'b', filesize: 500 }]))).toEqual([
    413,
    'Файлы одной загрузки не могут быть больше 1 КБ. Разделите их на несколько исследований',
  ]);
  // a file that replaces another is not counted twice
  expect((await register([{ filename: 'a', filesize: 900 }])).status).toBe(200);
  const names = ['c', 'd', 'e'].map((filename) => ({ filename, filesize: 1 }));
  expect(refusal(await register(names))).toEqual([413, 'В одной загрузке не может быть больше 3 файлов']);
  expect((await startUploadOf(assistant, studyID)).files).toHaveLength(1);
});

test('the files and bytes that an account sends per day are limited, and Retry-After says when it may continue', async () => {
  const { server } = await ready({ UPLOAD_DAILY_FILES: '4', UPLOAD_DAILY_BYTES: '1kB' });
  server.clock.freeze();
  const person = await server.make.assistant();
  const assistant = await server.as(person);
  const register = async (client: TestClient, files: { filename: string; filesize: number }[]) => {
    const { studyID } = await server.make.study();
    const { uploadUUID } = await startUploadOf(client, studyID);
    return client.post(`/assistant/uploads/${uploadUUID}/presigned-urls`, { files });
  };
  const big = [{ filename: 'a', filesize: 600 }];
  expect((await register(assistant, big)).status).toBe(200);
  const refused = await register(assistant, big);
  expect(refusal(refused)).toEqual([
    429,
    'С этой учётной записи сегодня отправлено слишком много данных. Продолжите завтра или обратитесь к администратору',
  ]);
  const waitSeconds = Number(refused.headers.get('retry-after'));
  expect(waitSeconds).toBeGreaterThan(0);
  expect(waitSeconds).toBeLessThanOrEqual(DAY_MS / 1000);
  const small = ['1', '2', '3', '4'].map((filename) => ({ filename, filesize: 1 }));
  expect((await register(assistant, small)).status).toBe(429);
  expect((await register(assistant, small.slice(0, 3))).status).toBe(200);
  // another account is not affected
  expect((await register(await server.as(await server.make.assistant()), big)).status).toBe(200);
  server.clock.advance(waitSeconds * 1000);
  // signs in again, since early in the day the session ends before the limit does
  expect((await register(await server.as(person), big)).status).toBe(200);
});

test('the unpacked bytes of an account per day are limited', async () => {
  const { server, send, assistant } = await ready({ UPLOAD_DAILY_BYTES: '1MB' });
  server.clock.freeze();
  const packed = await zip('КЛКТ.zip', [...volume(3), file('1.bin', zeros(700_000))]);
  expect((await send([packed])).error).toBeNull();
  const refused = await send([packed]);
  const sentence =
    'С этой учётной записи сегодня отправлено слишком много данных. Продолжите завтра или обратитесь к администратору';
  expect(refused.error).toBe(sentence);
  server.clock.advance(DAY_MS);
  // the session of the first day has expired
  const again = await server.as(await server.make.assistant());
  const { studyID } = refused;
  expect(responseOf(getStudy, await again.get(`/assistant/studies/${studyID}`)).status).toBe('in-work');
  expect((await send([packed], again)).error).toBeNull();
  expect(assistant).toBeDefined();
});

test('an upload that does not fit the scratch space ends with an error, and one that does not fit at present waits', async () => {
  const { send } = await ready({ SCRATCH_MAX: '1MB' });
  const big = await zip('КЛКТ.zip', [...volume(3), file('1.bin', zeros(2 * MB))]);
  expect((await send([big])).error).toBe(
    'На сервере не хватает места, чтобы обработать такую загрузку. Разделите её или обратитесь к администратору',
  );
  expect((await send(volume(3))).error).toBeNull();

  const full = await ready({ SCRATCH_MIN_FREE: '900000TB' });
  const { studyID } = await full.server.make.study({ type: 'cbct' });
  const files = volume(3);
  const uploadUUID = await sendFiles(full.assistant, studyID, files);
  await completeUploadOf(full.assistant, uploadUUID, files);
  await until('the upload to wait for space', async () => {
    const { body } = await full.assistant.get(`/assistant/uploads/${uploadUUID}`);
    return (body as { waitsFor?: string }).waitsFor === 'scratch';
  });
});

test('the time in parser processes is limited by day', async () => {
  const { server, assistant, send } = await ready({ UPLOAD_DAILY_CPU: '1m0s' });
  const files = volume(3);
  const { studyID } = await server.make.study({ type: 'cbct' });
  const waiting = await sendFiles(assistant, studyID, files);
  expect((await send(files)).error).toBeNull();
  const { parserMs } = await server.context.db
    .selectFrom('uploadUsage')
    .selectAll()
    .executeTakeFirstOrThrow();
  expect(parserMs).toBeGreaterThan(0);
  await server.context.db.updateTable('uploadUsage').set({ parserMs: 60_000 }).execute();
  const finalFiles = files.map(({ filename }) => filename);
  const refused = await assistant.post(`/assistant/uploads/${waiting}/complete`, { finalFiles });
  expect(refusal(refused)).toEqual([429, expect.stringMatching(/^С этой учётной записи сегодня/)]);
  // the upload is still open and can be completed tomorrow
  await server.context.db.updateTable('uploadUsage').set({ parserMs: 0 }).execute();
  expect((await assistant.post(`/assistant/uploads/${waiting}/complete`, { finalFiles })).status).toBe(200);
});
