import { sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';

/** Sets the patient of the referrals of these studies, or of all referrals of the patient. Returns their ids. */
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

/** Sets the patient of these referrals back, unless they name another patient by now. */
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
