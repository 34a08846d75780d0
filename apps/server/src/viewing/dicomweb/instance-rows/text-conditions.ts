import { type KeyRange, parseDateKey, parseTimeKey } from '@snimok/imaging/dicom/key-ranges';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { splitWords } from '../../../platform/db/search-words.ts';
import { invalid } from '../../../platform/errors/errors.ts';
import { sentences } from '../sentences.ts';

/** The matching of PS3.4, C.2.2.2, as conditions in SQL. */
export type Condition = RawBuilder<SqlBool>;
export type Column = RawBuilder<unknown>;

export const NOTHING: Condition = sql`false`;

export const allOf = (conditions: Condition[]): Condition =>
  sql`(${sql.join([sql`true`, ...conditions], sql` and `)})`;
export const anyOf = (conditions: Condition[]): Condition =>
  sql`(${sql.join([NOTHING, ...conditions], sql` or `)})`;

/** Limit on the characters of a value. No attribute that is matched has longer values. */
export const MAX_VALUE_LENGTH = 128;
/** Limit on the values of one key that have wildcards. */
export const MAX_PATTERNS = 20;

/**
 * The values of a key, separated by backslashes and, where no value contains one, by commas (PS3.18, 8.3.4.1).
 * @throws Problem 400
 */
export const valuesIn = (name: string, key: string, separator: RegExp = /[,\\]/): string[] => {
  const values = key
    .split(separator)
    .map((value) => value.trim())
    .filter(Boolean);
  const isTooLong = values.some((value) => value.length > MAX_VALUE_LENGTH);
  if (isTooLong || values.filter(hasWildcard).length > MAX_PATTERNS)
    throw invalid(sentences.dicomParameter(name));
  return values;
};

export const hasWildcard = (value: string): boolean => /[*?]/.test(value);

/** `*` and `?` as wildcards of LIKE. */
export const patternOf = (value: string): string =>
  value
    .replace(/[\\%_]/g, '\\$&')
    .replace(/\*+/g, '%')
    .replaceAll('?', '_');

/** Single value and wildcard matching, ignoring case: one of the values. */
export const textIs = (column: Column, values: string[]): Condition =>
  anyOf(values.map((value) => sql`${column} ilike ${patternOf(value)}`));

/** List of UID matching. */
export const uidIs = (column: Column, key: string): Condition =>
  sql`${column} = any(${key.split(/[,\\]/).map((uid) => uid.trim())}::text[])`;

/** @throws Problem 400 */
export const dateRangeOf = (name: string, key: string): KeyRange => required(name, parseDateKey(key));

/** @throws Problem 400 */
export const timeRangeOf = (name: string, key: string): KeyRange => required(name, parseTimeKey(key));

const required = (name: string, range: KeyRange | null): KeyRange => {
  if (!range) throw invalid(sentences.dicomParameter(name));
  return range;
};

/** Range matching of texts that are ordered like the dates and times that they stand for. */
export const isWithin = (column: Column, { from, to }: KeyRange): Condition =>
  allOf([
    sql`${column} is not null`,
    ...(from === null ? [] : [sql<SqlBool>`${column} >= ${from}::text collate "C"`]),
    ...(to === null ? [] : [sql<SqlBool>`${column} <= ${to}::text collate "C"`]),
  ]);

/**
 * The beginning of a name as a pattern for `words_of`: the words of the alphabetic group, with wildcards. Missing last components
 * match everything: «Петрова» finds «Петрова^Анна». Null if it has no letters and so matches no name.
 */
const namePattern = (key: string): string | null => {
  const [alphabetic = ''] = key.normalize('NFC').split('=');
  const pieces = alphabetic.split(/([*?])/).map((piece, at) => (at % 2 === 1 ? piece : normalised(piece)));
  const words = pieces.join('').replace(/ +/g, ' ').trim();
  return words === '' ? null : patternOf(words);
};

/** Words in the spelling of `words_of`, with the spaces around them. */
const normalised = (piece: string): string => {
  const words = splitWords(piece).join(' ');
  const isSeparated = (text: string | undefined) => text !== undefined && splitWords(text).length === 0;
  const letters = [...piece];
  if (words === '') return piece === '' ? '' : ' ';
  return `${isSeparated(letters[0]) ? ' ' : ''}${words}${isSeparated(letters.at(-1)) ? ' ' : ''}`;
};

/** `sought` begins with the words of the name; it has an index. */
export const nameBegins = (name: Column, sought: Column, key: string): Condition => {
  const pattern = namePattern(key);
  if (pattern === null) return NOTHING;
  const begins = ` ${pattern} %`;
  return sql`(${sought} like ${begins} and words_of(${name}) || ' ' like ${begins})`;
};
