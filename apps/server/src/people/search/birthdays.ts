const ISO = /(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/;
/** «ю» is the key of the dot in the Russian layout. */
const RUSSIAN = /(?<!\d)(\d{1,2})[./,ю](\d{1,2})[./,ю](\d{4}|\d{2})(?!\d)/i;
const EARLIEST_YEAR = 1900;

/**
 * Finds a birth date in a query. Returns the rest of the query and the days that the date may mean, because a year of
 * two digits may be in the 20th or the 21st century. Returns null if there is no birth date.
 */
export const splitBirthday = (
  query: string,
  thisYear: number,
): { birthdays: [string, ...string[]]; rest: string } | null => {
  const iso = ISO.exec(query);
  const found = iso ?? RUSSIAN.exec(query);
  if (!found) return null;
  const [year = '', month = '', date = ''] = iso ? found.slice(1) : found.slice(1).toReversed();
  const years = year.length === 2 ? [2000 + Number(year), 1900 + Number(year)] : [Number(year)];
  const [first, ...others] = years
    .filter((one) => one >= EARLIEST_YEAR && one <= thisYear)
    .map((one) => `${one}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`)
    .filter(exists);
  return first ? { birthdays: [first, ...others], rest: query.replace(found[0], ' ') } : null;
};

const exists = (day: string) => {
  const parsed = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day);
};
