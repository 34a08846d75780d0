import { z } from 'zod';
import { Instant } from './words.ts';

/**
 * What became of a letter, told to whoever caused it. `retrying`: it was not taken, and is tried again; `failed`: it
 * was refused for good, or a day of tries is over.
 */
export const LetterState = z.object({
  status: z.enum(['waiting', 'sent', 'retrying', 'failed']),
  queuedAt: Instant,
  sentAt: Instant.nullable(),
  failedAt: Instant.nullable(),
  nextTryAt: Instant.nullable(),
  /** the mail server's own words */
  error: z.string().nullable(),
});
