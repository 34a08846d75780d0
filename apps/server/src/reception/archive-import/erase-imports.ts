import { patientTables } from '../../platform/db/patient-tables.ts';
import type { Tx } from '../../platform/db/client.ts';

/** Deletes what imports know about the patient of a card: studies of old archives, and lines of lists of patients. */
export const eraseImportRows = async (tx: Tx, patientID: number): Promise<void> => {
  const { archiveImportStudies, archiveImportClients, archiveImportProblems } = patientTables;
  await tx.deleteFrom('archiveImportStudies').where(archiveImportStudies.rowsOf(patientID)).execute();
  await tx.deleteFrom('archiveImportClients').where(archiveImportClients.rowsOf(patientID)).execute();
  await tx.deleteFrom('archiveImportProblems').where(archiveImportProblems.rowsOf(patientID)).execute();
};
