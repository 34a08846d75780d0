import { type Actor, accountOf } from '../../platform/access/actor.ts';
import { type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { findDoctor } from '../../people/doctors/queries.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import { factsOf } from '../../people/patients/facts.ts';
import { findPatient, insertPatient } from '../../people/patients/queries.ts';
import { publishStudyChange } from '../../platform/realtime/publish-changes.ts';
import { sentences } from '../../platform/sentences.ts';
import { findStudy, insertCopy } from '../studies/queries.ts';
import { enqueueReadyLetter } from '../studies/ready-letter.ts';

export interface Destination {
  doctorID: number;
  patientID?: number | null | undefined;
  shouldDuplicatePatient?: boolean | null | undefined;
}

/**
 * Copies a study to another client. Rows are copied, bytes are not: both studies point at the one object, which is
 * counted by its references. The copy keeps the day its pictures were taken; how long it is kept at hand begins anew.
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
    if (original.status !== 'done' || original.objectID === null) throw conflict(sentences.studyNotDone);
    const { patientID, doctorID } = await findDestinationPatient(tx, who, original.patientID, destination);
    const copy = await insertCopy(tx, original.id, {
      patientID,
      creatorID: accountOf(who),
      doneAt: clock.now(),
    });
    // archived or deleted between our look and our copy
    if (!copy) throw conflict(sentences.studyNotDone);
    const details = { fromStudyID: original.id };
    await record(tx, by, { action: 'study.copy', studyID: copy.id, patientID, doctorID, details });
    await record(tx, by, {
      action: 'study.copy',
      studyID: original.id,
      patientID: original.patientID,
      doctorID: original.doctorID,
      details: { toStudyID: copy.id, toDoctorID: doctorID },
    });
    // her own studies are no news to her
    if (doctorID !== original.doctorID) await enqueueReadyLetter(tx, config, copy.id);
    await publishStudyChange(tx, { studyID: copy.id, patientID });
    return { patientID, studyID: copy.id };
  });

/** The patient who gets the copy: one of the other client's, or a new card with the same facts. */
const findDestinationPatient = async (tx: Tx, who: Actor, ownPatientID: number, destination: Destination) => {
  const { id: doctorID } = await findDoctor(tx, destination.doctorID);
  if (destination.shouldDuplicatePatient) {
    const facts = factsOf(await findPatient(tx, who, ownPatientID));
    const { id } = await insertPatient(tx, doctorID, facts);
    return { patientID: id, doctorID };
  }
  if (!destination.patientID) throw invalid(sentences.copyTargetMissing);
  const patient = await findPatient(tx, who, destination.patientID);
  if (patient.doctorID !== doctorID) throw invalid(sentences.copyOtherClient);
  if (patient.id === ownPatientID) throw conflict(sentences.copySamePatient);
  return { patientID: patient.id, doctorID };
};
