const LONGEST_MS = 6 * 3_600_000;

/** Milliseconds until the receiver takes messages again (RFC 9110 §10.2.3: seconds or a date); six hours at most. */
export const retryAfterMs = (header: string | null | undefined): number => {
  if (!header) return 0;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), LONGEST_MS) : 0;
};
