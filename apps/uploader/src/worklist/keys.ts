import {
  combineKeys,
  isInRange,
  type KeyRange,
  momentOfTime,
  parseDateKey,
  parseTimeKey,
} from '@snimok/imaging/dicom/key-ranges';
import { toISO88595, transliterate } from '@snimok/imaging/names/transliterate';
import { type Attribute, ATTRIBUTES, type Scheduled, STEP_ATTRIBUTES, STEP_SEQUENCE } from './attributes.ts';
import { hasValue, isUniversal, keysIn, keyTexts, matchesText, type Query } from './query.ts';

/** The most characters of one value of a key, by value representation (PS3.5, table 6.2-1); for dates and times, of a range. */
export const LONGEST: Record<string, number> = {
  AE: 16,
  CS: 16,
  DA: 18,
  LO: 64,
  PN: 64,
  SH: 16,
  TM: 28,
  UI: 64,
};
/** A query may ask for several values of an attribute (PS3.4, C.2.2.2.2). */
export const MOST_VALUES = 100;

type Matching = 'range' | 'uid' | 'name' | 'text';

/** How attributes of a value representation are matched; `text` for those that are not named here (PS3.4, C.2.2.2). */
const MATCHING: Record<string, Matching> = { DA: 'range', TM: 'range', UI: 'uid', PN: 'name' };

export const matchingOf = (vr: string): Matching => MATCHING[vr] ?? 'text';

interface Key {
  keyword: string;
  attribute: Attribute;
  /** one of them has to match */
  values: string[];
}

/** The keys by which a query selects items. */
interface Keys {
  matches: (scheduled: Scheduled) => boolean;
  /** The values of Modality. */
  modalities: string[];
  /** The query has a key that is not compared, so the answer may contain items that this key was to exclude. */
  isPartlyCompared: boolean;
}

/** Attributes that describe the query and are no keys. */
const NO_KEYS = ['SpecificCharacterSet'];

/** The keys of a query (PS3.4, table K.6-1), or null if one is not valid: too long, or no date, time or range. */
export function readKeys(query: Query): Keys | null {
  const step = keysIn(query, STEP_SEQUENCE.keyword) ?? {};
  const keys = [...keysOf(query, ATTRIBUTES), ...keysOf(step, STEP_ATTRIBUTES)];
  if (keys.some(isTooLong)) return null;
  const compared = keys.filter(({ values }) => !values.some(isUniversal));
  const tests = testsOf(compared);
  if (!tests) return null;
  return {
    matches: (scheduled) => tests.every((test) => test(scheduled)),
    modalities: compared.find(({ keyword }) => keyword === 'Modality')?.values ?? [],
    isPartlyCompared:
      hasOther(query, ATTRIBUTES, [...NO_KEYS, STEP_SEQUENCE.keyword]) || hasOther(step, STEP_ATTRIBUTES),
  };
}

const isTooLong = ({ attribute: { vr }, values }: Key): boolean =>
  values.length > MOST_VALUES || values.some((value) => value.length > (LONGEST[vr] ?? 64));

const keysOf = (query: Query, attributes: Record<string, Attribute>): Key[] =>
  Object.entries(attributes)
    .filter(([, { text }]) => text !== null)
    .map(([keyword, attribute]) => ({ keyword, attribute, values: keyTexts(query, keyword) }))
    .filter(({ values }) => values.length > 0);

/** Whether the query names a value for another attribute, or for one that the portal has for no item. */
const hasOther = (query: Query, attributes: Record<string, Attribute>, known: string[] = []): boolean =>
  Object.entries(query).some(
    ([keyword, value]) =>
      !keyword.startsWith('_') &&
      !known.includes(keyword) &&
      !(Object.hasOwn(attributes, keyword) && attributes[keyword]?.text) &&
      hasValue(value),
  );

type Test = (scheduled: Scheduled) => boolean;

/** Null if a date or time is not valid. */
function testsOf(keys: Key[]): Test[] | null {
  const ranges = new Map<string, KeyRange>();
  const tests: Test[] = [];
  for (const { keyword, attribute, values } of keys) {
    const { vr, text } = attribute;
    if (!text) continue;
    if (matchingOf(vr) !== 'range') {
      tests.push((scheduled) => values.some((value) => matchesValue(vr, value, text(scheduled))));
      continue;
    }
    const range = (vr === 'DA' ? parseDateKey : parseTimeKey)(values[0] ?? '');
    if (!range || values.length > 1) return null;
    ranges.set(keyword, range);
  }
  return [...tests, ...testsOfRanges(ranges)];
}

/** The date and the time of the step are one range if they have the same form (PS3.4, table K.6-1). */
function testsOfRanges(ranges: Map<string, KeyRange>): Test[] {
  const birth = ranges.get('PatientBirthDate');
  const date = ranges.get('ScheduledProcedureStepStartDate');
  const time = ranges.get('ScheduledProcedureStepStartTime');
  const tests: Test[] = [];
  if (birth) {
    const birthday = ATTRIBUTES.PatientBirthDate?.text;
    tests.push((scheduled) => {
      const value = birthday?.(scheduled) ?? '';
      return value !== '' && isInRange(birth, value);
    });
  }
  const both = date && time && combineKeys(date, time);
  if (both) return [...tests, (one) => isInRange(both, one.date + momentOfTime(one.time))];
  if (date) tests.push((one) => isInRange(date, one.date));
  if (time) tests.push((one) => isInRange(time, momentOfTime(one.time)));
  return tests;
}

/** An unknown value matches no key (PS3.4, K.2.2.1.1.1). A machine asks for a name in the spelling that it was sent. */
function matchesValue(vr: string, key: string, text: string): boolean {
  if (text === '') return false;
  const matching = matchingOf(vr);
  if (matching === 'uid') return key === text;
  const spellings = matching === 'name' ? [text, toISO88595(text), transliterate(text)] : [text];
  return spellings.some((spelling) => matchesText(key, spelling));
}
