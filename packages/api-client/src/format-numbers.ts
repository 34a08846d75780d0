const counting = new Intl.NumberFormat('ru');
const rules = new Intl.PluralRules('ru');

/** 1204 → «1 204» */
export const formatNumber = (value: number) => counting.format(value);

/** The Russian plural form for a number: `pluralOf(2, 'снимок', 'снимка', 'снимков')` → «снимка». */
function pluralOf(count: number, one: string, few: string, many: string): string {
  const rule = rules.select(count);
  if (rule === 'one') return one;
  return rule === 'few' ? few : many;
}

/** The number and its noun, joined by a no-break space: «5 исследований». */
export const counted = (count: number, one: string, few: string, many: string) =>
  `${formatNumber(count)}\u00a0${pluralOf(count, one, few, many)}`;

const UNITS = ['Б', 'КБ', 'МБ', 'ГБ', 'ТБ'];

/**
 * «236 МБ», «19,4 МБ», «1,4 ГБ»: units of 1,024 as in file managers, one decimal below a hundred, none above. The
 * server's `sizeInWords` rounds in the same way.
 */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (Math.round(value) >= 1000 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const rounded = value < 100 ? Math.round(value * 10) / 10 : Math.round(value);
  return `${formatNumber(rounded)}\u00a0${UNITS[unit]}`;
}
