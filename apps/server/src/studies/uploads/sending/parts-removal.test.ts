import { readdir, rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { verify } from '../../../entry/backup/verify.ts';
import { purgeBin } from '../../lifecycle/purge.ts';
import { discardUpload } from '../discard-files.ts';
import { refusal } from '../../../testing/requests-and-waiting/contract.ts';
import { putBytes, registerInParts, startUploadOf } from '../../../testing/scans/sending.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';
import { listJobs } from '../../../testing/portal/queued-jobs.ts';
import { discardParts } from './parts.ts';
import { complete } from './upload.fixture.ts';
import { FILENAME, fileOf, partsFolder, startUploadToSend, uploadFolder } from './parts.fixture.ts';
import { DAY_MS } from '../../../platform/time-and-sizes/duration.ts';

const { signal } = new AbortController();

test('registering the name with another size or without parts starts over and removes the old parts', async () => {
  const server = await startServer();
  await server.work();
  const { studyID, assistant, uploadUUID } = await startUploadToSend(server);
  const path = `/assistant/uploads/${uploadUUID}/presigned-url`;
  const bytes = fileOf('a');
  const file = await registerInParts(assistant, uploadUUID, FILENAME, bytes);
  await file.send(1);
  const { presignedURL } = await file.urlOfPart(2);
  const isRemoved = async () => ((await partsFolder(server, uploadUUID)) === undefined ? true : undefined);
  // a client that does not send in parts
  await assistant.post(path, { filename: FILENAME, filesize: bytes.length });
  expect((await startUploadOf(assistant, studyID)).files).toEqual([
    { filename: FILENAME, filesize: bytes.length, uploaded: false },
  ]);
  await until('the parts to be removed', isRemoved);
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

test('parts are removed with the files of their upload', async () => {
  const server = await startServer();
  const { assistant, uploadUUID } = await startUploadToSend(server);
  const file = await registerInParts(assistant, uploadUUID, FILENAME, fileOf('a'));
  await file.send(1);
  const small = await assistant.post(`/assistant/uploads/${uploadUUID}/presigned-url`, {
    filename: 'a.dcm',
    filesize: 1,
  });
  await putBytes((small.body as { presignedURL: string }).presignedURL, Buffer.from('x'));
  const { presignedURL } = await file.urlOfPart(2);
  expect((await complete(assistant, uploadUUID, ['a.dcm'])).status).toBe(200);
  // a completed upload cannot be changed
  expect((await putBytes(presignedURL, file.pieces[1] ?? Buffer.alloc(1))).status).toBe(403);
  expect(
    refusal(
      await assistant.post(`/assistant/uploads/${uploadUUID}/join-parts`, {
        filename: FILENAME,
        checksums: file.checksums,
      }),
    ),
  ).toEqual([409, 'Эта загрузка уже завершена']);
  await discardUpload.run(server.context, { uploadUUID }, signal);
  await expect(readdir(uploadFolder(server, uploadUUID))).rejects.toThrow('ENOENT');
});

test('the parts of a purged study are removed', async () => {
  const server = await startServer();
  const { studyID, assistant, uploadUUID } = await startUploadToSend(server);
  const file = await registerInParts(assistant, uploadUUID, FILENAME, fileOf('a'));
  await file.send(1);
  const { db, storage } = server.context;
  const registeredFile = await db
    .selectFrom('uploadFiles')
    .select(['key', 'partsID'])
    .executeTakeFirstOrThrow();
  expect((await assistant.delete(`/assistant/studies/${studyID}`)).status).toBe(204);
  server.clock.advance(31 * DAY_MS);
  await purgeBin(server.context, signal);
  const removals = await listJobs<Parameters<typeof discardParts.run>[1]>(db, {
    task: 'delete-upload-parts',
  });
  expect(removals).toMatchObject([{ payload: { parts: [registeredFile] } }]);
  for (const { payload } of removals) await discardParts.run(server.context, payload, signal);
  const object = { ...registeredFile, partsID: registeredFile.partsID ?? '', sizeBytes: 0, partBytes: 1 };
  expect(await storage.parts.list(object)).toBeNull();
});

test('parts that are missing after the portal was restored from a backup are sent again', async () => {
  const server = await startServer();
  const { studyID, assistant, uploadUUID } = await startUploadToSend(server);
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

test('the verification of a portal counts parts neither as objects nor as orphans', async () => {
  const server = await startServer();
  const { assistant, uploadUUID } = await startUploadToSend(server);
  const file = await registerInParts(assistant, uploadUUID, FILENAME, fileOf('a'));
  await file.send(1, 2);
  server.clock.advance(2 * 60 * 60_000);
  const output: string[] = [];
  const found = await verify(server.context, { quick: false, print: (line) => void output.push(line) });
  expect([found, output]).toEqual([{ objects: 0, missing: 0, damaged: 0, orphans: 0 }, []]);
});
