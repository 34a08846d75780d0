import { createHash } from 'node:crypto';
import { listOwnPatients } from '@snimok/contract/patients';
import { downloadOwnStudy, listOwnPatientStudies } from '@snimok/contract/studies';
import { CallProblem } from '@snimok/api-client/call';
import type { Diary } from './call-log.ts';
import { fetchFrom } from './store.ts';
import { type Routine, routine } from './loop.ts';
import type { Visitor } from './user.ts';

const EVERY_MS = 500;

interface Belongings {
  patientID: number;
  /** another doctor's */
  foreignPatientID: number;
}

/** A doctor looks through her lists, downloads her newest study, and tries what is not hers. */
export const read = (doctor: Visitor, { patientID, foreignPatientID }: Belongings, diary: Diary): Routine => {
  const hashes = new Map<number, string>();
  const leak = (what: string) => diary.leaks.push(`${doctor.name}: ${what}`);

  const look = async () => {
    const { patients } = await doctor.call(listOwnPatients);
    for (const patient of patients) if (patient.patientID !== patientID) leak(`patient ${patient.patientID}`);
    const { studies } = await doctor.call(listOwnPatientStudies, { params: { patientID } });
    for (const study of studies) if (study.doctorID !== doctor.id) leak(`study ${study.studyID}`);
    return studies.find(({ status }) => status === 'available');
  };

  const trespass = async () => {
    await doctor.call(listOwnPatientStudies, { params: { patientID: foreignPatientID } }).then(
      () => leak(`the studies of patient ${foreignPatientID}`),
      (problem) => {
        if (!(problem instanceof CallProblem)) throw problem;
      },
    );
  };

  return routine(async () => {
    const newest = await look();
    await trespass();
    if (!newest) return;
    const { studyID } = newest;
    const { presignedURL } = await doctor.call(downloadOwnStudy, { params: { patientID, studyID } });
    const bytes = await fetchFrom(presignedURL, doctor.name, diary);
    const hash = createHash('sha256').update(bytes).digest('hex');
    if ((hashes.get(studyID) ?? hash) !== hash) leak(`other bytes in study ${studyID}`);
    hashes.set(studyID, hash);
  }, EVERY_MS);
};
