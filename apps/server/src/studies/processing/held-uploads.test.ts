import { getOverview } from '@snimok/contract/administration/day-overview';
import { getStudy } from '@snimok/contract/studies/studies';
import { completeUpload, getUpload, releaseUpload } from '@snimok/contract/studies/uploads';
import { expect, test } from 'vitest';
import { endAbandonedUploads } from './abandoned-uploads.ts';
import { responseOf, sentenceOf } from '../../testing/requests-and-waiting/contract.ts';
import { radiograph } from '../../testing/scans/dicom.ts';
import {
  completeUploadOf,
  type FileToSend,
  sendFiles,
  waitUntilProcessed,
} from '../../testing/scans/sending.ts';
import { startServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';

/** A study of a patient of this name, to which a client has sent files with the request to hold them. */
const sendHolding = async (name: string, files: FileToSend[]) => {
  const server = await startServer();
  await server.work('process-upload');
  const account = await server.make.assistant();
  const assistant = await server.as(account);
  const owner = await server.make.doctor();
  const patient = await server.make.patient({ doctor: owner, name });
  const { studyID } = await server.make.study({ type: 'rg', patient });
  const uploadUUID = await sendFiles(assistant, studyID, files);
  const path = `/assistant/uploads/${uploadUUID}`;
  const read = async () => responseOf(getUpload, await assistant.get(path));
  return {
    ...server,
    account,
    assistant,
    owner,
    patient,
    studyID,
    uploadUUID,
    path,
    read,
    complete: async () => {
      const finalFiles = files.map(({ filename }) => filename);
      responseOf(
        completeUpload,
        await assistant.post(`${path}/complete`, { finalFiles, holdIfDiffers: true }),
      );
    },
    held: () => until('the upload to be held', async () => (await read()).held, 50),
    study: async () => responseOf(getStudy, await assistant.get(`/assistant/studies/${studyID}`)),
    attention: async () => responseOf(getOverview, await assistant.get('/assistant/overview')).attention,
  };
};

test('files that name another patient are published only after an assistant gives a reason, which is kept', async () => {
  const sent = await sendHolding('Петрова Анна', [radiograph()]);
  const { assistant, account, path, uploadUUID, context } = sent;
  await sent.complete();
  expect(await sent.held()).toEqual({
    people: [{ name: 'Иванов Иван Иванович', birthDate: '1980-01-02', sex: 'M' }],
    differences: ['name'],
    several: false,
    canBeConfirmed: true,
  });
  expect(await sent.read()).toMatchObject({ status: 'completed', error: null, progress: null });
  expect((await sent.study()).upload).toHaveProperty('held');
  const doctor = await sent.as(sent.owner);
  const own = `/doctor/patients/${sent.patient.patientID}/studies`;
  expect((await doctor.get(own)).body).toMatchObject({ studies: [{ status: 'in-work', panoURL: null }] });
  const { heldUploads } = await sent.attention();
  expect(heldUploads).toMatchObject({ totalCount: 1, items: [{ studyID: sent.studyID }] });
  // a held upload has no job, but is not ended as an abandoned one
  await endAbandonedUploads(context);
  expect(await sent.read()).toHaveProperty('held');

  const reason = 'Опечатка на аппарате';
  expect(responseOf(releaseUpload, await assistant.post(`${path}/release`, { reason }))).not.toHaveProperty(
    'held',
  );
  expect(await waitUntilProcessed(assistant, uploadUUID)).toMatchObject({ error: null });
  expect(await sent.study()).toMatchObject({
    status: 'done',
    patientConfirmation: { reason, byName: account.name, inFiles: [{ name: 'Иванов Иван Иванович' }] },
  });
  expect(await sent.attention()).toMatchObject({
    heldUploads: { totalCount: 0 },
    mismatches: { totalCount: 0 },
  });
  const events = await context.db.selectFrom('auditEvents').select(['action', 'details']).execute();
  expect(events.filter(({ action }) => action === 'study.confirm-patient')).toHaveLength(1);
  expect(JSON.stringify(events)).not.toContain(reason);
  expect(sentenceOf(await assistant.post(`${path}/release`, {}))).toBe(
    'Загрузка не ждёт решения: обновите страницу',
  );
});

test('after a correction of the card the files are compared again', async () => {
  const sent = await sendHolding('Петрова Анна', [radiograph()]);
  const { assistant, path, patient, uploadUUID } = sent;
  await sent.complete();
  await sent.held();
  await assistant.post(`${path}/release`, {});
  await sent.held();
  const corrected = { name: 'Иванов Иван', sex: 'male', birthday: '1980-01-02', phone: '+79991234567' };
  expect((await assistant.put(`/assistant/patients/${patient.patientID}`, corrected)).status).toBeLessThan(
    300,
  );
  await assistant.post(`${path}/release`, {});
  expect(await waitUntilProcessed(assistant, uploadUUID)).toMatchObject({ error: null });
  expect(await sent.study()).not.toHaveProperty('patientConfirmation');
});

test('files of two patients are never published together, and the upload can be stopped', async () => {
  const files = [radiograph('1.dcm'), radiograph('2.dcm', { birthDate: '1951-03-04' })];
  const sent = await sendHolding('Иванов Иван', files);
  const { assistant, path, studyID } = sent;
  await sent.complete();
  expect(await sent.held()).toMatchObject({
    several: true,
    canBeConfirmed: false,
    differences: ['birthDate'],
  });
  const refused = await assistant.post(`${path}/release`, { reason: 'Проверено' });
  expect(refused.status).toBe(409);
  expect(sentenceOf(refused)).toContain('снимки разных пациентов');
  expect((await assistant.delete(path)).status).toBe(204);
  expect((await sent.study()).upload).toBeNull();
  const again = await sendFiles(assistant, studyID, [radiograph()]);
  await completeUploadOf(assistant, again, [radiograph()]);
  expect(await waitUntilProcessed(assistant, again)).toMatchObject({ error: null });
});

test('an upload whose patient was confirmed with a reason is released only if its files name that patient', async () => {
  const sent = await sendHolding('Петрова Анна', [radiograph()]);
  const { assistant, path, uploadUUID } = sent;
  const person = { name: 'Иванов Иван Иванович', birthDate: '1980-01-02' };
  const confirm = (body: object) => assistant.post(`${path}/confirm-patient`, body);
  expect((await confirm({ ...person, name: 'Сидоров Пётр', reason: 'Проверено' })).status).toBe(204);
  await sent.complete();
  await sent.held();
  expect((await confirm({ ...person, reason: 'Проверено' })).status).toBe(204);
  await assistant.post(`${path}/release`, {});
  expect(await waitUntilProcessed(assistant, uploadUUID)).toMatchObject({ error: null });
  expect(await sent.study()).toMatchObject({ patientConfirmation: { reason: 'Проверено' } });
});

test('without a request to hold them, files that name another patient are published, and the study is marked', async () => {
  const files = [radiograph('1.dcm'), radiograph('2.dcm', { name: 'Сидоров Пётр' })];
  const sent = await sendHolding('Иванов Иван', files);
  await completeUploadOf(sent.assistant, sent.uploadUUID, files);
  expect(await waitUntilProcessed(sent.assistant, sent.uploadUUID)).toMatchObject({ error: null });
  const { mismatches } = await sent.attention();
  expect(mismatches).toMatchObject({ totalCount: 1, items: [{ nameInFiles: 'Сидоров Пётр' }] });
  const confirm = `/assistant/studies/${sent.studyID}/confirm-patient`;
  expect((await sent.assistant.post(confirm, { reason: 'Проверено' })).status).toBe(204);
  expect(await sent.study()).toMatchObject({ patientConfirmation: { reason: 'Проверено' } });
});
