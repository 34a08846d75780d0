import type { Context } from '../../platform/context.ts';
import { sentences } from '../../platform/sentences.ts';
import { countAttempt } from './throttle.ts';

/** Enough for a mistake, a lost letter and a full mailbox; more letters would flood the recipient's mailbox. */
const LETTERS_PER_WINDOW = 5;

/** Counts a letter that is sent again. Throws 429 after too many letters with the same `about`. */
export const countLetter = (context: Context, about: string): Promise<void> =>
  countAttempt(context, [{ key: `letter:${about}`, attempts: LETTERS_PER_WINDOW }], sentences.tooManyLetters);
