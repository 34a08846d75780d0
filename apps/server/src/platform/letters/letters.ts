import type { Tx } from '../db/client.ts';
import { enqueue } from '../jobs/jobs.ts';
import { jobKeyOf, sendLetter } from './jobs.ts';
import { deleteUnsentLetter, deleteUnsentLettersAbout, insertLetter } from './queries.ts';
import type { LetterFacts, Template } from './templates.ts';

/** Queues a letter with the change that causes it; answers its id. `about` finds its state again: «booking:12». */
export const enqueueLetter = async <T extends Template>(
  tx: Tx,
  template: T,
  recipient: string,
  facts: LetterFacts[T],
  about: string | null = null,
): Promise<number> => {
  const { id } = await insertLetter(tx, { template, recipient, facts: JSON.stringify(facts), about });
  await enqueueAttempt(tx, id);
  return id;
};

export const enqueueAttempt = (tx: Tx, letterID: number, runAt?: Date): Promise<void> =>
  enqueue(tx, sendLetter, { letterID }, { key: jobKeyOf(letterID), ...(runAt && { runAt }) });

/** A letter that nobody should read any more, unless it has gone out; its job finds nothing to send. */
export const withdrawLetter = (tx: Tx, letterID: number): Promise<void> => deleteUnsentLetter(tx, letterID);

/** The same for all that wait with old news about one thing, before new ones are queued. */
export const withdrawLettersAbout = (tx: Tx, about: string): Promise<void> =>
  deleteUnsentLettersAbout(tx, about);
