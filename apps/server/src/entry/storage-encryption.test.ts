import { appendFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { downloadStudy } from '@snimok/contract/studies/studies';
import { expect, test } from 'vitest';
import { responseOf } from '../testing/requests-and-waiting/contract.ts';
import { volume } from '../testing/scans/dicom.ts';
import { sendStudy } from '../testing/scans/sending.ts';
import { startServer } from '../testing/portal/server.ts';
import { readyStudy, ticketOf } from '../testing/callers/viewer.ts';
import { check, newFolder, nothingWrong, restoreInto, save } from './backup/backup.fixture.ts';
import { verify } from './backup/verify.ts';

/** The contents of all files in the folder of the store, except the list of key ids. */
const storedFiles = async (folder: string): Promise<Buffer[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name !== '.keys');
  return Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name))));
};

const studyWithImages = async () => {
  const server = await startServer({ STORAGE_ENCRYPTION: 'on' });
  await server.work();
  const assistant = await server.as(await server.make.assistant());
  const { studyID } = await server.make.study({ type: 'cbct' });
  expect(await sendStudy(assistant, studyID, volume(4))).toMatchObject({ status: 'processed', error: null });
  return { ...server, assistant, studyID };
};

test('with STORAGE_ENCRYPTION=on studies are processed, viewed and downloaded, and no stored file is in plain text', async () => {
  const { assistant, studyID, nobody, context } = await studyWithImages();
  const ticket = ticketOf(await assistant.post(`/assistant/studies/${studyID}/remote-session`));
  expect(await readyStudy(nobody, ticket)).toMatchObject({ status: 'ready' });

  const { presignedURL } = responseOf(
    downloadStudy,
    await assistant.get(`/assistant/studies/${studyID}/download`),
  );
  const whole = await fetch(presignedURL);
  const bytes = Buffer.from(await whole.arrayBuffer());
  expect(whole.headers.get('content-length')).toBe(String(bytes.length));
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  const etag = whole.headers.get('etag') ?? '';
  const range = await fetch(presignedURL, { headers: { range: 'bytes=100-7000', 'if-range': etag } });
  expect(range.status).toBe(206);
  expect(range.headers.get('content-range')).toBe(`bytes 100-7000/${bytes.length}`);
  expect(Buffer.from(await range.arrayBuffer()).equals(bytes.subarray(100, 7001))).toBe(true);

  const stored = await storedFiles(join(context.config.dataDir, 'storage'));
  expect(stored.length).toBeGreaterThan(2);
  for (const file of stored) expect(file.subarray(0, 8).toString('latin1')).toBe('\x89snimok\x01');
  expect(await readdir(join(context.config.dataDir, 'work'))).toEqual([]);
  const key = await stat(join(context.config.dataDir, 'keys/storage.key'));
  expect(key.mode & 0o777).toBe(0o600);
});

test('verify finds an encrypted object that was changed, and a backup restores without the key of the store', async () => {
  const portal = await studyWithImages();
  const folder = await newFolder();
  expect(await save(portal, folder)).toMatchObject({ bad: 0 });
  const other = await startServer();
  await restoreInto(other, folder);
  expect(await check(other)).toMatchObject(nothingWrong);

  const studies = join(portal.context.config.dataDir, 'storage/studies');
  const [name = ''] = await readdir(studies);
  await appendFile(join(studies, name), 'x');
  const found = await verify(portal.context, { quick: false, print: () => undefined });
  expect(found).toMatchObject({ damaged: 1 });
});

test('an invalid key file prevents the start', async () => {
  const { dataDir } = (await startServer()).context.config;
  await mkdir(join(dataDir, 'keys'));
  await writeFile(join(dataDir, 'keys/storage.key'), 'not a key');
  await expect(startServer({ STORAGE_ENCRYPTION: 'on', DATA_DIR: dataDir })).rejects.toThrow(
    'must contain keys of 32 bytes in base64',
  );
});
