export const HOUR_MS = 60 * 60_000;
export const DAY_MS = 24 * HOUR_MS;

/** Durations in Go's format, `8760h0m0s`: hours, minutes and seconds, each at most once and in this order. */
const form = /^(?:(\d{1,7})h)?(?:(\d{1,9})m)?(?:(\d{1,9})s)?$/;

/** Milliseconds; undefined if the text is not such a duration, or is zero. */
export const parseDuration = (text: string): number | undefined => {
  const match = form.exec(text.trim());
  if (!match) return undefined;
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0));
  const ms = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  return ms > 0 ? ms : undefined;
};
