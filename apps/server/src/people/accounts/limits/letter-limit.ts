import type { Context } from '../../../platform/context.ts';
import { NEW_LETTERS } from '../../../platform/letters/recipients.ts';
import { countAttempt } from './throttle.ts';
import { sentences } from '../../../platform/letters/sentences.ts';

/** Enough for a mistake, a lost letter and a full mailbox. More letters would only flood the mailbox. */
const LETTERS_PER_WINDOW = 5;
/** More, because an employee who creates accounts may try the letters out with one of them. */
const PASSWORDS_PER_WINDOW = 20;

/** Counts a letter that is sent again. Throws 429 after too many letters with the same `about`. */
export const countLetter = (context: Context, about: string): Promise<void> =>
  countAttempt(context, [{ key: `letter:${about}`, attempts: LETTERS_PER_WINDOW }], sentences.tooManyLetters);

/** Counts a password letter that an employee sends to an account, because employees type its address. */
export const countPasswordLetter = (context: Context, accountID: number): Promise<void> => {
  const limit = { key: `password-letters:${accountID}`, attempts: PASSWORDS_PER_WINDOW };
  return countAttempt(context, [limit], sentences.tooManyLetters);
};

/** Counts a letter that this account causes to be sent to an address. Throws 429 after too many. */
export const countNewLetter = (context: Context, accountID: number, email: string): Promise<void> =>
  countAttempt(
    context,
    [
      {
        key: `letters:${accountID}:${email.toLowerCase()}`,
        attempts: NEW_LETTERS.toMailbox,
      },
      { key: `letters:${accountID}`, attempts: NEW_LETTERS.ofSender },
    ],
    sentences.tooManyNewLetters,
  );
