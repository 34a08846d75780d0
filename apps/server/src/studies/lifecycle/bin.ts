import { type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { conflict, notFound } from '../../platform/errors/errors.ts';
import { keptPatientID } from '../../people/patients/merged-patients.ts';
import { updatePatientDeletion } from '../../people/patients/queries.ts';
import { publishPatientChange, publishStudyChange } from '../../platform/realtime/publish-changes.ts';
import { sentences as ofPatients } from '../../people/patients/sentences.ts';
import { sentences as ofStudies } from '../studies/sentences.ts';
import { assistantCanDelete } from '../studies/present.ts';
import { updateStudyDeletion } from '../studies/study-rows/state-queries.ts';
import { lockPatient, lockStudy, lockStudyAndPatient } from './queries.ts';
import { sentences } from './sentences.ts';

interface StudyOfPatient {
  id: number;
  patientID: number;
}

/**
 * Moves a study into the bin: lists, lookups, pictures and downloads no longer find it, and its upload accepts no
 * files. Processing that has begun continues, so that an undeleted study lacks nothing.
 */
export const deleteStudy = ({ db, clock }: Context, by: Initiator, { id }: { id: number }) =>
  db.transaction().execute(async (tx) => {
    const study = await lockStudyAndPatient(tx, id);
    if (study.deletedAt) throw notFound(ofStudies.noStudy);
    if (!assistantCanDelete(study, clock.now())) throw conflict(sentences.studyNotDeletable);
    await updateStudyDeletion(tx, id, clock.now());
    const { patientID, doctorID } = study;
    await record(tx, by, { action: 'study.delete', studyID: id, patientID, doctorID });
    await publishStudyChange(tx, { studyID: id, patientID });
  });

/**
 * Returns a study to the state it had, and its patient's card if that was deleted too. Its external shares were not
 * deleted, so those that have not expired work again.
 */
export const undeleteStudy = ({ db }: Context, by: Initiator, { id, patientID }: StudyOfPatient) =>
  db.transaction().execute(async (tx) => {
    const patient = await lockPatient(tx, patientID);
    const study = await lockStudy(tx, id);
    // the study was moved while this transaction waited for the locks
    if (study.patientID !== patientID) throw notFound(ofStudies.noStudy);
    if (!study.deletedAt) return;
    if (patient.deletedAt) await returnPatient(tx, by, { id: patientID, doctorID: patient.doctorID });
    await updateStudyDeletion(tx, id, null);
    const { doctorID } = study;
    await record(tx, by, { action: 'study.undelete', studyID: id, patientID, doctorID });
    await publishStudyChange(tx, { studyID: id, patientID });
  });

export const deletePatient = ({ db, clock }: Context, by: Initiator, { id }: { id: number }) =>
  db.transaction().execute(async (tx) => {
    const patient = await lockPatient(tx, id);
    if (patient.deletedAt) throw notFound(ofPatients.noPatient);
    if (patient.studiesCount > 0) throw conflict(sentences.patientNotDeletable);
    await updatePatientDeletion(tx, id, clock.now());
    await record(tx, by, { action: 'patient.delete', patientID: id, doctorID: patient.doctorID });
    await publishPatientChange(tx, id);
  });

export const undeletePatient = ({ db }: Context, by: Initiator, { id }: { id: number }) =>
  db.transaction().execute(async (tx) => {
    const patient = await lockPatient(tx, id);
    if (!patient.deletedAt) return;
    await returnPatient(tx, by, { id, doctorID: patient.doctorID });
  });

const returnPatient = async (
  tx: Tx,
  by: Initiator,
  { id, doctorID }: { id: number; doctorID: number },
): Promise<void> => {
  // a merged card is not in the bin: only the undo of the merge restores it
  if ((await keptPatientID(tx, id)) !== id) throw notFound(ofPatients.noPatient);
  await updatePatientDeletion(tx, id, null);
  await record(tx, by, { action: 'patient.undelete', patientID: id, doctorID });
  await publishPatientChange(tx, id);
};
