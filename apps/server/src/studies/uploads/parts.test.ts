import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PARTS_FROM_BYTES } from '@snimok/contract/uploads';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { verify } from '../../entry/backup/verify.ts';
import { emptyBin } from '../lifecycle/purge.ts';
import { discardSentFiles } from '../processing/process-upload.ts';
import type { TestClient } from '../../testing/client.ts';
import { refusal } from '../../testing/contract.ts';
import { putBytes, registerInParts, startUploadOf } from '../../testing/sending.ts';
import { startServer, type TestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';
import { removeParts } from './parts.ts';

const MIB = 1024 ** 2;
const FILENAME = 'Снимки/скан.zip';

/** Five parts, the last of them short; no two alike. */
const fileOf = (letter: string): Buffer => {
  const bytes = Buffer.alloc(PARTS_FROM_BYTES + MIB, letter);
  for (let at = 0; at < bytes.length; at += MIB) bytes.writeUInt32BE(at, at);
  return bytes;
};

const ready = async (server: TestServer) => {
  const { studyID } = await server.make.study();
  const assistant = await server.as(await server.make.assistant());
  const { uploadUUID } = await startUploadOf(assistant, studyID);
  return { studyID, assistant, uploadUUID };
};
const complete = (assistant: TestClient, uploadUUID: string, finalFiles = [FILENAME]) =>
  assistant.post(`/assistant/uploads/${uploadUUID}/complete`, { finalFiles });
const uploadFolder = ({ context }: TestServer, uploadUUID: string) =>
  join(context.config.dataDir, 'storage/uploads', uploadUUID);
const partsFolder = async (server: TestServer, uploadUUID: string) => {
  const folder = uploadFolder(server, uploadUUID);
  const [hidden] = (await readdir(folder)).filter((name) => name.startsWith('.'));
  return hidden && join(folder, hidden);
};
const stored = async ({ context: { storage } }: TestServer) => {
  const objects: Buffer[] = [];
  for await (const { key } of storage.list('uploads/')) objects.push(await buffer(await storage.read(key)));
  return objects;
};

test('a large file comes in parts, in any order, and is one object when they are joined', async () => {
  const server = await startServer();
  const { studyID, assistant, uploadUUID } = await ready(server);
  const bytes = fileOf('a');
  const file = await registerInParts(assistant, uploadUUID, FILENAME, bytes);
  expect(file.parts).toEqual({ partSize: 8 * MIB, there: [] });
  await file.send(5, 2, 1);
  expect(await file.join()).toEqual({ uploaded: false, missing: [3, 4] });
  expect(refusal(await complete(assistant, uploadUUID))).toEqual([
    400,
    `Файл «${FILENAME}» загружен не полностью. Загрузите его ещё раз`,
  ]);
  await file.send(4, 3);
  expect(await stored(server)).toEqual([]);
  expect(await file.join()).toEqual({ uploaded: true, missing: [] });
  const [object] = await stored(server);
  expect(object?.equals(bytes)).toBe(true);
  expect(await partsFolder(server, uploadUUID)).toBeUndefined();
  expect((await startUploadOf(assistant, studyID)).files).toEqual([
    { filename: FILENAME, filesize: bytes.length, uploaded: true },
  ]);
  expect((await complete(assistant, uploadUUID)).status).toBe(200);
});

test('a file that broke off tells which of its parts are there, and goes on with the rest', async () => {
  const server = await startServer();
  const { studyID, assistant, uploadUUID } = await ready(server);
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
  const colleague = await server.as(await server.make.assistant());
  const again = await registerInParts(colleague, uploadUUID, FILENAME, bytes);
  expect(again.parts.there).toEqual(there);
  // the first tab has not gone, and sends on as well
  await Promise.all([again.send(2, 4, 5), before.send(2, 4)]);
  expect(await Promise.all([again.join(), before.join()])).toEqual(
    Array(2).fill({ uploaded: true, missing: [] }),
  );
  const [object, ...others] = await stored(server);
  expect(object?.equals(bytes)).toBe(true);
  expect(others).toEqual([]);
});

test('a changed file of the same name and size never mixes with the first one', async () => {
  const server = await startServer();
  const { assistant, uploadUUID } = await ready(server);
  const [first, second] = [fileOf('a'), fileOf('b')];
  const before = await registerInParts(assistant, uploadUUID, FILENAME, first);
  await before.send(1, 2, 3);
  const after = await registerInParts(assistant, uploadUUID, FILENAME, second);
  await after.send(3, 4, 5);
  // every number is there by now, of one file or the other
  expect(await after.join()).toEqual({ uploaded: false, missing: [1, 2] });
  expect(await before.join()).toEqual({ uploaded: false, missing: [4, 5] });
  await after.send(1, 2);
  expect(await after.join()).toEqual({ uploaded: true, missing: [] });
  const [object] = await stored(server);
  expect(object?.equals(second)).toBe(true);
  const path = `/assistant/uploads/${uploadUUID}/join-parts`;
  const { checksums } = before;
  expect(refusal(await assistant.post(path, { filename: FILENAME, checksums }))).toEqual([
    400,
    `Под именем «${FILENAME}» уже загружен другой файл того же размера. Обновите страницу и выберите файлы заново`,
  ]);
});

test('a part with other bytes than announced is refused in words and leaves nothing', async () => {
  const server = await startServer();
  const { studyID, assistant, uploadUUID } = await ready(server);
  const file = await registerInParts(assistant, uploadUUID, FILENAME, fileOf('a'));
  const { presignedURL } = await file.address(1);
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
  // the address of one part is none for another
  expect((await putBytes(presignedURL, file.pieces[1] ?? wrong)).status).toBe(400);
});

test('a part that the disk gives back damaged is asked for again', async () => {
  const server = await startServer();
  const { assistant, uploadUUID } = await ready(server);
  const bytes = fileOf('a');
  const file = await registerInParts(assistant, uploadUUID, FILENAME, bytes);
  await file.send(1, 2, 3, 4, 5);
  const folder = (await partsFolder(server, uploadUUID)) ?? '';
  await writeFile(join(folder, `2-${file.checksums[1]}`), Buffer.alloc(8 * MIB));
  expect(await file.join()).toEqual({ uploaded: false, missing: [2] });
  expect(await stored(server)).toEqual([]);
  await file.send(2);
  expect(await file.join()).toEqual({ uploaded: true, missing: [] });
  expect((await stored(server))[0]?.equals(bytes)).toBe(true);
});

test('a process that was killed while it joined is finished by asking again', async () => {
  const server = await startServer();
  const { assistant, uploadUUID } = await ready(server);
  const bytes = fileOf('a');
  const file = await registerInParts(assistant, uploadUUID, FILENAME, bytes);
  await file.send(1, 2, 3, 4, 5);
  const { storage, db, config } = server.context;
  // killed in the middle: its temporary file stays
  await writeFile(join(config.dataDir, 'storage/.incoming/left'), bytes.subarray(0, 9 * MIB));
  expect(await file.join()).toEqual({ uploaded: true, missing: [] });
  // killed after the object had its name, with the parts still there and nothing noted
  const { key } = await db.selectFrom('uploadFiles').select('key').executeTakeFirstOrThrow();
  const { partsID } = await db.selectFrom('uploadFiles').select('partsID').executeTakeFirstOrThrow();
  await db.updateTable('uploadFiles').set({ joinedFrom: null }).execute();
  await mkdir(join(uploadFolder(server, uploadUUID), `.${partsID}`));
  expect(await file.join()).toEqual({ uploaded: true, missing: [] });
  expect(await storage.head(key)).toEqual({ sizeBytes: bytes.length });
  expect(await partsFolder(server, uploadUUID)).toBeUndefined();
  expect((await complete(assistant, uploadUUID)).status).toBe(200);
});

test('whoever was killed while she joined is not taken for a tab that sent another file', async () => {
  const server = await startServer();
  const { assistant, uploadUUID } = await ready(server);
  const file = await registerInParts(assistant, uploadUUID, FILENAME, fileOf('a'));
  const other = await registerInParts(assistant, uploadUUID, FILENAME, fileOf('b'));
  await file.send(1, 2, 3, 4, 5);
  await file.join();
  await server.context.db.updateTable('uploadFiles').set({ joinedFrom: null }).execute();
  const path = `/assistant/uploads/${uploadUUID}/join-parts`;
  const refused = await assistant.post(path, { filename: FILENAME, checksums: other.checksums });
  expect(refusal(refused)).toEqual([400, expect.stringContaining('другой файл того же размера')]);
  expect(await file.join()).toEqual({ uploaded: true, missing: [] });
});

test('any other registration of the name begins anew, and the old parts are freed', async () => {
  const server = await startServer();
  await server.work();
  const { studyID, assistant, uploadUUID } = await ready(server);
  const path = `/assistant/uploads/${uploadUUID}/presigned-url`;
  const bytes = fileOf('a');
  const file = await registerInParts(assistant, uploadUUID, FILENAME, bytes);
  await file.send(1);
  const { presignedURL } = await file.address(2);
  const gone = async () => ((await partsFolder(server, uploadUUID)) === undefined ? true : undefined);
  // simple clients say nothing of parts
  await assistant.post(path, { filename: FILENAME, filesize: bytes.length });
  expect((await startUploadOf(assistant, studyID)).files).toEqual([
    { filename: FILENAME, filesize: bytes.length, uploaded: false },
  ]);
  await until('the parts to be freed', gone);
  expect((await putBytes(presignedURL, file.pieces[1] ?? bytes)).status).toBe(403);
  expect(
    refusal(
      await assistant.post(`/assistant/uploads/${uploadUUID}/part-urls`, {
        filename: FILENAME,
        parts: [{ number: 1, checksum: file.checksums[0] }],
      }),
    ),
  ).toEqual([400, `Файл «${FILENAME}» загружается целиком, а не частями`]);

  const longer = Buffer.concat([bytes, bytes]);
  await (await registerInParts(assistant, uploadUUID, FILENAME, bytes)).send(1);
  const other = await registerInParts(assistant, uploadUUID, FILENAME, longer);
  expect(other.parts.there).toEqual([]);
});

test('parts go with the upload: left out of it, or processed', async () => {
  const server = await startServer();
  const { assistant, uploadUUID } = await ready(server);
  const file = await registerInParts(assistant, uploadUUID, FILENAME, fileOf('a'));
  await file.send(1);
  const small = await assistant.post(`/assistant/uploads/${uploadUUID}/presigned-url`, {
    filename: 'a.dcm',
    filesize: 1,
  });
  await putBytes((small.body as { presignedURL: string }).presignedURL, Buffer.from('x'));
  const { presignedURL } = await file.address(2);
  expect((await complete(assistant, uploadUUID, ['a.dcm'])).status).toBe(200);
  // what is being processed does not change any more
  expect((await putBytes(presignedURL, file.pieces[1] ?? Buffer.alloc(1))).status).toBe(403);
  expect(
    refusal(
      await assistant.post(`/assistant/uploads/${uploadUUID}/join-parts`, {
        filename: FILENAME,
        checksums: file.checksums,
      }),
    ),
  ).toEqual([409, 'Эта загрузка уже завершена']);
  await discardSentFiles(server.context, { uploadUUID });
  await expect(readdir(uploadFolder(server, uploadUUID))).rejects.toThrow('ENOENT');
});

test('parts of a study that is purged are freed with it', async () => {
  const server = await startServer();
  const { studyID, assistant, uploadUUID } = await ready(server);
  const file = await registerInParts(assistant, uploadUUID, FILENAME, fileOf('a'));
  await file.send(1);
  const { db, pool, storage } = server.context;
  const known = await db.selectFrom('uploadFiles').select(['key', 'partsID']).executeTakeFirstOrThrow();
  expect((await assistant.delete(`/assistant/studies/${studyID}`)).status).toBe(204);
  server.clock.pass(31 * 24 * 60 * 60_000);
  await emptyBin(server.context, new AbortController().signal);
  const { rows } = await pool.query(
    `select payload from graphile_worker._private_jobs j join graphile_worker.jobs using (id)
     where task_identifier = 'discard-parts'`,
  );
  expect(rows).toMatchObject([{ payload: { parts: [known] } }]);
  await removeParts(server.context, rows[0].payload);
  const object = { ...known, partsID: known.partsID ?? '', sizeBytes: 0, partBytes: 1 };
  expect(await storage.parts.list(object)).toBeNull();
});

test('parts that a restored portal lacks are sent anew', async () => {
  const server = await startServer();
  const { studyID, assistant, uploadUUID } = await ready(server);
  const bytes = fileOf('a');
  const before = await registerInParts(assistant, uploadUUID, FILENAME, bytes);
  await before.send(1);
  await rm((await partsFolder(server, uploadUUID)) ?? '', { recursive: true });
  expect((await startUploadOf(assistant, studyID)).files).toEqual([
    { filename: FILENAME, filesize: bytes.length, uploaded: false },
  ]);
  await expect(before.send(2)).rejects.toThrow('403');
  const again = await registerInParts(assistant, uploadUUID, FILENAME, bytes);
  await again.send(2);
  expect((await again.join()).missing).toEqual([1, 3, 4, 5]);
});

test('a small file is sent whole, whatever its sender is able to', async () => {
  const server = await startServer();
  const { assistant, uploadUUID } = await ready(server);
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

test('numbers, checksums and names that make no sense are refused in words', async () => {
  const server = await startServer();
  const { assistant, uploadUUID } = await ready(server);
  const { checksums } = await registerInParts(assistant, uploadUUID, FILENAME, fileOf('a'));
  const path = `/assistant/uploads/${uploadUUID}`;
  const ask = (part: unknown) => assistant.post(`${path}/part-urls`, { filename: FILENAME, parts: [part] });
  const checksum = '0a1b2c3d';
  for (const number of [0, -1, 6, 10_001, 1.5, '1', null, 1e300, Number.MAX_SAFE_INTEGER]) {
    const reply = await ask({ number, checksum });
    expect([number, ...refusal(reply)]).toEqual([
      number,
      400,
      expect.stringMatching(/^Номер части \(number\): /),
    ]);
  }
  for (const wrong of ['', '0A1B2C3D', '0a1b2c3', '0a1b2c3d4', '../../..', 7, null, undefined]) {
    const reply = await ask({ number: 1, checksum: wrong });
    expect([wrong, ...refusal(reply)]).toEqual([
      wrong,
      400,
      expect.stringMatching(/^Контрольная сумма части \(checksum\): /),
    ]);
  }
  const many = Array.from({ length: 101 }, () => ({ number: 1, checksum }));
  expect((await assistant.post(`${path}/part-urls`, { filename: FILENAME, parts: many })).status).toBe(400);
  expect((await assistant.post(`${path}/part-urls`, { filename: FILENAME, parts: [] })).status).toBe(400);
  for (const wish of [[], checksums.slice(1), [...checksums, checksum], ['x'], 'x', null]) {
    const reply = await assistant.post(`${path}/join-parts`, { filename: FILENAME, checksums: wish });
    expect([wish, ...refusal(reply)]).toEqual([
      wish,
      400,
      expect.stringMatching(/^Контрольные суммы \(checksums\): /),
    ]);
  }
  const unknown = { filename: 'никогда.zip', parts: [{ number: 1, checksum }], checksums };
  for (const call of ['part-urls', 'join-parts']) {
    expect(refusal(await assistant.post(`${path}/${call}`, unknown))).toEqual([
      400,
      'Файл «никогда.zip» не был зарегистрирован в этой загрузке',
    ]);
  }
});

test('parts are no objects: the check of a portal takes them neither for orphans nor for files', async () => {
  const server = await startServer();
  const { assistant, uploadUUID } = await ready(server);
  const file = await registerInParts(assistant, uploadUUID, FILENAME, fileOf('a'));
  await file.send(1, 2);
  server.clock.pass(2 * 60 * 60_000);
  const said: string[] = [];
  const found = await verify(server.context, { quick: false, say: (line) => void said.push(line) });
  expect([found, said]).toEqual([{ objects: 0, missing: 0, damaged: 0, orphans: 0 }, []]);
});
