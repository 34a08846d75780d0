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

/** The texts of a key that are not empty; for a name only the alphabetic group. */
export const keyTexts = (query: Query, keyword: string): string[] =>
  [query[keyword]]
    .flat()
    .map((value) => keyText({ value }, 'value'))
    .filter((text) => text !== '');

/** Only asterisks, or nothing, match every value (PS3.4, C.2.2.2.3). */
export const isUniversal = (key: string): boolean => /^\**$/.test(key);

/** Whether a key, of any representation, restricts anything. */
export const hasValue = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(hasValue);
  if (value instanceof Uint8Array || value instanceof ArrayBuffer) return value.byteLength > 0;
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).some(([keyword, each]) => !keyword.startsWith('_') && hasValue(each));
  return value !== null && value !== undefined && !isUniversal(String(value).trim());
};

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

/** Single value and wildcard matching (PS3.4, C.2.2.2.1 and C.2.2.2.4), ignoring case. */
export const matchesText = (key: string, text: string): boolean =>
  matchesWildcards([...fold(key)], [...fold(text)]);

/**
 * Not a regular expression, because its engine tries all divisions of the text among the asterisks of a key. Here a mismatch
 * lengthens only the text for the last asterisk, so the steps are at most the product of the two lengths.
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
