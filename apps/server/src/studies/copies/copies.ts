import { type Actor, accountOf } from '../../platform/access/actor.ts';
import { type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { findDoctor } from '../../people/doctors/queries.ts';
import { conflict, invalid } from '../../platform/errors/errors.ts';
import { factsOf, type PatientFacts } from '../../people/patients/facts.ts';
import { findPatient, insertPatient } from '../../people/patients/queries.ts';
import { publishStudyChange } from '../../platform/realtime/publish-changes.ts';
import { sentences as ofStudies } from '../studies/sentences.ts';
import { insertCopy } from '../studies/study-rows/insert-studies.ts';
import { findStudy } from '../studies/study-rows/queries.ts';
import { compareAgain } from '../studies/reassign-studies.ts';
import { notifyOfStudy } from '../studies/notify-of-study.ts';
import { enqueueReadyLetter } from '../studies/ready-letter.ts';
import { requireOpen } from '../studies/study-rows/study-state.ts';
import { sentences } from './sentences.ts';

interface Destination {
  doctorID: number;
  patientID?: number | null | undefined;
  shouldDuplicatePatient?: boolean | null | undefined;
}

/**
 * Copies a study to another doctor's patient. Both studies refer to the same object, which is deleted after the last
 * reference. The copy has the creation time of the original, but its age for archiving counts from now.
 */
export const copyStudy = async (
  { db, clock, config }: Context,
  who: Actor,
  by: Initiator,
  studyID: number,
  destination: Destination,
): Promise<{ patientID: number; studyID: number }> =>
  db.transaction().execute(async (tx) => {
    const original = await findStudy(tx, who, studyID);
    requireOpen(original);
    const { patientID, doctorID, isSameCard } = await findDestination(
      tx,
      who,
      original.patientID,
      destination,
    );
    const now = clock.now();
    const copy = await insertCopy(tx, original.id, {
      patientID,
      creatorID: accountOf(who),
      doneAt: now,
    });
    // archived or deleted since `findStudy`
    if (!copy) throw conflict(ofStudies.studyNotDone);
    const copied = { ...original, id: copy.id };
    await compareAgain(tx, [copied], patientID, { keepsConfirmations: isSameCard });
    const details = { fromStudyID: original.id };
    await record(tx, by, { action: 'study.copy', studyID: copy.id, patientID, doctorID, details });
    await record(tx, by, {
      action: 'study.copy',
      studyID: original.id,
      patientID: original.patientID,
      doctorID: original.doctorID,
      details: { toStudyID: copy.id, toDoctorID: doctorID },
    });
    // the owner of the original already has the study
    if (doctorID !== original.doctorID) await enqueueReadyLetter(tx, { config, clock }, copy.id);
    await notifyOfStudy(tx, config, { event: 'study.ready', studyID: copy.id, now });
    await publishStudyChange(tx, { studyID: copy.id, patientID });
    return { patientID, studyID: copy.id };
  });

/** A confirmation was given for a card with this name and birth date. */
const isSameCardAs = (one: PatientFacts, other: PatientFacts) =>
  one.name === other.name && one.birthday === other.birthday;

/**
 * An existing patient of the destination doctor, or a new one with the facts of the original patient. `isSameCard`:
 * name and birth date are the same as on the original card.
 */
const findDestination = async (tx: Tx, who: Actor, originalPatientID: number, destination: Destination) => {
  const { id: doctorID } = await findDoctor(tx, destination.doctorID);
  const from = await findPatient(tx, who, originalPatientID);
  if (destination.shouldDuplicatePatient) {
    const { id } = await insertPatient(tx, doctorID, factsOf(from));
    return { patientID: id, doctorID, isSameCard: true };
  }
  if (!destination.patientID) throw invalid(sentences.copyTargetMissing);
  const patient = await findPatient(tx, who, destination.patientID);
  if (patient.doctorID !== doctorID) throw invalid(sentences.copyOtherClient);
  if (patient.id === originalPatientID) throw conflict(sentences.copySamePatient);
  return { patientID: patient.id, doctorID, isSameCard: isSameCardAs(from, patient) };
};
