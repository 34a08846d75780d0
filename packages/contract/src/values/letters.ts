import { z } from 'zod';
import { Instant } from './fields.ts';

/**
 * State of a letter, shown to the person who caused it. `retrying`: the last attempt failed and another one
 * follows; `failed`: the mail server refused it permanently, or all attempts of one day failed.
 */
export const LetterState = z.object({
  status: z.enum(['waiting', 'sent', 'retrying', 'failed']),
  queuedAt: Instant,
  sentAt: Instant.nullable(),
  failedAt: Instant.nullable(),
  nextTryAt: Instant.nullable(),
  /** the mail server's response */
  error: z.string().nullable(),
});
