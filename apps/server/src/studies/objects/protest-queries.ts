import type { Tx } from '../../platform/db/client.ts';
import { notFound } from '../../platform/errors/errors.ts';
import { sentences } from './sentences.ts';

interface NewProtest {
  studyID: number;
  objectID: string;
  /** the arch of the panorama that the protest is about */
  archID: number | null;
  accountID: number;
  reason: string;
  createdAt: Date;
}

export const insertProtest = async (db: Tx, protest: NewProtest): Promise<void> => {
  await db.insertInto('panoProtests').values(protest).execute();
};

interface ProtestAnswer {
  answeredAt: Date;
  answeredBy: number;
}

/** False, without a change, if the protest was answered before. */
export const answerProtest = async (
  tx: Tx,
  { studyID, protestID }: { studyID: number; protestID: number },
  answer: ProtestAnswer,
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

/** Answers the open protests against the panorama of an object, from all studies that refer to it. */
export const answerProtestsAbout = async (tx: Tx, objectID: string, answer: ProtestAnswer): Promise<void> => {
  await tx
    .updateTable('panoProtests')
    .set(answer)
    .where('objectID', '=', objectID)
    .where('answeredAt', 'is', null)
    .execute();
};
