import type { Context } from '../../platform/context.ts';
import { sentences } from '../../platform/sentences.ts';
import { countAttempt } from './throttle.ts';

/** Enough for a mistake, a lost letter and a full mailbox; more letters would flood the recipient's mailbox. */
const LETTERS_PER_WINDOW = 5;
/** A busy person shares some dozens of studies in a quarter of an hour, most of them with different recipients. */
const NEW_LETTERS_PER_WINDOW = { ofSender: 100, toMailbox: 20 };

/** Counts a letter that is sent again. Throws 429 after too many letters with the same `about`. */
export const countLetter = (context: Context, about: string): Promise<void> =>
  countAttempt(context, [{ key: `letter:${about}`, attempts: LETTERS_PER_WINDOW }], sentences.tooManyLetters);

/** Counts a letter with new content that one account causes to be sent. Throws 429 after too many. */
export const countNewLetter = (context: Context, accountID: number, email: string): Promise<void> =>
  countAttempt(
    context,
    [
      {
        key: `letters:${accountID}:${email.toLowerCase()}`,
        attempts: NEW_LETTERS_PER_WINDOW.toMailbox,
      },
      { key: `letters:${accountID}`, attempts: NEW_LETTERS_PER_WINDOW.ofSender },
    ],
    sentences.tooManyNewLetters,
  );
