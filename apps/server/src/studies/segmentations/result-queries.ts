import type { FindingCode, ResultState } from '@snimok/contract/viewing/segmentation-labels';
import type { Tx } from '../../platform/db/client.ts';
import type { Run } from '../../platform/db/stored-artifacts.ts';
import type { Proposal } from './proposals.ts';

/** Numbers and stores the proposals of a run, and deletes the proposals of earlier runs of the object. */
export const insertResults = async (tx: Tx, run: Run, proposals: readonly Proposal[]): Promise<void> => {
  await tx.deleteFrom('segmentationResults').where('objectID', '=', run.objectID).execute();
  if (proposals.length === 0) return;
  await tx
    .insertInto('segmentationResults')
    .values(proposals.map((proposal, number) => ({ ...run, number, ...proposal })))
    .execute();
};

export interface ResultRow {
  number: number;
  label: number;
  finding: FindingCode | null;
  score: number | null;
  state: ResultState;
  decidedByName: string | null;
  decidedAt: Date | null;
}

/** The proposals of the run that has the row of the object, in the order of the model. */
export const listResults = async (db: Tx, { objectID, runID }: Run): Promise<ResultRow[]> => {
  const rows = await db
    .selectFrom('segmentationResults')
    .leftJoin('accounts', 'accounts.id', 'segmentationResults.decidedBy')
    .select(['number', 'label', 'finding', 'score', 'state', 'decidedAt', 'accounts.name as decidedByName'])
    .where('objectID', '=', objectID)
    .where('runID', '=', runID)
    .orderBy('number')
    .execute();
  // the table's checks and `readAnswer` permit no other values
  return rows as ResultRow[];
};

interface Decision {
  number: number;
  from: ResultState;
  to: ResultState;
}

/** False, without a change, if the result does not have the state from which the decision was made. */
export const updateResult = async (
  tx: Tx,
  { objectID, runID }: Run,
  { number, from, to }: Decision,
  { by, now }: { by: number; now: Date },
): Promise<boolean> => {
  const isOpen = to === 'proposed';
  const { numUpdatedRows } = await tx
    .updateTable('segmentationResults')
    .set({ state: to, decidedBy: isOpen ? null : by, decidedAt: isOpen ? null : now })
    .where('objectID', '=', objectID)
    .where('runID', '=', runID)
    .where('number', '=', number)
    .where('state', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
