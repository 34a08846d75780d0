import { BUNDLE_BYTES, MAX_BUNDLED_FILE_BYTES } from '@snimok/contract/studies/bundles';
import { expect, test } from 'vitest';
import { bundleOf, postBundles, registerBundlesOf, sendBundles } from '../../../testing/scans/bundles.ts';
import { refusal } from '../../../testing/requests-and-waiting/contract.ts';
import { putBytes, startUploadOf } from '../../../testing/scans/sending.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { bytes, complete, makeStudyToSend, register } from './upload.fixture.ts';

const open = async (settings: Record<string, string> = {}) => {
  const server = await startServer(settings);
  const { studyID, assistant } = await makeStudyToSend(server);
  const { uploadUUID } = await startUploadOf(assistant, studyID);
  const uploadedNames = async () =>
    (await startUploadOf(assistant, studyID)).files
      .filter(({ uploaded }) => uploaded)
      .map(({ filename }) => filename);
  return { server, studyID, assistant, uploadUUID, uploadedNames };
};

const a = { filename: 'Серия/а.dcm', bytes: bytes('a'.repeat(1000)) };
const b = { filename: 'Серия/б.dcm', bytes: bytes('b'.repeat(2000)) };

test('the files of a bundle are sent in one request and completed beside files sent alone', async () => {
  const { studyID, assistant, uploadUUID, uploadedNames } = await open();
  const bundle = bundleOf([a, b]);
  const [target] = await registerBundlesOf(assistant, uploadUUID, [bundle]);
  expect(target).toMatchObject({ number: 0, uploaded: false });
  const alone = await register(assistant, uploadUUID, 'c.dcm', 3);
  expect((await startUploadOf(assistant, studyID)).files).toEqual([
    { filename: 'c.dcm', filesize: 3, uploaded: false },
    { filename: a.filename, filesize: 1000, uploaded: false },
    { filename: b.filename, filesize: 2000, uploaded: false },
  ]);
  expect(refusal(await complete(assistant, uploadUUID, [a.filename]))).toEqual([
    400,
    `Файл «${a.filename}» загружен не полностью. Загрузите его ещё раз`,
  ]);
  const url = target?.presignedURL ?? '';
  expect((await putBytes(url, bundle.bytes.subarray(1))).status).toBe(400);
  expect((await putBytes(url, Buffer.concat([bundle.bytes, bytes('x')]))).status).toBe(413);
  expect(await uploadedNames()).toEqual([]);
  expect((await putBytes(url, bundle.bytes)).status).toBe(200);
  expect((await putBytes(alone, bytes('abc'))).status).toBe(200);
  expect(await uploadedNames()).toEqual(['c.dcm', a.filename, b.filename]);
  expect((await complete(assistant, uploadUUID, ['c.dcm', a.filename, b.filename])).status).toBe(200);
  // a completed upload cannot be changed
  expect((await putBytes(url, bundle.bytes)).status).toBe(403);
  expect((await postBundles(assistant, uploadUUID, [bundle.declared])).status).toBe(409);
});

test('a bundle registered again keeps its state, and one with other contents replaces its files', async () => {
  const { server, assistant, uploadUUID, uploadedNames } = await open();
  const first = bundleOf([a], { number: 1 });
  const second = bundleOf([b], { number: 2 });
  const before = await registerBundlesOf(assistant, uploadUUID, [first, second]);
  await putBytes(before[0]?.presignedURL ?? '', first.bytes);
  const colleague = await server.as(await server.make.assistant());
  const again = await registerBundlesOf(colleague, uploadUUID, [second, first]);
  expect(again.map(({ number, bundleUUID, uploaded }) => [number, bundleUUID, uploaded])).toEqual([
    [2, before[1]?.bundleUUID, false],
    [1, before[0]?.bundleUUID, true],
  ]);
  const sent = await server.context.db.selectFrom('uploadUsage').select(['sentFiles']).execute();
  expect(sent).toEqual([{ sentFiles: 2 }]);

  const other = { ...a, bytes: bytes('other') };
  await registerBundlesOf(assistant, uploadUUID, [bundleOf([other], { number: 1 })]);
  expect(await uploadedNames()).toEqual([]);
  // the first contents are registered again: the store has them
  expect(await registerBundlesOf(assistant, uploadUUID, [first])).toMatchObject([{ uploaded: true }]);
  expect(await uploadedNames()).toEqual([a.filename]);
});

test('a file of a bundle and a file sent alone under one name replace each other', async () => {
  const { studyID, assistant, uploadUUID, uploadedNames } = await open();
  await sendBundles(assistant, uploadUUID, [bundleOf([a, b])]);
  const alone = await register(assistant, uploadUUID, a.filename, 3);
  expect(await uploadedNames()).toEqual([b.filename]);
  await putBytes(alone, bytes('abc'));
  expect(await uploadedNames()).toEqual([a.filename, b.filename]);
  const stored = bundleOf([{ ...a, bytes: bytes('xy') }], { method: 'stored' });
  await sendBundles(assistant, uploadUUID, [stored]);
  expect((await startUploadOf(assistant, studyID)).files).toEqual([
    { filename: a.filename, filesize: 2, uploaded: true },
    { filename: b.filename, filesize: 2000, uploaded: true },
  ]);
  expect((await complete(assistant, uploadUUID, [a.filename])).status).toBe(200);
});

test('an invalid or inconsistent declaration of a bundle is refused, and none of its files is registered', async () => {
  const { studyID, assistant, uploadUUID } = await open();
  const { declared } = bundleOf([a, b]);
  const [file] = declared.files;
  const withFile = (changed: object) => ({ ...declared, files: [{ ...file, ...changed }] });
  const refused: [unknown, RegExp][] = [
    [{ ...declared, sizeBytes: declared.sizeBytes + 1 }, /^Размер пакета \(sizeBytes\) должен быть равен/],
    [{ ...declared, sizeBytes: 2 * BUNDLE_BYTES + 1 }, /^Размер пакета \(sizeBytes\): /],
    [{ ...declared, files: [] }, /^Файлы \(files\): /],
    [{ ...declared, files: [...declared.files, file] }, /^Файл «Серия\/а.dcm» указан в пакетах/],
    [withFile({ method: 'stored' }), /^Файл «Серия\/а.dcm» отправляется без сжатия/],
    [withFile({ method: 'brotli' }), /^Способ сжатия \(method\): /],
    [withFile({ filename: '../a' }), /^Имя файла \(filename\): /],
    [withFile({ filesize: MAX_BUNDLED_FILE_BYTES + 1 }), /^Размер файла \(filesize\): /],
    [withFile({ sentBytes: -1 }), /^Размер файла в пакете \(sentBytes\): /],
    [withFile({ crc32: 'ABCDEF00' }), /^Контрольная сумма CRC-32 \(crc32\): /],
    [withFile({ sha256: 'abc' }), /^Контрольная сумма SHA-256 \(sha256\): /],
    [{ ...declared, number: -1 }, /^Номер .*\(number\): /],
  ];
  for (const [bundle, sentence] of refused) {
    const reply = await postBundles(assistant, uploadUUID, [bundle]);
    expect([bundle, ...refusal(reply)]).toEqual([bundle, 400, expect.stringMatching(sentence)]);
  }
  expect((await postBundles(assistant, uploadUUID, [])).status).toBe(400);
  expect((await postBundles(assistant, uploadUUID, Array(9).fill(declared))).status).toBe(400);
  // the same name in two bundles of one request
  expect((await postBundles(assistant, uploadUUID, [declared, declared])).status).toBe(400);
  const dense = Array.from({ length: 4 }, (_, i) => ({
    ...file,
    filename: `${i}`,
    filesize: MAX_BUNDLED_FILE_BYTES,
  }));
  const sizeBytes = dense.reduce((sum, { sentBytes = 0 }) => sum + sentBytes, 0);
  expect(refusal(await postBundles(assistant, uploadUUID, [{ number: 1, sizeBytes, files: dense }]))).toEqual(
    [413, 'Файлы пакета сжаты неправдоподобно сильно. Отправьте их без сжатия'],
  );
  expect((await startUploadOf(assistant, studyID)).files).toEqual([]);
});

test('limits of the upload and of the day count the original bytes of bundled files', async () => {
  const { server, assistant, uploadUUID } = await open({ UPLOAD_MAX_FILES: '3', UPLOAD_DAILY_FILES: '3' });
  await sendBundles(assistant, uploadUUID, [bundleOf([a, b])]);
  const [usage] = await server.context.db.selectFrom('uploadUsage').selectAll().execute();
  expect(usage).toMatchObject({ sentFiles: 2, sentBytes: 3000 });
  const more = ['1', '2'].map((filename) => ({ filename, bytes: bytes('x') }));
  expect((await postBundles(assistant, uploadUUID, [bundleOf(more).declared])).status).toBe(413);
  await registerBundlesOf(assistant, uploadUUID, [bundleOf([{ filename: '1', bytes: bytes('x') }])]);
  const replaced = bundleOf([{ filename: '1', bytes: bytes('yy') }]);
  expect((await postBundles(assistant, uploadUUID, [replaced.declared])).status).toBe(429);
});

test('bundles of an unknown upload are not found', async () => {
  const { assistant } = await open();
  for (const uuid of ['11111111-1111-4111-8111-111111111111', 'никогда'])
    expect((await postBundles(assistant, encodeURIComponent(uuid), [bundleOf([a]).declared])).status).toBe(
      404,
    );
});
