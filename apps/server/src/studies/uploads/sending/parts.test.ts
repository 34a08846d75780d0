import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PARTS_FROM_BYTES } from '@snimok/contract/studies/uploads';
import { expect, test } from 'vitest';
import { refusal } from '../../../testing/requests-and-waiting/contract.ts';
import { putBytes, registerInParts, startUploadOf } from '../../../testing/scans/sending.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { complete } from './upload.fixture.ts';
import { FILENAME, fileOf, MIB, partsFolder, startUploadToSend, storedUploads } from './parts.fixture.ts';

test('a large file is sent in parts in any order and joined into one object', async () => {
  const server = await startServer();
  const { studyID, assistant, uploadUUID } = await startUploadToSend(server);
  const bytes = fileOf('a');
  const file = await registerInParts(assistant, uploadUUID, FILENAME, bytes);
  expect(file.parts).toEqual({ partSize: 8 * MIB, there: [], deflate: true });
  await file.send(5, 2, 1);
  expect(await file.join()).toEqual({ uploaded: false, missing: [3, 4] });
  expect(refusal(await complete(assistant, uploadUUID, [FILENAME]))).toEqual([
    400,
    `Файл «${FILENAME}» загружен не полностью. Загрузите его ещё раз`,
  ]);
  await file.send(4, 3);
  expect(await storedUploads(server)).toEqual([]);
  expect(await file.join()).toEqual({ uploaded: true, missing: [] });
  const [object] = await storedUploads(server);
  expect(object?.equals(bytes)).toBe(true);
  expect(await partsFolder(server, uploadUUID)).toBeUndefined();
  expect((await startUploadOf(assistant, studyID)).files).toEqual([
    { filename: FILENAME, filesize: bytes.length, uploaded: true },
  ]);
  expect((await complete(assistant, uploadUUID, [FILENAME])).status).toBe(200);
});

test('an interrupted file reports its stored parts and continues with the others', async () => {
  const server = await startServer();
  const { studyID, assistant, uploadUUID } = await startUploadToSend(server);
  const bytes = fileOf('a');
  const before = await registerInParts(assistant, uploadUUID, FILENAME, bytes);
  await before.send(1, 3);
  const there = [1, 3].map((number) => ({ number, checksum: before.checksums[number - 1] }));
  expect((await startUploadOf(assistant, studyID)).files).toEqual([
    {
      filename: FILENAME,
      filesize: bytes.length,
      uploaded: false,
      parts: { partSize: 8 * MIB, there },
    },
  ]);
  const otherAssistant = await server.as(await server.make.assistant());
  const again = await registerInParts(otherAssistant, uploadUUID, FILENAME, bytes);
  expect(again.parts.there).toEqual(there);
  // the first browser tab is still open and also continues to send
  await Promise.all([again.send(2, 4, 5), before.send(2, 4)]);
  expect(await Promise.all([again.join(), before.join()])).toEqual(
    Array(2).fill({ uploaded: true, missing: [] }),
  );
  const [object, ...others] = await storedUploads(server);
  expect(object?.equals(bytes)).toBe(true);
  expect(others).toEqual([]);
});

test('the parts of two files with the same name and size never mix', async () => {
  const server = await startServer();
  const { assistant, uploadUUID } = await startUploadToSend(server);
  const first = fileOf('a');
  const second = fileOf('b');
  const before = await registerInParts(assistant, uploadUUID, FILENAME, first);
  await before.send(1, 2, 3);
  const after = await registerInParts(assistant, uploadUUID, FILENAME, second);
  await after.send(3, 4, 5);
  // every part number is stored, but from one file or the other
  expect(await after.join()).toEqual({ uploaded: false, missing: [1, 2] });
  expect(await before.join()).toEqual({ uploaded: false, missing: [4, 5] });
  await after.send(1, 2);
  expect(await after.join()).toEqual({ uploaded: true, missing: [] });
  const [object] = await storedUploads(server);
  expect(object?.equals(second)).toBe(true);
  const path = `/assistant/uploads/${uploadUUID}/join-parts`;
  const { checksums } = before;
  expect(refusal(await assistant.post(path, { filename: FILENAME, checksums }))).toEqual([
    400,
    `Под именем «${FILENAME}» уже загружен другой файл того же размера. Обновите страницу и выберите файлы заново`,
  ]);
});

test('a part with other bytes than declared is refused and not stored', async () => {
  const server = await startServer();
  const { studyID, assistant, uploadUUID } = await startUploadToSend(server);
  const file = await registerInParts(assistant, uploadUUID, FILENAME, fileOf('a'));
  const { presignedURL } = await file.urlOfPart(1);
  const wrong = Buffer.from(file.pieces[0] ?? []);
  wrong[4_000_000] = 0;
  const reply = await putBytes(presignedURL, wrong);
  expect([reply.status, await reply.json()]).toEqual([
    400,
    { error: 'Часть файла дошла с искажением. Отправьте её ещё раз' },
  ]);
  expect((await putBytes(presignedURL, wrong.subarray(1))).status).toBe(400);
  expect((await putBytes(presignedURL, Buffer.concat([wrong, wrong]))).status).toBe(413);
  expect((await startUploadOf(assistant, studyID)).files).toMatchObject([{ parts: { there: [] } }]);
  expect(await readdir(join(server.context.config.dataDir, 'storage/.incoming'))).toEqual([]);
  // the URL of one part does not accept another part
  expect((await putBytes(presignedURL, file.pieces[1] ?? wrong)).status).toBe(400);
});

test('a stored part that is damaged on disk has to be sent again', async () => {
  const server = await startServer();
  const { assistant, uploadUUID } = await startUploadToSend(server);
  const bytes = fileOf('a');
  const file = await registerInParts(assistant, uploadUUID, FILENAME, bytes);
  await file.send(1, 2, 3, 4, 5);
  const folder = (await partsFolder(server, uploadUUID)) ?? '';
  await writeFile(join(folder, `2-${file.checksums[1]}`), Buffer.alloc(8 * MIB));
  expect(await file.join()).toEqual({ uploaded: false, missing: [2] });
  expect(await storedUploads(server)).toEqual([]);
  await file.send(2);
  expect(await file.join()).toEqual({ uploaded: true, missing: [] });
  expect((await storedUploads(server))[0]?.equals(bytes)).toBe(true);
});

test('a small file is sent in one request even if the client can send parts', async () => {
  const server = await startServer();
  const { assistant, uploadUUID } = await startUploadToSend(server);
  const reply = await assistant.post(`/assistant/uploads/${uploadUUID}/presigned-urls`, {
    files: [
      { filename: 'small', filesize: PARTS_FROM_BYTES - 1, inParts: true },
      { filename: 'large', filesize: PARTS_FROM_BYTES, inParts: true },
      { filename: 'simple', filesize: PARTS_FROM_BYTES },
    ],
  });
  const { files } = reply.body as { files: { parts?: unknown }[] };
  expect(files.map(({ parts }) => parts !== undefined)).toEqual([false, true, false]);
});

test('invalid part numbers, checksums and file names are refused', async () => {
  const server = await startServer();
  const { assistant, uploadUUID } = await startUploadToSend(server);
  const { checksums } = await registerInParts(assistant, uploadUUID, FILENAME, fileOf('a'));
  const path = `/assistant/uploads/${uploadUUID}`;
  const requestURL = (part: unknown) =>
    assistant.post(`${path}/part-urls`, { filename: FILENAME, parts: [part] });
  const checksum = '0a1b2c3d';
  for (const number of [0, -1, 6, 10_001, 1.5, '1', null, 1e300, Number.MAX_SAFE_INTEGER]) {
    const reply = await requestURL({ number, checksum });
    expect([number, ...refusal(reply)]).toEqual([
      number,
      400,
      expect.stringMatching(/^Номер части \(number\): /),
    ]);
  }
  for (const wrong of ['', '0A1B2C3D', '0a1b2c3', '0a1b2c3d4', '../../../..', 7, null, undefined]) {
    const reply = await requestURL({ number: 1, checksum: wrong });
    expect([wrong, ...refusal(reply)]).toEqual([
      wrong,
      400,
      expect.stringMatching(/Контрольная сумма части»? \(checksum\)/),
    ]);
  }
  const many = Array.from({ length: 101 }, () => ({ number: 1, checksum }));
  expect((await assistant.post(`${path}/part-urls`, { filename: FILENAME, parts: many })).status).toBe(400);
  expect((await assistant.post(`${path}/part-urls`, { filename: FILENAME, parts: [] })).status).toBe(400);
  for (const invalid of [[], checksums.slice(1), [...checksums, checksum], ['x'], 'x', null]) {
    const reply = await assistant.post(`${path}/join-parts`, { filename: FILENAME, checksums: invalid });
    expect([invalid, ...refusal(reply)]).toEqual([
      invalid,
      400,
      expect.stringMatching(/^Контрольные суммы \(checksums\): /),
    ]);
  }
  const unknown = { filename: 'никогда.zip', parts: [{ number: 1, checksum }], checksums };
  for (const endpoint of ['part-urls', 'join-parts']) {
    expect(refusal(await assistant.post(`${path}/${endpoint}`, unknown))).toEqual([
      400,
      'Файл «никогда.zip» не был зарегистрирован в этой загрузке',
    ]);
  }
});
