import type { Tx } from '../db/client.ts';
import { addMessage } from '../outbox/outbox.ts';
import { deleteUnsentLetter, deleteUnsentLettersAbout } from './queries.ts';
import { addressOf, countMessage, type Recipient } from './recipients.ts';
import { letterOutbox } from './send.ts';
import type { LetterFacts, Template } from './templates.ts';

/**
 * Queues a letter in the transaction of its cause; returns its id. The state of the letter is found by `about`
 * («booking:12»). Throws 429 if a person typed the address and a limit of letters is reached (`countMessage`).
 */
export const enqueueLetter = async <T extends Template>(
  tx: Tx,
  template: T,
  to: Recipient,
  facts: LetterFacts[T],
  about: string | null = null,
): Promise<number> => {
  await countMessage(tx, 'letter', to);
  const letter = { template, recipient: addressOf(to), facts: JSON.stringify(facts), about };
  return addMessage(tx, letterOutbox, letter);
};

/** Deletes an outdated letter unless it has been sent; its job then has nothing to send. */
export const withdrawLetter = (tx: Tx, letterID: number): Promise<void> => deleteUnsentLetter(tx, letterID);

/** Deletes all unsent letters about one thing. Call it before a new one is queued. Returns how many were deleted. */
export const withdrawLettersAbout = (tx: Tx, about: string): Promise<number> =>
  deleteUnsentLettersAbout(tx, about);
