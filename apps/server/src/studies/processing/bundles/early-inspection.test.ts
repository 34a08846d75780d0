import { getUpload } from '@snimok/contract/studies/uploads';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { bundleOf, sendBundles } from '../../../testing/scans/bundles.ts';
import { responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { volume } from '../../../testing/scans/dicom.ts';
import { completeUploadOf, startUploadOf, waitUntilProcessed } from '../../../testing/scans/sending.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';

test('images and patient are known while the upload continues, and are not examined again', async () => {
  const server = await startServer();
  await server.work('process-upload', 'examine-bundles', 'discard-upload');
  const assistant = await server.as(await server.make.assistant());
  const patient = await server.make.patient({ name: 'Петрова Анна' });
  const { studyID } = await server.make.study({ type: 'cbct', patient });
  const { uploadUUID, preview } = await startUploadOf(assistant, studyID);
  expect(preview).toBeUndefined();
  const slices = volume(6);
  const state = async () => responseOf(getUpload, await assistant.get(`/assistant/uploads/${uploadUUID}`));
  await sendBundles(assistant, uploadUUID, [bundleOf(slices.slice(0, 4), { number: 0 })]);
  await until('the first bundle to be examined', async () => (await state()).preview?.imageCount === 4);
  expect((await state()).preview).toMatchObject({
    imageCount: 4,
    patientInFiles: { name: 'Иванов Иван Иванович', birthDate: '1980-01-02', sex: 'M' },
    patientDiffers: true,
  });
  // a damaged bundle is reported when it is processed
  const damaged = bundleOf([{ filename: 'б.dcm', bytes: Buffer.alloc(100) }]);
  damaged.declared.files.forEach((file) => (file.crc32 = '00000000'));
  await sendBundles(assistant, uploadUUID, [bundleOf(slices.slice(4), { number: 1 })]);
  await until('the second bundle to be examined', async () => (await state()).preview?.imageCount === 6);
  await sendBundles(assistant, uploadUUID, [damaged]);
  const examined = await server.context.db.selectFrom('uploadBundles').select('examined').execute();
  expect(examined.some(({ examined: text }) => text?.includes(slices[5]?.filename ?? ''))).toBe(true);

  // changes the stored facts, so that the study shows whether they are used
  await sql`update upload_bundles set examined = replace(examined, 'Иванов', 'Сидоров')`.execute(
    server.context.db,
  );
  await completeUploadOf(assistant, uploadUUID, slices);
  expect(await waitUntilProcessed(assistant, uploadUUID)).toMatchObject({ error: null });
  expect(await state()).not.toHaveProperty('preview');
  const object = await server.context.db.selectFrom('objects').selectAll().executeTakeFirstOrThrow();
  expect(object).toMatchObject({ imageCount: 6, studyInstanceUID: '2.25.1001', warnings: [] });
  expect(object.patientInFiles).toMatchObject({ name: 'Сидоров Иван Сидорович' });
  await until('the facts to be deleted', async () => {
    const left = await server.context.db
      .selectFrom('uploadBundles')
      .select('examined')
      .where('examined', 'is not', null)
      .execute();
    return left.length === 0;
  });
});
