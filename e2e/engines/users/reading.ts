import { createHash } from 'node:crypto';
import { listOwnPatients } from '@snimok/contract/people/patients';
import { downloadOwnStudy, listOwnPatientStudies } from '@snimok/contract/studies/studies';
import { CallProblem } from '@snimok/api-client/call';
import type { CallLog } from './call-log.ts';
import { fetchFrom } from './store.ts';
import { type Loop, startLoop } from './loop.ts';
import type { User } from './user.ts';

const EVERY_MS = 500;

interface PatientIDs {
  patientID: number;
  /** another doctor's */
  foreignPatientID: number;
}

/** A doctor reads her lists, downloads her newest study, and requests another doctor's patient. */
export const read = (doctor: User, { patientID, foreignPatientID }: PatientIDs, log: CallLog): Loop => {
  const hashes = new Map<number, string>();
  const leak = (what: string) => log.leaks.push(`${doctor.name}: ${what}`);

  const readLists = async () => {
    const { patients } = await doctor.call(listOwnPatients);
    for (const patient of patients) if (patient.patientID !== patientID) leak(`patient ${patient.patientID}`);
    const { studies } = await doctor.call(listOwnPatientStudies, { params: { patientID } });
    for (const study of studies) if (study.doctorID !== doctor.id) leak(`study ${study.studyID}`);
    return studies.find(({ status }) => status === 'available');
  };

  const requestForeignPatient = async () => {
    await doctor.call(listOwnPatientStudies, { params: { patientID: foreignPatientID } }).then(
      () => leak(`the studies of patient ${foreignPatientID}`),
      (problem) => {
        if (!(problem instanceof CallProblem)) throw problem;
      },
    );
  };

  return startLoop(async () => {
    const newest = await readLists();
    await requestForeignPatient();
    if (!newest) return;
    const { studyID } = newest;
    const { presignedURL } = await doctor.call(downloadOwnStudy, { params: { patientID, studyID } });
    const bytes = await fetchFrom(presignedURL, doctor.name, log);
    const hash = createHash('sha256').update(bytes).digest('hex');
    if ((hashes.get(studyID) ?? hash) !== hash) leak(`study ${studyID} has different bytes`);
    hashes.set(studyID, hash);
  }, EVERY_MS);
};
