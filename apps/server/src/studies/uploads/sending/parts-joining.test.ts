import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { refusal } from '../../../testing/requests-and-waiting/contract.ts';
import { registerInParts } from '../../../testing/scans/sending.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { complete } from './upload.fixture.ts';
import { FILENAME, fileOf, MIB, partsFolder, startUploadToSend, uploadFolder } from './parts.fixture.ts';

test('a repeated request completes joining after the process was killed', async () => {
  const server = await startServer();
  const { assistant, uploadUUID } = await startUploadToSend(server);
  const bytes = fileOf('a');
  const file = await registerInParts(assistant, uploadUUID, FILENAME, bytes);
  await file.send(1, 2, 3, 4, 5);
  const { storage, db, config } = server.context;
  // killed while it wrote the object: the temporary file remains
  await writeFile(join(config.dataDir, 'storage/.incoming/left'), bytes.subarray(0, 9 * MIB));
  expect(await file.join()).toEqual({ uploaded: true, missing: [] });
  // killed after renaming the object: the parts remain and `joinedFrom` is not written
  const { key } = await db.selectFrom('uploadFiles').select('key').executeTakeFirstOrThrow();
  const { partsID } = await db.selectFrom('uploadFiles').select('partsID').executeTakeFirstOrThrow();
  await db.updateTable('uploadFiles').set({ joinedFrom: null }).execute();
  await mkdir(join(uploadFolder(server, uploadUUID), `.${partsID}`));
  expect(await file.join()).toEqual({ uploaded: true, missing: [] });
  expect(await storage.head(key)).toEqual({ sizeBytes: bytes.length });
  expect(await partsFolder(server, uploadUUID)).toBeUndefined();
  expect((await complete(assistant, uploadUUID, [FILENAME])).status).toBe(200);
});

test('another file is refused even if the process was killed before it recorded which file was joined', async () => {
  const server = await startServer();
  const { assistant, uploadUUID } = await startUploadToSend(server);
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
