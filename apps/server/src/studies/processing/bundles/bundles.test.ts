import { deflateRawSync } from 'node:zlib';
import { getStudy, type PresignedURL } from '@snimok/contract/studies/studies';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { makeZip } from '../../../platform/zip/zip-unpack.fixture.ts';
import { bundleOf, sendBundles, type TestBundle } from '../../../testing/scans/bundles.ts';
import type { TestClient } from '../../../testing/requests-and-waiting/client.ts';
import { responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { volume } from '../../../testing/scans/dicom.ts';
import {
  completeUploadOf,
  type FileToSend,
  sendFiles,
  startUploadOf,
  waitUntilProcessed,
} from '../../../testing/scans/sending.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { filesIn } from '../../../testing/scans/zips.ts';

const ready = async (settings: Record<string, string> = {}) => {
  const server = await startServer(settings);
  await server.work('process-upload', 'examine-bundles');
  const assistant = await server.as(await server.make.assistant());
  return { server, assistant };
};

const newStudy = async ({ server, assistant }: Awaited<ReturnType<typeof ready>>) => {
  const { studyID } = await server.make.study({ type: 'cbct' });
  const { uploadUUID } = await startUploadOf(assistant, studyID);
  return { studyID, uploadUUID };
};

/** Completes an upload of bundles with these files, and waits for the end of its processing. */
const process = async (assistant: TestClient, uploadUUID: string, files: FileToSend[]) => {
  await completeUploadOf(assistant, uploadUUID, files);
  return waitUntilProcessed(assistant, uploadUUID);
};

const downloaded = async (assistant: TestClient, studyID: number): Promise<Map<string, Buffer>> => {
  const { body } = await assistant.get(`/assistant/studies/${studyID}/download`);
  const reply = await fetch((body as z.infer<typeof PresignedURL>).presignedURL);
  return filesIn(Buffer.from(await reply.arrayBuffer()));
};

const expectFiles = (found: Map<string, Buffer>, sent: FileToSend[]) => {
  expect([...found.keys()].toSorted()).toEqual(sent.map(({ filename }) => filename).toSorted());
  for (const { filename, bytes } of sent)
    expect([filename, found.get(filename)?.equals(bytes)]).toEqual([filename, true]);
};

test('files sent in bundles, in ZIPs and alone are downloaded byte for byte; compressed ones are not recompressed', async () => {
  const portal = await ready();
  const { server, assistant } = portal;
  const { studyID, uploadUUID } = await newStudy(portal);
  const slices = volume(6);
  const notes = ['пусто', 'readme.txt'].map((filename, i) => ({
    filename,
    bytes: Buffer.from('Откройте viewer.exe\n'.repeat(i * 100)),
  }));
  const inside = Buffer.concat([Buffer.from('архив '.repeat(999)), slices[5]?.bytes ?? Buffer.alloc(0)]);
  const [bundledZip, plainZip] = ['а.zip', 'б.zip'].map((filename) => ({
    filename,
    bytes: makeZip([{ name: 'внутри.txt', content: inside }]),
  }));
  const broken = { filename: 'broken.zip', bytes: Buffer.from('PK and nothing else') };
  if (!bundledZip || !plainZip) throw new Error('no ZIPs');
  // level 9 differs from what the portal's own compression gives
  const payload = deflateRawSync(slices[0]?.bytes ?? Buffer.alloc(0), { level: 9 });
  const bundles = [
    bundleOf(slices.slice(0, 4), { number: 0 }),
    bundleOf([...notes, bundledZip, broken], { number: 1 }),
    bundleOf(slices.slice(4), { number: 2, method: 'stored' }),
  ];
  const first = bundles[0];
  if (first?.declared.files[0]) {
    const rest = first.bytes.subarray(first.declared.files[0].sentBytes);
    first.bytes = Buffer.concat([payload, rest]);
    first.declared.files[0].sentBytes = payload.length;
    first.declared.sizeBytes = first.bytes.length;
  }
  await sendBundles(assistant, uploadUUID, bundles);
  const alone = [{ filename: 'alone.txt', bytes: Buffer.from('отдельно') }, plainZip];
  await sendFiles(assistant, studyID, alone);
  const sent = [...slices, ...notes, bundledZip, broken, ...alone];
  expect(await process(assistant, uploadUUID, sent)).toMatchObject({ error: null, progress: 1 });

  const unzipped = ['а/внутри.txt', 'б/внутри.txt'].map((filename) => ({
    filename,
    bytes: inside,
  }));
  const expected = sent.filter(({ filename }) => filename === 'broken.zip' || !filename.endsWith('.zip'));
  expectFiles(await downloaded(assistant, studyID), [...expected, ...unzipped]);
  const study = responseOf(getStudy, await assistant.get(`/assistant/studies/${studyID}`));
  expect(study).toMatchObject({ status: 'done', imageCount: 6 });

  const { entries } = await server.context.db
    .selectFrom('objectIndexes')
    .select('entries')
    .executeTakeFirstOrThrow();
  const index = new Map(
    (entries as unknown as { name: string; method: string; compressedBytes: number }[]).map((entry) => [
      entry.name,
      entry,
    ]),
  );
  expect(index.get(slices[0]?.filename ?? '')).toMatchObject({
    method: 'deflate',
    compressedBytes: payload.length,
  });
  expect(index.get(slices[5]?.filename ?? '')).toMatchObject({ method: 'stored' });
  // the compression of the uploaded ZIP, not the faster one of the portal
  for (const { filename } of unzipped)
    expect(index.get(filename)).toMatchObject({ compressedBytes: deflateRawSync(inside).length });
  const usage = await server.context.db.selectFrom('uploadUsage').selectAll().executeTakeFirstOrThrow();
  expect(usage.unpackedBytes).toBe(
    [...expected, ...unzipped].reduce((sum, { bytes }) => sum + bytes.length, 0),
  );
});

const [a, b] = volume(2) as [FileToSend, FileToSend];

/** Bundles of two slices; the second slice is declared or sent wrongly. */
const damaged: [string, (bundle: TestBundle) => void, string][] = [
  [
    'a changed bit',
    ({ bytes }) => bytes.writeUInt8(bytes.readUInt8(bytes.length - 20) ^ 1, bytes.length - 20),
    'повреждён|искажением',
  ],
  [
    'a smaller size',
    ({ declared }) => declared.files.forEach((file, i) => (file.filesize -= i)),
    'с другим размером',
  ],
  [
    'a larger size',
    ({ declared }) => declared.files.forEach((file, i) => (file.filesize += i)),
    'с другим размером',
  ],
  [
    'a bomb, of which a kilobyte inflates to a megabyte',
    (bundle) => {
      const bomb = deflateRawSync(Buffer.alloc(256 * 1024 ** 2));
      const [first, second] = bundle.declared.files;
      if (!first || !second) throw new Error('the bundle has two files');
      second.sentBytes = bomb.length;
      bundle.bytes = Buffer.concat([bundle.bytes.subarray(0, first.sentBytes), bomb]);
      bundle.declared.sizeBytes = bundle.bytes.length;
    },
    'с другим размером',
  ],
  [
    'another CRC-32',
    ({ declared }) => declared.files.forEach((file, i) => i && (file.crc32 = '00000000')),
    'с искажением',
  ],
  [
    'another SHA-256',
    ({ declared }) => declared.files.forEach((file, i) => i && (file.sha256 = `${'A'.repeat(43)}=`)),
    'с искажением',
  ],
];

test('a bundle that differs from its declaration ends the upload with an error that names the file, and is kept', async () => {
  const portal = await ready();
  const { server, assistant } = portal;
  for (const [how, damage, sentence] of damaged) {
    const { studyID, uploadUUID } = await newStudy(portal);
    const bundle = bundleOf([a, b]);
    damage(bundle);
    await sendBundles(assistant, uploadUUID, [bundle]);
    const { error } = await process(assistant, uploadUUID, [a, b]);
    expect([how, error]).toEqual([how, expect.stringContaining(`Файл «${b.filename}»`)]);
    expect([how, error]).toEqual([how, expect.stringMatching(sentence)]);
    const study = responseOf(getStudy, await assistant.get(`/assistant/studies/${studyID}`));
    expect(study.status).toBe('in-work');
    const kept: number[] = [];
    for await (const { sizeBytes } of server.context.storage.list(`uploads/${uploadUUID}/`))
      kept.push(sizeBytes);
    expect(kept).toEqual([bundle.bytes.length]);
    if (how !== 'another SHA-256') continue;
    // the files can be sent again
    const again = await startUploadOf(assistant, studyID);
    expect(again.uploadUUID).not.toBe(uploadUUID);
    await sendBundles(assistant, again.uploadUUID, [bundleOf([a, b])]);
    expect(await process(assistant, again.uploadUUID, [a, b])).toMatchObject({ error: null });
    expectFiles(await downloaded(assistant, studyID), [a, b]);
  }
});
