import { getOverview } from '@snimok/contract/administration/day-overview';
import { getUpload } from '@snimok/contract/studies/uploads';
import { expect, test } from 'vitest';
import { bundleOf, sendBundles } from '../../../testing/scans/bundles.ts';
import { refusal, responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { volume } from '../../../testing/scans/dicom.ts';
import { completeUploadOf, startUploadOf } from '../../../testing/scans/sending.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { examineArrivedBundles } from '../../processing/bundles/examine-bundles.ts';
import { processSentFiles } from '../../processing/process-upload.ts';

const NEVER = new AbortController().signal;
const files = volume(3);
/** The patient whom the files name. */
const IN_FILES = { name: 'Иванов Иван Иванович', birthDate: '1980-01-02' };

const ready = async () => {
  const server = await startServer();
  const assistant = await server.as(await server.make.assistant({ name: 'Ольга Петрова' }));
  const colleague = await server.as(await server.make.assistant());
  /** An upload whose files name another patient than the card. */
  const send = async () => {
    const patient = await server.make.patient({ name: 'Сидорова Мария' });
    const { studyID } = await server.make.study({ patient, type: 'cbct' });
    const { uploadUUID } = await startUploadOf(assistant, studyID);
    await sendBundles(assistant, uploadUUID, [bundleOf(files)]);
    await examineArrivedBundles(server.context, { uploadUUID }, NEVER);
    const path = `/assistant/uploads/${uploadUUID}`;
    return {
      patient,
      studyID,
      confirm: (person: unknown) => assistant.post(`${path}/confirm-patient`, person),
      preview: async () => responseOf(getUpload, await colleague.get(path)).preview,
      async process() {
        await completeUploadOf(assistant, uploadUUID, files);
        await processSentFiles(server.context, { uploadUUID }, NEVER);
      },
    };
  };
  const mismatches = async () =>
    responseOf(getOverview, await colleague.get('/assistant/overview')).attention.mismatches.items.map(
      ({ studyID }) => studyID,
    );
  return { server, assistant, colleague, send, mismatches };
};

test('a patient who was confirmed while the files were sent stays confirmed after processing', async () => {
  const { colleague, send, mismatches } = await ready();
  const upload = await send();
  expect(await upload.preview()).toMatchObject({ patientDiffers: true });
  expect(await upload.preview()).not.toHaveProperty('patientConfirmedBy');
  expect((await upload.confirm(IN_FILES)).status).toBe(204);
  // in every window
  expect(await upload.preview()).toMatchObject({ patientDiffers: true, patientConfirmedBy: 'Ольга Петрова' });
  await upload.process();
  expect(await mismatches()).toEqual([]);
  expect(refusal(await upload.confirm(IN_FILES))).toEqual([409, 'Эта загрузка уже завершена']);
  const { body } = await colleague.get(`/assistant/patients/${upload.patient.patientID}/history`);
  expect(body).toMatchObject({
    events: expect.arrayContaining([
      expect.objectContaining({ action: 'study.confirm-patient', studyID: upload.studyID }),
    ]),
  });
});

test('a confirmation is valid neither for another patient nor after a change of the card', async () => {
  const { assistant, send, mismatches } = await ready();
  const unconfirmed = await send();
  await unconfirmed.process();
  const other = await send();
  expect((await other.confirm({ ...IN_FILES, name: 'Иванова Инна' })).status).toBe(204);
  expect(await other.preview()).not.toHaveProperty('patientConfirmedBy');
  await other.process();
  const changed = await send();
  await changed.confirm(IN_FILES);
  const card = { name: 'Козлов Пётр', birthday: '1990-05-06', sex: 'male' };
  const reply = await assistant.put(`/assistant/patients/${changed.patient.patientID}`, card);
  expect([reply.status, reply.body]).toEqual([204, '']);
  await changed.process();
  expect((await mismatches()).toSorted()).toEqual(
    [unconfirmed, other, changed].map(({ studyID }) => studyID).toSorted(),
  );
});

test('all spellings of the patient in the files are confirmed together', async () => {
  const { server, assistant, send } = await ready();
  const upload = await send();
  const other = { name: 'Иванов И. И.', birthDate: '1980-01-02' };
  expect((await upload.confirm({ ...other, others: [IN_FILES], reason: 'Опечатка' })).status).toBe(204);
  await upload.process();
  const { body } = await assistant.get(`/assistant/studies/${upload.studyID}`);
  expect(body).toMatchObject({ status: 'done', patientConfirmation: { reason: 'Опечатка' } });
  expect(await server.context.db.selectFrom('studies').select('patientDiffers').execute()).toEqual([
    { patientDiffers: false },
  ]);
});
