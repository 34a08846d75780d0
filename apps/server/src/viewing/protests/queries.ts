import type { Tx } from '../../platform/db/client.ts';
import { notFound } from '../../platform/errors.ts';
import { sentences } from '../../platform/sentences.ts';

export interface NewProtest {
  studyID: number;
  objectID: string;
  /** the arch that the disliked picture was cut along */
  archID: number | null;
  accountID: number;
  reason: string;
  createdAt: Date;
}

export const insertProtest = async (db: Tx, protest: NewProtest): Promise<void> => {
  await db.insertInto('panoProtests').values(protest).execute();
};

/** False when it was settled before: a second click changes nothing. */
export const answerProtest = async (
  tx: Tx,
  { studyID, protestID }: { studyID: number; protestID: number },
  answer: { answeredAt: Date; answeredBy: number },
): Promise<boolean> => {
  const protest = await tx
    .selectFrom('panoProtests')
    .select('answeredAt')
    .where('id', '=', protestID)
    .where('studyID', '=', studyID)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound(sentences.noProtest));
  if (protest.answeredAt) return false;
  await tx.updateTable('panoProtests').set(answer).where('id', '=', protestID).execute();
  return true;
};
