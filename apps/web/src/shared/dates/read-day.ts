/**
 * YYYY-MM-DD of a typed day, such as 05.03.1985, 5.3.85, 5/3/1985 or 1985-03-05; null when there is no such day. A year
 * of two digits is the latest such year that is not after `lastYear`.
 */
export function readDay(text: string, lastYear = 2099): string | null {
  const [year, month, date] = partsOf(text.trim());
  if (!year || !month || !date) return null;
  const full = year.length === 2 ? lastYear - ((lastYear - Number(year)) % 100) : Number(year);
  const day = `${full}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const parsed = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day) ? day : null;
}

function partsOf(text: string): (string | undefined)[] {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso) return iso.slice(1);
  const [, date, month, year] = /^(\d{1,2})[./, -](\d{1,2})[./, -](\d{4}|\d{2})$/.exec(text) ?? [];
  return [year, month, date];
}
