import type { z } from 'zod';
import type { Tx } from '../db/client.ts';
import { conflict } from '../errors/errors.ts';

const USED_ELSEWHERE = 'Это действие уже выполнено с другими данными. Откройте страницу заново и повторите';

interface Request<Answer> {
  accountID: number;
  /** the id that the client has given to the request; null if the client never repeats it */
  requestUUID: string | null;
  now: Date;
  /** a schema with the exact fields of the answer: it detects a client that uses one id for requests of two kinds */
  answered: z.ZodType<Answer>;
}

/**
 * Does the work of a request once. A repetition gets the answer of the first request, even if both run at the same time.
 * The answer is stored for a day and contains ids only. If the work fails, the transaction is rolled back, and the
 * request can be repeated.
 * @throws Problem 409 if the id belongs to a request of another kind
 */
export const once = async <Answer extends Record<string, number>>(
  tx: Tx,
  { accountID, requestUUID, now, answered }: Request<Answer>,
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
    const known = answered.safeParse(answer);
    if (!known.success) throw conflict(USED_ELSEWHERE);
    return known.data;
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
