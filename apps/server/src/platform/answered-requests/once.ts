import type { Tx } from '../db/client.ts';

interface Request {
  accountID: number;
  /** made by the client; null if it repeats nothing */
  requestUUID: string | null;
  now: Date;
}

/**
 * Does the work of a request once: a repetition, also one that runs at the same time, gets the answer of the first. The answer is
 * stored for a day and contains ids only. If the work fails, the transaction is rolled back, and the request can be repeated.
 */
export const once = async <Answer extends Record<string, number>>(
  tx: Tx,
  { accountID, requestUUID, now }: Request,
  work: () => Promise<Answer>,
): Promise<Answer> => {
  if (requestUUID === null) return work();
  const ofRequest = { accountID, requestUUID };
  // waits for the end of a transaction that has inserted the same key
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('answeredRequests')
    .values({ ...ofRequest, answer: null, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (!numInsertedOrUpdatedRows) {
    const { answer } = await tx
      .selectFrom('answeredRequests')
      .select('answer')
      .where('accountID', '=', accountID)
      .where('requestUUID', '=', requestUUID)
      .executeTakeFirstOrThrow();
    return answer as Answer;
  }
  const answer = await work();
  await tx
    .updateTable('answeredRequests')
    .set({ answer: JSON.stringify(answer) })
    .where('accountID', '=', accountID)
    .where('requestUUID', '=', requestUUID)
    .execute();
  return answer;
};

export const deleteOldAnswers = async (tx: Tx, before: Date): Promise<void> => {
  await tx.deleteFrom('answeredRequests').where('createdAt', '<', before).execute();
};
