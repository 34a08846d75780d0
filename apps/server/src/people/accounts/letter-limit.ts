import type { Context } from '../../platform/context.ts';
import { NEW_LETTERS } from '../../platform/letters/recipients.ts';
import { sentences } from '../../platform/sentences.ts';
import { countAttempt } from './throttle.ts';

/** Enough for a mistake, a lost letter and a full mailbox; more letters would flood the recipient's mailbox. */
const LETTERS_PER_WINDOW = 5;
/** An employee who creates accounts may try one of them out. */
const PASSWORDS_PER_WINDOW = 20;

/** Counts a letter that is sent again. Throws 429 after too many letters with the same `about`. */
export const countLetter = (context: Context, about: string): Promise<void> =>
  countAttempt(context, [{ key: `letter:${about}`, attempts: LETTERS_PER_WINDOW }], sentences.tooManyLetters);

/** Counts a password that an employee has sent to an account whose address she or a colleague has typed. */
export const countPasswordLetter = (context: Context, accountID: number): Promise<void> => {
  const limit = { key: `password-letters:${accountID}`, attempts: PASSWORDS_PER_WINDOW };
  return countAttempt(context, [limit], sentences.tooManyLetters);
};

/** Counts a letter to an account that another one causes to be sent. Throws 429 after too many. */
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
