import { sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';

/** The referrals of these studies, or all of the patient, now name this patient. Returns their ids. */
export const placeReferrals = async (
  tx: Tx,
  { from, to, studyIDs }: { from: number; to: number; studyIDs: readonly number[] | null },
): Promise<string[]> => {
  const placed = await tx
    .updateTable('referrals')
    .set({ patientID: to })
    .where('patientID', '=', from)
    .where(sql<boolean>`(${studyIDs}::bigint[] is null or study_id = any(${studyIDs}::bigint[]))`)
    .returning('uuid')
    .execute();
  return placed.map(({ uuid }) => uuid);
};

/** Sets the patient of these referrals again, unless they name another one by now. */
export const returnReferrals = async (
  tx: Tx,
  referralUUIDs: readonly string[],
  { from, to }: { from: number; to: number },
): Promise<void> => {
  await tx
    .updateTable('referrals')
    .set({ patientID: to })
    .where(sql<boolean>`uuid = any(${referralUUIDs}::uuid[])`)
    .where('patientID', '=', from)
    .execute();
};
