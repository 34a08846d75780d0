/** The keys of a C-FIND request, by keyword, as the library parsed them. */
export type Query = Record<string, unknown>;

/** The text of a key; empty if it is absent or has no value. Several values and the groups of a name are reduced to one. */
export function keyText(query: Query, keyword: string): string {
  const value = query[keyword];
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (first === null || first === undefined) return '';
  if (typeof first === 'object') {
    const { Alphabetic } = first as { Alphabetic?: unknown };
    return typeof Alphabetic === 'string' ? Alphabetic.trim() : '';
  }
  return typeof first === 'string' || typeof first === 'number' ? String(first).trim() : '';
}

/** The keys inside the first item of a sequence; null if the request has no such sequence or an empty one. */
export function keysIn(query: Query, keyword: string): Query | null {
  const value = query[keyword];
  const first: unknown = Array.isArray(value) ? value[0] : value;
  const isItem = typeof first === 'object' && first !== null && Object.keys(first).length > 0;
  return isItem ? (first as Query) : null;
}

/** The items of a sequence that have any keys. */
export const itemsIn = (query: Query, keyword: string): Query[] =>
  [query[keyword]].flat().filter((item): item is Query => typeof item === 'object' && item !== null);

const fold = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[\^\s]+/g, ' ')
    .trim();

/** Single value and wildcard matching (PS3.4, C.2.2.2.1 and C.2.2.2.4), ignoring case; an empty key matches everything. */
export const matchesText = (key: string, text: string): boolean =>
  key === '' || matchesWildcards([...fold(key)], [...fold(text)]);

/**
 * Not a regular expression: its engine tries all divisions of the text among the asterisks of a key. Here a mismatch lengthens
 * only what the last asterisk stands for, so the steps are at most the product of the two lengths.
 */
function matchesWildcards(pattern: string[], text: string[]): boolean {
  let at = 0;
  let asterisk = -1;
  let resumeAt = 0;
  for (let read = 0; read < text.length;) {
    if (pattern[at] === '*') {
      asterisk = at++;
      resumeAt = read;
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === text[read])) {
      at++;
      read++;
    } else if (asterisk >= 0) {
      at = asterisk + 1;
      read = ++resumeAt;
    } else return false;
  }
  while (pattern[at] === '*') at++;
  return at === pattern.length;
}

/** Range matching of dates and times (PS3.4, C.2.2.2.5): `A`, `A-B`, `A-`, `-B`. A shorter time means its whole period. */
export function matchesRange(key: string, value: string): boolean {
  if (key === '') return true;
  const [from = '', to = from, ...rest] = key.split('-').map((part) => part.trim());
  if (rest.length > 0) return true;
  return (from === '' || value >= from) && (to === '' || value.slice(0, to.length) <= to);
}
