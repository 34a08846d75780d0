import { lockPatientOrKept } from '../../people/patients/merged-patients.ts';
import type { Actor } from '../../platform/access/actor.ts';
import type { Tx } from '../../platform/db/client.ts';
import { conflict } from '../../platform/errors/errors.ts';
import { findStudy, type StudyRow } from '../../studies/studies/study-rows/queries.ts';
import { requireOpen } from '../../studies/studies/study-rows/study-state.ts';
import { sentences } from './sentences.ts';

/**
 * Locks the patient of a study that is to be opened by a link, and returns the study as it is now. A move or merge that begins
 * later waits for the link and lists it. After an earlier one the link is refused, because it would show the study of another
 * patient.
 */
export const lockSharedStudy = async (tx: Tx, who: Actor, study: StudyRow): Promise<StudyRow> => {
  await lockPatientOrKept(tx, study.patientID);
  const current = await findStudy(tx, who, study.id);
  if (current.patientID !== study.patientID) throw conflict(sentences.studyMovedMeanwhile);
  requireOpen(current, sentences.shareNotDone);
  return current;
};
