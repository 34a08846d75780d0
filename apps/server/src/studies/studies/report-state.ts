import type { Tx } from '../../platform/db/client.ts';

/** Sets since when a report is wanted; null if none is. False if nothing changed. */
export const updateReportRequest = async (
  tx: Tx,
  studyID: number,
  requestedAt: Date | null,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('studies')
    .set({ reportRequestedAt: requestedAt })
    .where('id', '=', studyID)
    // a repeated request keeps the time of the first
    .where('reportRequestedAt', requestedAt ? 'is' : 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** The study has a signed report and waits for none. */
export const updateReportNumber = async (tx: Tx, studyID: number, reportNumber: number): Promise<void> => {
  await tx
    .updateTable('studies')
    .set({ reportNumber, reportRequestedAt: null })
    .where('id', '=', studyID)
    .execute();
};
