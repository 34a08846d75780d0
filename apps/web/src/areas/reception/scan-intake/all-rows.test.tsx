import type { RunningUpload } from '@snimok/api-client/upload/upload';
import { afterEach } from 'vitest';
import { showSignedIn } from '../../../testing/show.tsx';
import { expect, page, test } from '../../../testing/test.ts';
import { emptyPatient } from '../../people/patients/patient-fields.tsx';
import { summarise } from '../../studies/uploads/inspect/inspect-files.ts';
import { addUpload, removeUpload } from '../../studies/uploads/send/running-uploads.ts';
import { AllRows } from './all-rows.tsx';
import { describeSet } from './chosen-set.ts';
import type { IntakeRow } from './intake-rows.ts';

const STUDY_IDS = [9, 10];

afterEach(() => STUDY_IDS.forEach(removeUpload));

const startUpload = (studyID: number) =>
  // the screen reads only which study an upload belongs to
  addUpload({ upload: { studyID } as RunningUpload, patientName: 'Ромашкина Алла', path: '/' });

const sentRow = (studyID: number): IntakeRow => ({
  id: String(studyID),
  addedAt: 0,
  files: null,
  set: describeSet([], null),
  findings: summarise([]),
  sought: { name: '', birthday: null, clientNames: [] },
  takenOn: null,
  choice: 'new',
  type: 'rg',
  doctorID: 1,
  patient: emptyPatient,
  other: { doctorID: null, patientID: null },
  isCreating: false,
  problem: null,
  stopped: null,
  requests: {},
  started: { studyID, patientID: 1, doctorID: 1, patientName: 'Ромашкина Алла' },
});

test('the cards of all uploads can be removed together after the last upload has ended', async () => {
  STUDY_IDS.forEach(startUpload);
  showSignedIn(<AllRows rows={STUDY_IDS.map(sentRow)} />);
  const remove = page.getByRole('button', { name: 'Убрать все' });
  await expect.element(remove).toBeDisabled();
  STUDY_IDS.forEach(removeUpload);
  await expect.element(remove).toBeEnabled();
});
