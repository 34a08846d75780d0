import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { ATTRIBUTE, type Key, type Keyword, type Matching } from './attributes.ts';
import type { Match } from './search-terms.ts';
import {
  allOf,
  type Column,
  type Condition,
  dateRangeOf,
  isWithin,
  textIs,
  timeRangeOf,
  uidIs,
  valuesIn,
} from './text-conditions.ts';

/** The keys of series, and how they are matched: the keys of PS3.18, table 10.6.1-5, and the description. */
export const SERIES_MATCHING = {
  Modality: 'text',
  SeriesInstanceUID: 'uid',
  SeriesNumber: 'text',
  SeriesDescription: 'phrase',
  PerformedProcedureStepStartDate: 'date',
  PerformedProcedureStepStartTime: 'time',
  'RequestAttributesSequence.ScheduledProcedureStepID': 'text',
  'RequestAttributesSequence.RequestedProcedureID': 'text',
} as const satisfies Partial<Record<Key, Matching>>;

/** The keys of instances, and how they are matched: the keys of PS3.18, table 10.6.1-5. */
export const INSTANCE_MATCHING = {
  SOPClassUID: 'uid',
  SOPInstanceUID: 'uid',
  InstanceNumber: 'text',
} as const satisfies Partial<Record<Key, Matching>>;

const MATCHING = { ...SERIES_MATCHING, ...INSTANCE_MATCHING };
type InstanceKey = keyof typeof MATCHING;
export const SERIES_KEYS = Object.keys(SERIES_MATCHING) as InstanceKey[];
export const INSTANCE_KEYS = Object.keys(INSTANCE_MATCHING) as InstanceKey[];
/** The keys of a search in one series. */
export const KEYS_IN_SERIES: readonly InstanceKey[] = [...INSTANCE_KEYS, 'SeriesInstanceUID'];

/** Whether a search matches attributes that metadata of earlier versions do not have. */
export const needsLater = (match: Match): boolean =>
  Object.keys(match).some((key) => /^(Performed|Request)/.test(key));

const COLUMNS: Partial<Record<Keyword, Column>> = {
  SeriesInstanceUID: sql`series_instance_uid`,
  SOPInstanceUID: sql`sop_instance_uid`,
};

const valueIn = (attributes: RawBuilder<unknown>, keyword: Keyword): Column =>
  COLUMNS[keyword] ?? sql`(${attributes} -> ${ATTRIBUTE[keyword]} -> 'Value' ->> 0)`;

const valueOf = (keyword: Keyword): Column => valueIn(sql`attributes`, keyword);

/**
 * The conditions that an instance, or the first instance of a series, must meet, over the columns of
 * `object_instances`.
 * @throws Problem 400
 */
export const instanceConditions = (match: Match): Condition[] => [
  ...[...SERIES_KEYS, ...INSTANCE_KEYS].flatMap((key) => conditionsOf(key, match[key])),
  ...conditionsOfRequest(match),
];

const conditionsOf = (key: InstanceKey, value: string | undefined): Condition[] => {
  if (value === undefined || key.includes('.')) return [];
  const keyword = key as Keyword;
  const column = valueOf(keyword);
  const matching: Matching = MATCHING[key];
  if (matching === 'uid') return [uidIs(column, value)];
  if (matching === 'date') return [isWithin(column, dateRangeOf(key, value))];
  if (matching === 'time') return [isWithin(momentOf(column), timeRangeOf(key, value))];
  if (matching === 'phrase') return [textIs(column, valuesIn(key, value, /\\/))];
  const values = valuesIn(key, value);
  return [textIs(column, keyword.endsWith('Number') ? values.map(withoutZeros) : values)];
};

/** Without leading zeros, because the metadata have integers as numbers. */
const withoutZeros = (value: string): string =>
  /^[+-]?\d{1,12}$/.test(value) ? String(Number(value)) : value;

/** The time of a data set as `momentOfTime` of `packages/imaging` writes it. */
const momentOf = (time: Column): Column => sql`rpad(replace(${time}, '.', ''), 12, '0')`;

const IN_REQUEST = ['ScheduledProcedureStepID', 'RequestedProcedureID'] as const;

/** Sequence matching (PS3.4, C.2.2.2.6): one item has all values. */
const conditionsOfRequest = (match: Match): Condition[] => {
  const conditions = IN_REQUEST.flatMap((keyword) => {
    const key = `RequestAttributesSequence.${keyword}` as const;
    const value = match[key];
    return value === undefined ? [] : [textIs(valueIn(sql`item`, keyword), valuesIn(key, value))];
  });
  if (conditions.length === 0) return [];
  const items = sql`attributes -> ${ATTRIBUTE.RequestAttributesSequence} -> 'Value'`;
  return [
    sql<SqlBool>`exists (select from jsonb_array_elements(
      case jsonb_typeof(${items}) when 'array' then ${items} else '[]' end) item where ${allOf(conditions)})`,
  ];
};
