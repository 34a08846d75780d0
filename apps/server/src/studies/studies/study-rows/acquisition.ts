import type { Tx } from '../../../platform/db/client.ts';

/** Locks the study for this transaction, so that simultaneous reports about it are recorded one after the other. */
export const lockAcquisition = async (tx: Tx, studyID: number): Promise<void> => {
  await tx.selectFrom('studies').select('id').where('id', '=', studyID).forNoKeyUpdate().execute();
};

/** Records what an X-ray machine does for the study. False if nothing changed. */
export const updateAcquisition = async (tx: Tx, studyID: number, acquisition: string): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('studies')
    .set({ acquisition })
    .where('id', '=', studyID)
    .where('acquisition', 'is distinct from', acquisition)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
