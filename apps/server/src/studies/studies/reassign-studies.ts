import { sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';
import { compareWithCard } from './study-rows/compare-with-card.ts';
import type { PatientInFiles } from './study-rows/patient-in-files.ts';

/** What a move changes in the row of a study. */
export interface PlacedStudy {
  id: number;
  patientID: number;
  doctorID: number;
  objectID: string | null;
  patientDiffers: boolean;
  patientConfirmation: string | null;
}

const placeColumns = [
  'id',
  'patientID',
  'doctorID',
  'objectID',
  'patientDiffers',
  'patientConfirmation',
] as const;

/** Locks these studies in the order of their ids, also those in the bin. The caller has locked the patients before. */
export const lockPlacedStudies = (tx: Tx, studyIDs: readonly number[]): Promise<PlacedStudy[]> =>
  tx
    .selectFrom('studies')
    .select(placeColumns)
    .where(sql<boolean>`id = any(${studyIDs}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute();

/** All studies of a patient, also those in the bin, locked in the same order. */
export const lockStudiesOf = (tx: Tx, patientID: number): Promise<PlacedStudy[]> =>
  tx
    .selectFrom('studies')
    .select(placeColumns)
    .where('patientID', '=', patientID)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Puts studies under a patient and its present client, with their present names. The caller has locked all of them. */
export const placeStudies = async (tx: Tx, studyIDs: readonly number[], patientID: number): Promise<void> => {
  if (studyIDs.length === 0) return;
  await tx
    .updateTable('studies')
    .from('patients')
    .innerJoin('accounts', 'accounts.id', 'patients.doctorID')
    .set((study) => ({
      patientID: study.ref('patients.id'),
      doctorID: study.ref('patients.doctorID'),
      patientName: study.ref('patients.name'),
      doctorName: study.ref('accounts.name'),
    }))
    .where('patients.id', '=', patientID)
    .where(sql<boolean>`studies.id = any(${studyIDs}::bigint[])`)
    .execute();
};

/**
 * Compares the patients whom the files of moved or copied studies name with the new card. A confirmation that they
 * belong together was given for the earlier card. It is kept only if `keepsConfirmations`, because the new card may be
 * of another person.
 */
export const compareAgain = async (
  tx: Tx,
  studies: readonly Pick<PlacedStudy, 'id' | 'objectID' | 'patientConfirmation'>[],
  patientID: number,
  { keepsConfirmations }: { keepsConfirmations: boolean },
): Promise<void> => {
  const card = await tx
    .selectFrom('patients')
    .select(['name', 'birthday', 'sex'])
    .where('id', '=', patientID)
    .executeTakeFirstOrThrow();
  for (const { id, objectID, patientConfirmation } of studies) {
    if (objectID === null) continue;
    const object = await tx
      .selectFrom('objects')
      .select('patientInFiles')
      .where('id', '=', objectID)
      .executeTakeFirst();
    const inFiles = (object?.patientInFiles ?? null) as PatientInFiles | null;
    const differs = inFiles !== null && compareWithCard([inFiles], card) !== null;
    const kept = differs && keepsConfirmations ? patientConfirmation : null;
    const change = { patientDiffers: differs && kept === null, patientConfirmation: kept };
    await tx.updateTable('studies').set(change).where('id', '=', id).execute();
  }
};

/** Restores the result of the comparison from before the move, for studies whose files are still the same. */
export const returnComparison = async (
  tx: Tx,
  { id, objectID, patientDiffers, patientConfirmation }: PlacedStudy,
): Promise<void> => {
  await tx
    .updateTable('studies')
    .set({ patientDiffers, patientConfirmation })
    .where('id', '=', id)
    .where(sql<boolean>`object_id is not distinct from ${objectID}`)
    .execute();
};
