/**
 * What a date or time of a query matches (PS3.4, C.2.2.2.5): values from `from` to `to`, both included. Null is no bound. Dates
 * are `YYYYMMDD`, times `HHMMSSFFFFFF`, so texts can be compared.
 */
export interface KeyRange {
  from: string | null;
  to: string | null;
  /** true for a range, also one with an open end; false for a single value, which matches itself */
  isRange: boolean;
}

const DATE = /^(?!0000)\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;
/** Seconds may be 60, for a leap second (PS3.5, 6.2). */
const TIME = /^(?:[01]\d|2[0-3])(?:[0-5]\d(?:(?:[0-5]\d|60)(?:\.\d{1,6})?)?)?$/;
const FIRST_MOMENT = '000000000000';
const LAST_MOMENT = '235959999999';

/** `20261121`, `20261101-20261130`, `-20261130` or `20261101-`; null if the key is none of these. */
export const parseDateKey = (key: string): KeyRange | null =>
  parseKey(key, (text) => (isDay(text) ? { first: text, last: text } : null));

const isDay = (text: string): boolean => {
  if (!DATE.test(text)) return false;
  const iso = text.replace(/^(....)(..)(..)$/, '$1-$2-$3');
  return new Date(`${iso}T00:00:00Z`).toISOString().startsWith(iso);
};

/** `0930`, `09-1030`, `-093000.5`; a shorter time is its whole period. Null if the key is none of these. */
export const parseTimeKey = (key: string): KeyRange | null =>
  parseKey(key, (text) =>
    TIME.test(text) ? { first: momentOf(text, FIRST_MOMENT), last: momentOf(text, LAST_MOMENT) } : null,
  );

const momentOf = (text: string, padding: string): string => {
  const digits = text.replace('.', '');
  return digits + padding.slice(digits.length);
};

/** A time value of a data set as `HHMMSSFFFFFF`. */
export const momentOfTime = (time: string): string => momentOf(time, FIRST_MOMENT);

const parseKey = (
  key: string,
  parse: (text: string) => { first: string; last: string } | null,
): KeyRange | null => {
  const parts = key.split('-').map((part) => part.trim());
  if (parts.length > 2 || parts.every((part) => part === '')) return null;
  const [from, to = from] = parts.map((part) => (part === '' ? null : parse(part)));
  const isValid = parts.every((part, at) => part === '' || (at === 0 ? from : to));
  return isValid ? { from: from?.first ?? null, to: to?.last ?? null, isRange: parts.length === 2 } : null;
};

/**
 * Combines a date and a time that are ranges of the same form into one range, from the first moment to the last. For
 * example, «20260705-20260707» with «10-18» gives the range from the 5th at 10 to the 7th before 19 o'clock. Null if
 * they have to be compared separately.
 */
export const combineKeys = (date: KeyRange, time: KeyRange): KeyRange | null => {
  const isSameForm =
    date.isRange &&
    time.isRange &&
    (date.from === null) === (time.from === null) &&
    (date.to === null) === (time.to === null);
  if (!isSameForm) return null;
  const join = (day: string | null, moment: string | null) => (day === null ? null : `${day}${moment}`);
  return { from: join(date.from, time.from), to: join(date.to, time.to), isRange: true };
};

export const isInRange = ({ from, to }: KeyRange, value: string): boolean =>
  (from === null || value >= from) && (to === null || value <= to);
