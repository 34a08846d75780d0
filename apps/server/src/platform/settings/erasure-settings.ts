import { z } from 'zod';
import { parseDuration } from '../time-and-sizes/duration.ts';
import { count } from './setting-types.ts';

/** The settings of the erasure of patients' data. */
export const erasureSettings = {
  ERASURE_DELAY: z
    .string()
    .default('24h0m0s')
    .transform((text, context) => {
      const ms = text === 'off' ? 0 : parseDuration(text);
      if (ms !== undefined) return ms;
      context.addIssue({ code: 'custom', message: 'must be "off" or a duration such as 24h0m0s' });
      return z.NEVER;
    }),
  ERASURES_DAILY: count('5', 1000),
};

export const erasuresOf = (s: { ERASURE_DELAY: number; ERASURES_DAILY: number }) => ({
  erasures: {
    /** The time from the confirmation of an erasure to its beginning. */
    delayMs: s.ERASURE_DELAY,
    /** How many erasures the centre may confirm within 24 hours. */
    daily: s.ERASURES_DAILY,
  },
});
