import type { Tx } from '../db/client.ts';
import { enqueue } from '../jobs.ts';
import { sendLetter } from './jobs.ts';
import type { LetterFacts, Template } from './templates.ts';

/** Queues a letter with the change that causes it. */
export const enqueueLetter = async <T extends Template>(
  tx: Tx,
  template: T,
  recipient: string,
  facts: LetterFacts[T],
): Promise<void> => {
  const { id } = await tx
    .insertInto('letters')
    .values({ template, recipient, facts: JSON.stringify(facts) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueue(tx, sendLetter, { letterID: id });
};
