import { listDropdownDoctors } from '@snimok/contract/people/doctors';
import { suggestIntake } from '@snimok/contract/reception/scan-intake';
import { confirmUploadPatient } from '@snimok/contract/studies/patient-confirmation';
import { getPatient, listDropdownPatients } from '@snimok/contract/people/patients';
import { createStudy } from '@snimok/contract/studies/studies';
import { startUpload } from '@snimok/contract/studies/uploads';
import { CLIENT, PATIENT } from '../../../testing/answers.ts';
import { showSignedIn } from '../../../testing/show.tsx';
import { expect, page, test } from '../../../testing/test.ts';
import { emptyPatient } from '../../people/patients/patient-fields.tsx';
import { summarise } from '../../studies/uploads/inspect/inspect-files.ts';
import { forgetUpload } from '../../studies/uploads/send/uploads.ts';
import { RowForm } from './row-form.tsx';

const { patientID, doctorID } = PATIENT;
const uploadUUID = '6f1c8a52-6a1f-4c62-9a3c-0f6f0c9d1a11';
const file = new File(['1'], '1.dcm');
const IN_FILES = { name: 'Петров Пётр', birthday: '1950-01-01', sex: null };
const ROW = {
  id: 'a',
  addedAt: 0,
  files: [{ filename: '1.dcm', file }],
  takenOn: null,
  set: { count: 1, names: ['1.dcm'], fingerprint: '', studyUID: null, handlesID: null },
  findings: { ...summarise([]), frameCount: 1, contents: ['dicom' as const], people: [IN_FILES] },
  sought: { name: IN_FILES.name, birthday: IN_FILES.birthday, clientNames: [] },
  choice: 'other',
  type: 'rg' as const,
  doctorID: null,
  patient: emptyPatient,
  other: { doctorID, patientID },
  isCreating: false,
  problem: null,
  started: null,
  stopped: null,
  requests: {},
};

test('files of another patient are sent only after a confirmation, which reaches the server first', async ({
  server,
}) => {
  server.answer(suggestIntake, { suggestions: [], clients: [] });
  server.answer(listDropdownDoctors, { doctors: [{ doctorID, name: CLIENT.name }] });
  server.answer(listDropdownPatients, { patients: [{ patientID, name: PATIENT.name }] });
  server.answer(getPatient, PATIENT);
  const created = server.answer(createStudy, { studyID: 9 });
  server.answer(startUpload, { uploadUUID, status: 'uploading', error: null, progress: null, files: [] });
  // ends this upload here: what follows is not tested
  const confirmed = server.refuse(confirmUploadPatient, { status: 403, error: 'Нет права' });
  showSignedIn(<RowForm row={ROW} />);
  const send = page.getByRole('button', { name: 'Загрузить в эту карточку' });
  await expect.element(page.getByText(/В файлах указан другой пациент: Петров Пётр/)).toBeVisible();
  await send.click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('Петров Пётр, 01.01.1950')).toBeVisible();
  await expect.element(dialog.getByText(`${PATIENT.name}, 04.05.1984, жен.`)).toBeVisible();
  await expect.element(dialog.getByText(/снимки сразу увидит врач/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Это тот же пациент, загрузить' }).click();
  await expect.element(dialog.getByText(/^Укажите, почему вы уверены/)).toBeVisible();
  expect(created).toEqual([]);
  await dialog.getByRole('radio', { name: 'У пациента сменилась фамилия' }).click();
  await dialog.getByRole('button', { name: 'Это тот же пациент, загрузить' }).click();
  await expect.poll(() => confirmed.length).toBe(1);
  expect(confirmed[0]?.body).toEqual({
    name: IN_FILES.name,
    birthDate: IN_FILES.birthday,
    reason: 'У пациента сменилась фамилия',
  });
  expect(created).toHaveLength(1);
  forgetUpload(9);
});
