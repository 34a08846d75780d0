import type { ResponseOf } from '@snimok/contract/platform/endpoint';
import { getPatient } from '@snimok/contract/people/patients';
import { getStudy } from '@snimok/contract/studies/studies';
import { CLIENT, PATIENT } from '../../../testing/answers.ts';
import { showSignedIn } from '../../../testing/show.tsx';
import { expect, page, test } from '../../../testing/test.ts';
import { StartedRow } from './started-row.tsx';

const { patientID, doctorID } = PATIENT;
const STARTED = { studyID: 9, patientID, doctorID, patientName: PATIENT.name };
const ROW = {
  id: 'a',
  files: null,
  set: { count: 1, names: ['1.dcm'], fingerprint: '', studyUID: null, handlesID: null },
};
const ARCHIVED: ResponseOf<typeof getStudy> = {
  studyID: 9,
  patientID,
  doctorID,
  type: 'rg',
  patientName: PATIENT.name,
  doctorName: CLIENT.name,
  createdAt: '2026-11-27T10:00:00.000Z',
  examinedAt: null,
  comment: '',
  creatorName: 'Участник',
  assistantCanDelete: false,
  status: 'archived',
  restored: false,
  comingBack: false,
  panoURL: null,
  sizeBytes: 1,
  imageCount: 1,
  openProtests: [],
  letter: null,
  upload: {
    uploadUUID: '6f1c8a52-6a1f-4c62-9a3c-0f6f0c9d1a11',
    status: 'processed',
    error: null,
    progress: 1,
  },
};

test('a study that was archived after its upload is shown as archived, not as visible or stopped', async ({
  server,
}) => {
  server.answer(getPatient, PATIENT);
  server.answer(getStudy, ARCHIVED);
  showSignedIn(<StartedRow row={ROW} started={STARTED} />);
  await expect.element(page.getByText('Файлы исследования перенесены в архив.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Убрать' })).toBeVisible();
});

test('a study that returns from the archive is shown as being restored, not as stopped', async ({
  server,
}) => {
  server.answer(getPatient, PATIENT);
  server.answer(getStudy, { ...ARCHIVED, status: 'in-work', restored: true, comingBack: true });
  showSignedIn(<StartedRow row={ROW} started={STARTED} />);
  await expect.element(page.getByText('Восстанавливается, обычно несколько минут')).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});
