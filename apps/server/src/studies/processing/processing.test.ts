import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { getStudy, type PresignedURL } from '@snimok/contract/studies/studies';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { TestClient } from '../../testing/requests-and-waiting/client.ts';
import { radiograph, volume } from '../../testing/scans/dicom.ts';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import {
  completeUploadOf,
  type FileToSend,
  waitUntilProcessed,
  sendFiles,
  sendStudy,
  startUploadOf,
} from '../../testing/scans/sending.ts';
import { startServer, type TestServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { filesIn, zipOf } from '../../testing/scans/zips.ts';

const file = (filename: string, content: string | Uint8Array): FileToSend => ({
  filename,
  bytes: typeof content === 'string' ? Buffer.from(content) : content,
});

/** A portal with a worker, an assistant, and a study of this type without files. */
const ready = async (type: 'rg' | 'cbct') => {
  const server = await startServer();
  await server.work();
  const account = await server.make.doctor();
  const { studyID, patientID } = await server.make.study({ doctor: account, type });
  const assistant = await server.as(await server.make.assistant());
  const study = async () => responseOf(getStudy, await assistant.get(`/assistant/studies/${studyID}`));
  return { server, studyID, patientID, account, assistant, study };
};

const downloaded = async (client: TestClient, path: string): Promise<Buffer> => {
  const { body } = await client.get(path);
  const reply = await fetch((body as z.infer<typeof PresignedURL>).presignedURL);
  expect(reply.status).toBe(200);
  return Buffer.from(await reply.arrayBuffer());
};

/** Expects the ZIP to contain exactly the uploaded files, byte for byte. */
const expectFiles = async (zip: Buffer, sent: FileToSend[]) => {
  const found = await filesIn(zip);
  expect([...found.keys()].toSorted()).toEqual(sent.map(({ filename }) => filename).toSorted());
  for (const { filename, bytes } of sent) {
    expect([filename, found.get(filename)?.equals(bytes)]).toEqual([filename, true]);
  }
};

const keysIn = async ({ context }: TestServer, prefix: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of context.storage.list(prefix)) keys.push(key);
  return keys;
};

test('a doctor downloads a folder of slices with a vendor’s viewer byte for byte as it was uploaded', async () => {
  const { server, studyID, patientID, account, assistant, study } = await ready('cbct');
  const vendor = [
    file('Просмотр/viewer.exe', Buffer.from(Array.from({ length: 70_000 }, (_, i) => (i * i) & 255))),
    file('Просмотр/autorun.inf', '[autorun]\r\nopen=viewer.exe\r\n'),
    file('DICOMDIR', 'not a readable DICOMDIR'),
    file('пусто', ''),
    file('отчёт.pdf', '%PDF-1.4 …'),
    file('photo.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0])),
  ];
  const sent = [...volume(12, 'Снимки/Серия 1'), ...vendor];
  expect(await sendStudy(assistant, studyID, sent)).toMatchObject({
    status: 'processed',
    error: null,
    progress: 1,
  });

  const done = await study();
  expect(done).toMatchObject({ status: 'done', imageCount: 12, restored: false, assistantCanDelete: true });
  expect(done.upload).toMatchObject({ status: 'processed', error: null });
  const doctor = await server.as(account);
  const path = `/patients/${patientID}/studies/${studyID}`;
  const zip = await downloaded(doctor, `/doctor${path}/download`);
  expect(zip.length).toBe(done.sizeBytes);
  await expectFiles(zip, sent);
  expect(await downloaded(assistant, `/assistant/studies/${studyID}/download`)).toEqual(zip);

  const object = await server.context.db.selectFrom('objects').selectAll().executeTakeFirstOrThrow();
  expect(object).toMatchObject({
    sizeBytes: zip.length,
    sha256: createHash('sha256').update(zip).digest(),
    studyInstanceUID: '2.25.1001',
    patientInFiles: { name: 'Иванов Иван Иванович', birthDate: '1980-01-02', sex: 'M' },
  });
  expect(object.warnings).toEqual([expect.stringMatching(/^photo\.jpg: /)]);
  const series = await server.context.db.selectFrom('objectSeries').selectAll().execute();
  expect(series).toMatchObject([{ modality: 'CT', description: 'КЛКТ', imageCount: 12 }]);

  // twelve slices are too few for a panorama
  expect(done.panoURL).toBeNull();
  expect((await doctor.get(`/doctor${path}`)).body).toMatchObject({
    status: 'available',
    panoURL: null,
  });
  // the uploaded files and the working files are removed
  await until(
    'the removal of the uploaded files',
    async () => (await keysIn(server, 'uploads/')).length === 0,
  );
  const work = join(server.context.config.dataDir, 'work');
  await until('the removal of the working files', async () => (await readdir(work)).length === 0);
  expect((await assistant.post(`/assistant/studies/${studyID}/upload`)).status).toBe(409);
});

test('a ZIP is unpacked into the root if it is the only file, otherwise into a folder named after it', async () => {
  const { server, studyID, assistant, study } = await ready('cbct');
  const inside = [...volume(3), file('Просмотр/readme.txt', 'Откройте viewer.exe')];
  await sendStudy(assistant, studyID, [file('Иванов КЛКТ.ZIP', await zipOf(inside))]);
  expect(await study()).toMatchObject({ status: 'done', imageCount: 3 });
  await expectFiles(await downloaded(assistant, `/assistant/studies/${studyID}/download`), inside);

  const other = await server.make.study({ type: 'cbct' });
  const note = file('note.txt', 'смотри архив');
  const broken = file('broken.zip', 'PK and nothing else');
  const sent = [note, broken, file('Архив/КЛКТ.zip', await zipOf(inside))];
  await sendStudy(assistant, other.studyID, sent);
  const expected = inside.map(({ filename, bytes }) => ({ filename: `Архив/КЛКТ/${filename}`, bytes }));
  await expectFiles(await downloaded(assistant, `/assistant/studies/${other.studyID}/download`), [
    note,
    broken,
    ...expected,
  ]);
});

test('files that would get the same name are all stored', async () => {
  const { studyID, assistant } = await ready('cbct');
  const [one, two] = volume(2, 'КЛКТ');
  const zip = file(
    'КЛКТ.zip',
    await zipOf([{ filename: 'IM0001.dcm', bytes: two?.bytes ?? Buffer.alloc(0) }]),
  );
  await sendStudy(assistant, studyID, [one ?? file('', ''), zip]);
  const found = await filesIn(await downloaded(assistant, `/assistant/studies/${studyID}/download`));
  expect([...found.keys()].toSorted()).toEqual(['КЛКТ/IM0001 (2).dcm', 'КЛКТ/IM0001.dcm']);
  const contents = [...found.values()].map((bytes) => bytes.toString('base64')).toSorted();
  const sent = [one, two].map((each) => Buffer.from(each?.bytes ?? []).toString('base64')).toSorted();
  expect(contents).toEqual(sent);
});

test('an X-ray is recognised as DICOM or an image by its content, not by its file name', async () => {
  const { server, studyID, account, assistant, study } = await ready('rg');
  await sendStudy(assistant, studyID, [radiograph('снимок без расширения')]);
  const done = await study();
  expect(done).toMatchObject({ status: 'done', imageCount: 1, panoURL: expect.any(String) });
  for (const who of [assistant, await server.as(account)]) {
    for (const size of ['full', 'card']) {
      const shown = await fetch(`${server.address}${done.panoURL}&size=${size}`, {
        headers: { cookie: who.cookie },
      });
      const { format, width, height } = await sharp(await shown.arrayBuffer()).metadata();
      expect({ format, width, height }).toEqual({ format: 'jpeg', width: 32, height: 24 });
    }
  }

  const plain = await server.make.study({ type: 'rg' });
  const picture = await sharp({ create: { width: 50, height: 20, channels: 3, background: '#888' } })
    .png()
    .toBuffer();
  await sendStudy(assistant, plain.studyID, [file('IMG_0001.dat', picture), file('logo.txt', 'логотип')]);
  expect((await assistant.get(`/assistant/studies/${plain.studyID}`)).body).toMatchObject({
    status: 'done',
    imageCount: 1,
    panoURL: expect.any(String),
  });
});

test('files without images end the upload with a Russian error, are kept, and a new upload is possible', async () => {
  const { server, studyID, assistant, study } = await ready('cbct');
  const picture = await sharp({ create: { width: 5, height: 5, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer();
  const cases: [files: FileToSend[], error: RegExp][] = [
    [[file('readme.txt', 'ничего'), file('photo.jpg', picture)], /^В файлах нет снимков\. Для КЛКТ/],
    [[file('КЛКТ.zip', 'это не архив')], /^Архив «КЛКТ\.zip» не читается: /],
    [[file('КЛКТ.zip', await zipOf([file('readme.txt', 'ничего')]))], /^В файлах нет снимков\. Для КЛКТ/],
    [
      [file('a.dcm', Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), Buffer.alloc(20, 255)]))],
      /^Файл «a\.dcm» не удалось прочитать/,
    ],
  ];
  const kept: string[] = [];
  for (const [files, error] of cases) {
    const upload = await sendStudy(assistant, studyID, files);
    expect(upload).toMatchObject({
      status: 'processed',
      error: expect.stringMatching(error),
      progress: null,
    });
    expect(upload.error).not.toMatch(/[a-z]{4,}(?<!DICOM|KLKT)(?!\.)/);
    const now = await study();
    expect(now).toMatchObject({ status: 'in-work', panoURL: null, sizeBytes: null, upload });
    kept.push(upload.uploadUUID);
    for (const uuid of kept) expect((await keysIn(server, `uploads/${uuid}/`)).length).toBeGreaterThan(0);
  }
  expect(await keysIn(server, 'studies/')).toEqual([]);
  const next = await startUploadOf(assistant, studyID);
  expect(kept).not.toContain(next.uploadUUID);
  expect(next).toMatchObject({ status: 'uploading', files: [] });
  expect(await sendStudy(assistant, studyID, volume(2))).toMatchObject({
    uploadUUID: next.uploadUUID,
    error: null,
  });
  expect(await study()).toMatchObject({ status: 'done', imageCount: 2 });
});

test('DICOM texts that PostgreSQL cannot store do not fail the upload', async () => {
  const { server, studyID, assistant, study } = await ready('cbct');
  const [slice] = volume(1);
  const bytes = Buffer.from(slice?.bytes ?? []);
  // NUL, half a Cyrillic letter and an escape inside the patient's name and the description
  bytes.write('\u0000\u0000\u001b', bytes.indexOf('Иван^'), 'latin1');
  bytes.writeUInt8(0xd0, bytes.indexOf('КЛКТ') + 1);
  expect(await sendStudy(assistant, studyID, [file('a.dcm', bytes)])).toMatchObject({ error: null });
  expect(await study()).toMatchObject({ status: 'done' });
  await expectFiles(await downloaded(assistant, `/assistant/studies/${studyID}/download`), [
    file('a.dcm', bytes),
  ]);
  const { patientInFiles } = await server.context.db
    .selectFrom('objects')
    .selectAll()
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(patientInFiles)).not.toMatch(/\\u00(00|1b)/);
});

test('uploads that are completed at the same time are all processed', async () => {
  const { server, assistant } = await ready('cbct');
  const files = volume(2);
  const uploads = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const { studyID } = await server.make.study();
      const uploadUUID = await sendFiles(assistant, studyID, files);
      await completeUploadOf(assistant, uploadUUID, files);
      return uploadUUID;
    }),
  );
  for (const uploadUUID of uploads) {
    expect(await waitUntilProcessed(assistant, uploadUUID)).toMatchObject({ error: null });
  }
  expect((await assistant.get('/assistant/counters')).body).toMatchObject({ patientsInWorkCount: 1 });
});

test('a DICOM file whose preamble is a TIFF header is recognised as DICOM', async () => {
  const server = await startServer();
  await server.work();
  const assistant = await server.as(await server.make.assistant());
  const { studyID } = await server.make.study({ type: 'cbct' });
  const files = volume(3).map(({ filename, bytes }) => {
    const copy = Uint8Array.from(bytes);
    copy.set([0x49, 0x49, 0x2a, 0x00]);
    return { filename, bytes: copy };
  });
  expect((await sendStudy(assistant, studyID, files)).error).toBeNull();
});
