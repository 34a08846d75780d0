/** Days as YYYYMMDD, both included; null: open. */
export interface DateRange {
  from: string | null;
  to: string | null;
}

/** The end of one search. */
export interface Searched {
  /** answers, also those that an earlier search gave */
  count: number;
  /** answers that no earlier search gave */
  added: number;
  /** the archive says that there are more */
  saysMore: boolean;
}

/** The archive has a limit of answers. */
interface Limited {
  /** answers to a search without dates */
  limit: number;
  /** days and open ranges for which the limit was reached too, so that studies of them may be missing */
  incomplete: DateRange[];
}

/** Studies before and after these days are in the open ranges at both ends. */
const FIRST_DAY = '19900101';
const DAY_MS = 24 * 60 * 60_000;

/**
 * Searches a whole archive. Many archives answer at most some hundred studies, and few of them say so; a round number of answers
 * counts as this limit unless the two halves of the time give no more studies. A half that reaches the number again is halved again,
 * and so on. Studies without a date are found by the first search only.
 * @returns null if the archive has no limit
 */
export async function* searchByDates<Found>(
  search: (range: DateRange | null) => AsyncGenerator<Found, Searched>,
  today: Date,
): AsyncGenerator<Found, Limited | null> {
  const first = yield* search(null);
  if (!first.saysMore && !mayBeLimit(first.count)) return null;
  const last = dayOf(today.getTime());
  const incomplete: DateRange[] = [];
  let added = 0;
  /** the ranges that reach the limit */
  const open: DateRange[] = [{ from: null, to: null }];
  for (let range = open.shift(); range; range = open.shift()) {
    const halves = halvesOf(range, last);
    if (!halves) {
      incomplete.push(range);
      continue;
    }
    const full: DateRange[] = [];
    let addedHere = 0;
    for (const half of halves) {
      const found = yield* search(half);
      addedHere += found.added;
      if (found.saysMore || found.count >= first.count) full.push(half);
    }
    added += addedHere;
    // two halves that both reach the limit have different studies, unless the archive ignores the dates
    if (full.length === halves.length && addedHere === 0) incomplete.push(range);
    else open.push(...full);
  }
  return added > 0 || first.saysMore ? { limit: first.count, incomplete } : null;
}

/**
 * True for 100, 250, 1000 and so on, for powers of two, and for each of these plus one: the DICOMweb of Orthanc 1.10
 * answers one more than its limit.
 */
const mayBeLimit = (count: number): boolean => isRound(count) || isRound(count - 1);
const isRound = (count: number): boolean =>
  (count > 0 && count % 50 === 0) || (count >= 64 && Number.isInteger(Math.log2(count)));

const timeOf = (day: string): number =>
  Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6)));
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10).replaceAll('-', '');

/** Null for one day, and for the ranges at both ends. */
const halvesOf = ({ from, to }: DateRange, last: string): [DateRange, DateRange] | null => {
  const begins = timeOf(from ?? FIRST_DAY);
  const ends = timeOf(to ?? last);
  if (begins >= ends) return null;
  const middle = begins + Math.floor((ends - begins) / DAY_MS / 2) * DAY_MS;
  return [
    { from, to: dayOf(middle) },
    { from: dayOf(middle + DAY_MS), to },
  ];
};

/** What the dry run reports about a limit. */
export const limitedPlaces = (limited: Limited | null) => {
  if (!limited) return [];
  const { limit, incomplete } = limited;
  const places = [
    `a search is answered with ${limit} studies at most and was repeated by dates; studies without a date may be missing`,
    ...incomplete.map(({ from, to }) => `studies from ${from ?? 'the beginning'} to ${to ?? 'today'}`),
  ];
  return places.map((where) => ({ where, reason: 'limited' as const }));
};

/** The value of Study Date that matches a range (PS3.4, C.2.2.2.5). */
export const rangeText = ({ from, to }: DateRange): string => `${from ?? ''}-${to ?? ''}`;
