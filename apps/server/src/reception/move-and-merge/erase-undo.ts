import { sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';

/** Deletes the stored rows that would undo moves and merges of these patients, because they contain names. */
export const eraseUndoOf = async (tx: Tx, patientIDs: number[]): Promise<void> => {
  await tx
    .updateTable('reassignments')
    .set({ undo: null })
    .where('undo', 'is not', null)
    .where(
      sql<boolean>`(source_id = any(${patientIDs}::bigint[]) or target_id = any(${patientIDs}::bigint[]))`,
    )
    .execute();
};
