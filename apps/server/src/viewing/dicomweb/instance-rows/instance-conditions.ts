import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { ATTRIBUTE, type Key, type Keyword } from './attributes.ts';
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

/** The keys of series that are matched: those of PS3.18, table 10.6.1-5, and the description. */
export const SERIES_KEYS = [
  'Modality',
  'SeriesInstanceUID',
  'SeriesNumber',
  'SeriesDescription',
  'PerformedProcedureStepStartDate',
  'PerformedProcedureStepStartTime',
  'RequestAttributesSequence.ScheduledProcedureStepID',
  'RequestAttributesSequence.RequestedProcedureID',
] as const satisfies Key[];

/** The keys of instances that are matched, those of PS3.18, table 10.6.1-5. */
export const INSTANCE_KEYS = ['SOPClassUID', 'SOPInstanceUID', 'InstanceNumber'] as const satisfies Key[];

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
  ...([...SERIES_KEYS, ...INSTANCE_KEYS] as Key[]).flatMap((key) => conditionsOf(key, match[key])),
  ...conditionsOfRequest(match),
];

const conditionsOf = (key: Key, value: string | undefined): Condition[] => {
  if (value === undefined || key.includes('.')) return [];
  const keyword = key as Keyword;
  const column = valueOf(keyword);
  if (keyword.endsWith('UID')) return [uidIs(column, value)];
  if (keyword.endsWith('Date')) return [isWithin(column, dateRangeOf(key, value))];
  if (keyword.endsWith('Time')) return [isWithin(momentOf(column), timeRangeOf(key, value))];
  if (keyword === 'SeriesDescription') return [textIs(column, valuesIn(key, value, /\\/))];
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
