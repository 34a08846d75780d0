import type { Tx } from '../../platform/db/client.ts';

/** Records when the patient arrived for a study; the latest time counts. */
export const updateArrivedAt = async (tx: Tx, studyID: number, arrivedAt: Date): Promise<void> => {
  await tx.updateTable('studies').set({ arrivedAt }).where('id', '=', studyID).execute();
};
