import { getPanorama } from '@snimok/contract/studies/panorama';
import { getStudy, type PresignedURL } from '@snimok/contract/studies/studies';
import { cbctSeries } from '@snimok/phantom/series';
import { crc32 } from 'node:zlib';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { bundleOf, registerBundlesOf, sendBundles, type TestBundle } from '../../../testing/scans/bundles.ts';
import { startClamdStandIn, testVirus } from '../../../testing/outside/clamd-stand-in.ts';
import { responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { volume } from '../../../testing/scans/dicom.ts';
import {
  completeUploadOf,
  type FileToSend,
  putBytes,
  startUploadOf,
} from '../../../testing/scans/sending.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { filesIn } from '../../../testing/scans/zips.ts';
import { examineArrivedBundles } from './examine-bundles.ts';
import { processSentFiles } from '../process-upload.ts';

const { signal } = new AbortController();

/** An upload whose bundles the worker examines before it is completed; each step stands for one job. */
const ready = async (bundles: TestBundle[], settings: Record<string, string> = {}) => {
  const server = await startServer(settings);
  const assistant = await server.as(await server.make.assistant());
  const { studyID } = await server.make.study({ type: 'cbct' });
  const { uploadUUID } = await startUploadOf(assistant, studyID);
  await sendBundles(assistant, uploadUUID, bundles);
  await examineArrivedBundles(server.context, { uploadUUID }, signal);
  const url = `/assistant/studies/${studyID}`;
  /** the folders that each parser process started from now on may write */
  const started: string[][] = [];
  const { sandbox } = server.context;
  const start = sandbox.start.bind(sandbox);
  sandbox.start = (module) => {
    started.push(module.access.write);
    return start(module);
  };
  return {
    server,
    assistant,
    uploadUUID,
    started,
    complete: (files: FileToSend[]) => completeUploadOf(assistant, uploadUUID, files),
    process: () => processSentFiles(server.context, { uploadUUID }, signal),
    study: async () => responseOf(getStudy, await assistant.get(url)),
    panorama: async () => responseOf(getPanorama, await assistant.get(`${url}/panorama`)),
    downloaded: async () => {
      const { body } = await assistant.get(`${url}/download`);
      const reply = await fetch((body as z.infer<typeof PresignedURL>).presignedURL);
      return filesIn(Buffer.from(await reply.arrayBuffer()));
    },
  };
};

const expectFiles = (found: Map<string, Buffer>, sent: FileToSend[]) => {
  expect([...found.keys()].toSorted()).toEqual(sent.map(({ filename }) => filename).toSorted());
  for (const { filename, bytes } of sent)
    expect([filename, found.get(filename)?.equals(bytes)]).toEqual([filename, true]);
};

test('bundles that were examined are copied without being inflated again', async () => {
  const files = [...volume(6), { filename: 'readme.txt', bytes: Buffer.from('Откройте viewer.exe') }];
  const upload = await ready([bundleOf(files.slice(0, 4)), bundleOf(files.slice(4), { number: 1 })]);
  await upload.complete(files);
  await upload.process();
  expect(await upload.study()).toMatchObject({ status: 'done', imageCount: 6 });
  expectFiles(await upload.downloaded(), files);
  // six slices are too few for a panorama, so nothing is left for a parser process
  expect(upload.started).toEqual([]);
});

test('the panorama is made from the bundles', async () => {
  const jaws = [
    ...cbctSeries(
      { size: [130, 120, 84], spacingMm: 0.9 },
      {
        patient: { name: 'Иванов Иван Иванович', id: '1', birthDate: '1980-01-02', sex: 'M' },
        takenOn: '2026-11-21',
        studyInstanceUID: '2.25.7001',
        seriesInstanceUID: '2.25.7002',
        seriesNumber: 1,
        seriesDescription: 'КЛКТ',
        manufacturer: 'Снимок',
        model: 'Фантом',
      },
    ),
  ].map(({ filename, bytes }): FileToSend => ({ filename, bytes: Buffer.from(bytes) }));
  const middle = jaws.length >> 1;
  const upload = await ready([
    bundleOf(jaws.slice(0, middle)),
    bundleOf(jaws.slice(middle), { number: 1, method: 'stored' }),
  ]);
  await upload.complete(jaws);
  await upload.process();
  expect(await upload.panorama()).toMatchObject({ status: 'ready' });
  expect(upload.started).toHaveLength(1);
});

test('files are checked for malware as they arrive, and an infected file ends the upload with an error', async () => {
  const { url, scanned } = await startClamdStandIn();
  const files = volume(3);
  const clean = await ready([bundleOf(files)], { CLAMD_URL: url });
  const sizes = files.map(({ bytes }) => bytes.length).toSorted();
  expect(scanned.toSorted()).toEqual(sizes);
  await clean.complete(files);
  await clean.process();
  expect((await clean.study()).status).toBe('done');
  expect(scanned.toSorted()).toEqual(sizes);

  const infected = [...files, { filename: 'viewer.exe', bytes: testVirus() }];
  const refused = await ready([bundleOf(infected)], { CLAMD_URL: url });
  await refused.complete(infected);
  await refused.process();
  const { status, upload } = await refused.study();
  expect(status).toBe('in-work');
  expect(upload?.error).toContain('В файле «viewer.exe» найдена вредоносная программа');
});

test('files that arrived before the malware scanner was set up are checked when they are processed', async () => {
  const { url, scanned } = await startClamdStandIn();
  const files = volume(3);
  const upload = await ready([bundleOf(files)]);
  upload.server.context.config.clamdURL = url;
  await upload.complete(files);
  await upload.process();
  expect((await upload.study()).status).toBe('done');
  expect(scanned).toHaveLength(3);
});

test('a bundle that is replaced after it was examined never becomes a study', async () => {
  const files = volume(3);
  const bundle = bundleOf(files, { method: 'stored' });
  const upload = await ready([bundle]);
  const forged = Buffer.from(bundle.bytes);
  forged[forged.length - 1] = (forged.at(-1) ?? 0) ^ 1;
  const [target] = await registerBundlesOf(upload.assistant, upload.uploadUUID, [bundle]);
  expect((await putBytes(target?.presignedURL ?? '', forged)).status).toBe(200);
  // simulates a sender that has found other bytes with the same CRC-32
  const lastBytes = files.at(-1)?.bytes.length ?? 0;
  const checksums = [bundle.bytes, forged].map((bytes) => crc32(bytes.subarray(-lastBytes)));
  await sql`update upload_bundles set examined = replace(examined, ${`"packedCRC32":${checksums[0]}`},
    ${`"packedCRC32":${checksums[1]}`})`.execute(upload.server.context.db);
  await upload.complete(files);
  await expect(upload.process()).rejects.toThrow('the packed content changed');
  await upload.process();
  const { status, upload: ended } = await upload.study();
  expect(status).toBe('in-work');
  expect(ended?.error).toContain(`Файл «${files.at(-1)?.filename}»`);
  expect(await upload.server.context.db.selectFrom('objects').selectAll().execute()).toEqual([]);
});
