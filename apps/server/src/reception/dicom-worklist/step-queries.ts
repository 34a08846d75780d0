import { sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';

/** What a machine performs for one item of the worklist. */
interface ReportedStep {
  uid: string;
  accessionNumber: string;
  status: string;
  station: string;
  studyID: number | null;
  bookingID: number | null;
  startedAt: string;
  endedAt: string | null;
  reason: string;
  reportedAt: Date;
}

/** Serialises the reports of one step, until the end of the transaction. */
export const lockStep = async (tx: Tx, uid: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`step ${uid}`}, 0))`.execute(tx);
};

/** Whether another machine has reported the step. */
export const isOfOther = async (
  tx: Tx,
  { uid, station }: Pick<ReportedStep, 'uid' | 'station'>,
): Promise<boolean> => {
  const other = await tx
    .selectFrom('performedSteps')
    .select('station')
    .where('uid', '=', uid)
    .where('station', '!=', station)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
};

/** Ignores late reports of the beginning: a completed or discontinued step does not change any more (PS3.4, F.7.2.2.2). */
export const upsertStep = async (tx: Tx, step: ReportedStep): Promise<void> => {
  const { status, studyID, bookingID, endedAt, reason, reportedAt } = step;
  await tx
    .insertInto('performedSteps')
    .values(step)
    .onConflict((conflict) =>
      conflict
        .columns(['uid', 'accessionNumber'])
        .doUpdateSet({ status, studyID, bookingID, endedAt, reason, reportedAt })
        .where('performedSteps.status', '=', 'in-progress'),
    )
    .execute();
};

/**
 * The state of all steps of an item together, in whatever order they were reported. A step in progress comes first, then a
 * completed one: the image then exists, even if another attempt was discontinued.
 */
export const readAcquisition = async (tx: Tx, accessionNumber: string): Promise<string> => {
  const { status } = await tx
    .selectFrom('performedSteps')
    .select('status')
    .where('accessionNumber', '=', accessionNumber)
    .orderBy(sql`array_position(array['in-progress', 'completed'], status)`)
    .limit(1)
    .executeTakeFirstOrThrow();
  return status;
};
