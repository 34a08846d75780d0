import type { Context } from '../../platform/context.ts';
import { sentences } from '../../platform/sentences.ts';
import { countAttempt } from './throttle.ts';

/** A slip of the finger, a lost letter, a full mailbox: more than that is somebody's mailbox flooded through us. */
const LETTERS_PER_WINDOW = 5;

/** Before a letter about the same thing is sent again. */
export const countLetter = (context: Context, about: string): Promise<void> =>
  countAttempt(context, [{ key: `letter:${about}`, attempts: LETTERS_PER_WINDOW }], sentences.tooManyLetters);
