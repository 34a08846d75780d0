import type { LetterState } from '@snimok/contract/values/letters';
import type { z } from 'zod';
import type { LetterRow } from './queries.ts';

type State = z.infer<typeof LetterState>;

/** The columns that letters and text messages have in common. */
type MessageRow = Omit<LetterRow, 'template'>;

/** Null if there is no letter or text message, or if it was withdrawn. */
export const presentLetter = (letter: MessageRow | null | undefined): State | null =>
  letter
    ? {
        status: statusOf(letter),
        queuedAt: letter.createdAt.toISOString(),
        sentAt: letter.sentAt?.toISOString() ?? null,
        failedAt: letter.failedAt?.toISOString() ?? null,
        nextTryAt: letter.nextTryAt?.toISOString() ?? null,
        error: letter.lastError,
      }
    : null;

/** Omits the mail server's error text: it contains the recipient's address, and doctors must not see each other's. */
export const presentLetterToDoctor = (letter: LetterRow | null | undefined): State | null => {
  const state = presentLetter(letter);
  return state && { ...state, error: null };
};

const statusOf = ({ sentAt, failedAt, attempts }: MessageRow): State['status'] => {
  if (sentAt) return 'sent';
  if (failedAt) return 'failed';
  return attempts === 0 ? 'waiting' : 'retrying';
};
