import type { Tx } from '../db/client.ts';
import { enqueue } from '../jobs.ts';
import { sendLetter } from './jobs.ts';
import type { LetterFacts, Template } from './templates.ts';

/** Queues a letter with the change that causes it; answers its id. */
export const enqueueLetter = async <T extends Template>(
  tx: Tx,
  template: T,
  recipient: string,
  facts: LetterFacts[T],
): Promise<number> => {
  const { id } = await tx
    .insertInto('letters')
    .values({ template, recipient, facts: JSON.stringify(facts) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueue(tx, sendLetter, { letterID: id });
  return id;
};

/** A letter that nobody should read any more, unless it has gone out; its job finds nothing to send. */
export const withdrawLetter = async (tx: Tx, letterID: number): Promise<void> => {
  await tx.deleteFrom('letters').where('id', '=', letterID).where('sentAt', 'is', null).execute();
};
