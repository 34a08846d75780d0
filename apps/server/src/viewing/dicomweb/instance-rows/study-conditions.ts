import { combineKeys, type KeyRange } from '@snimok/imaging/dicom/key-ranges';
import { sql, type SqlBool } from 'kysely';
import { SEARCH_MINIMUM } from '@snimok/contract/values/fields';
import { patientPatterns, patternOf as partOf, splitWords } from '../../../platform/db/search-words.ts';
import { invalid } from '../../../platform/errors/errors.ts';
import { instantAt } from '../../../platform/time-and-sizes/wall-time.ts';
import { examinedOn, machineClock } from '../../../studies/studies/study-rows/examined-days.ts';
import type { Key, Matching } from './attributes.ts';
import type { SearchTerms } from './search-terms.ts';
import {
  allOf,
  anyOf,
  type Column,
  type Condition,
  dateRangeOf,
  hasWildcard,
  isWithin,
  nameBegins,
  NOTHING,
  patternOf,
  textIs,
  timeRangeOf,
  uidIs,
  valuesIn,
} from './text-conditions.ts';
import { sentences } from '../sentences.ts';

/** The keys of studies, and how they are matched: the keys of PS3.18, table 10.6.1-5, and birth date and sex. */
export const STUDY_MATCHING = {
  StudyDate: 'date',
  StudyTime: 'time',
  AccessionNumber: 'id',
  ModalitiesInStudy: 'text',
  ReferringPhysicianName: 'name',
  PatientName: 'name',
  PatientID: 'id',
  PatientBirthDate: 'date',
  PatientSex: 'text',
  StudyInstanceUID: 'uid',
  StudyID: 'id',
} as const satisfies Partial<Record<Key, Matching>>;
export const STUDY_KEYS = Object.keys(STUDY_MATCHING) as (keyof typeof STUDY_MATCHING)[];

const MINUTES_A_DAY = 24 * 60;
const IDS = /^[1-9]\d{0,14}$/;

type Terms = Pick<SearchTerms, 'match' | 'isFuzzy'>;

/**
 * The conditions that a study must meet, over rows of `studies`, `patients` and `objects`. They match the values that
 * `presentStudy` returns.
 * @throws Problem 400
 */
export const studyConditions = ({ match, isFuzzy }: Terms, timeZone: string): Condition[] => {
  const conditions = matchTime({ match, isFuzzy }, timeZone);
  const add = (key: keyof typeof STUDY_MATCHING, condition: (value: string) => Condition) => {
    const value = match[key];
    if (value !== undefined) conditions.push(condition(value));
  };
  add('StudyInstanceUID', (value) => uidIs(sql`objects.study_instance_uid`, value));
  add('AccessionNumber', (value) => hasAccessionNumber(valuesIn('AccessionNumber', value)));
  add('StudyID', (value) => numberIs(sql`studies.id`, '', valuesIn('StudyID', value)));
  add('PatientID', (value) => numberIs(sql`studies.patient_id`, '', valuesIn('PatientID', value)));
  add('PatientSex', (value) =>
    textIs(sql`case patients.sex when 'female' then 'F' else 'M' end`, valuesIn('PatientSex', value)),
  );
  add('PatientBirthDate', bornWithin);
  add('ModalitiesInStudy', (value) => hasModality(valuesIn('ModalitiesInStudy', value)));
  add('PatientName', (value) => (isFuzzy ? patientLike(value) : patientIs(value)));
  add('ReferringPhysicianName', (value) => clientIs(value, isFuzzy));
  return conditions;
};

/** The number that a study shows has a prefix: `S12`. Other texts than numbers match nothing. */
const numberIs = (column: Column, prefix: string, values: string[]): Condition => {
  const ids = values
    .filter((value) => value.startsWith(prefix))
    .map((value) => value.slice(prefix.length))
    .filter((id) => IDS.test(id));
  return anyOf([
    ...(ids.length > 0 ? [sql<SqlBool>`${column} = any(${ids}::bigint[])`] : []),
    ...values
      .filter(hasWildcard)
      .map((value) => sql<SqlBool>`${prefix}::text || ${column} like ${patternOf(value)}`),
  ]);
};

/** Matches like `accessionNumberOf`. Each of the two kinds of numbers has an index. */
const hasAccessionNumber = (values: string[]): Condition => {
  const exact = values.filter((value) => !hasWildcard(value));
  return anyOf([
    allOf([sql`studies.accession_number is null`, numberIs(sql`studies.id`, 'S', values)]),
    ...(exact.length > 0 ? [sql<SqlBool>`studies.accession_number = any(${exact}::text[])`] : []),
    ...values
      .filter(hasWildcard)
      .map((value) => sql<SqlBool>`studies.accession_number like ${patternOf(value)}`),
  ]);
};

const bornWithin = (value: string): Condition => {
  const { from, to } = dateRangeOf('PatientBirthDate', value);
  return allOf([
    sql`patients.birthday is not null`,
    ...(from === null ? [] : [sql<SqlBool>`patients.birthday >= ${from}::date`]),
    ...(to === null ? [] : [sql<SqlBool>`patients.birthday <= ${to}::date`]),
  ]);
};

const hasModality = (values: string[]): Condition => sql`exists (select from object_series s
  where s.object_id = objects.id and ${textIs(sql`s.modality`, values)})`;

const patientIs = (value: string): Condition =>
  anyOf(
    valuesOfName('PatientName', value).map((each) =>
      nameBegins(sql`patients.name`, sql`patients.sought`, each),
    ),
  );

/** Matches like the portal's own search: each word anywhere in a name, in any order. */
const patientLike = (value: string): Condition => {
  const patterns = patientPatterns(wordsOf(value));
  if (patterns.length === 0) return NOTHING;
  return allOf(
    patterns.map((spellings) => anyOf(spellings.map((part) => sql`patients.sought like ${part}`))),
  );
};

const wordsOf = (value: string): string => {
  const words = value.replace(/[*?^=]+/g, ' ').trim();
  if ([...words].length < SEARCH_MINIMUM) throw invalid(sentences.dicomNameTooShort);
  return words;
};

/**
 * The referring physician is the client. There are few clients, so the studies of the matching ones are read by an
 * index.
 */
const clientIs = (value: string, isFuzzy: boolean): Condition => {
  const words = isFuzzy ? splitWords(wordsOf(value)) : [];
  const condition = isFuzzy
    ? words.length > 0
      ? allOf(words.map((word) => sql`words_of(client.name) like ${partOf(word)}`))
      : NOTHING
    : anyOf(
        valuesOfName('ReferringPhysicianName', value).map((each) =>
          nameBegins(sql`client.name`, sql`client.sought`, each),
        ),
      );
  return sql`studies.doctor_id in (select client.id from accounts client where client.role = 'doctor' and ${condition})`;
};

const valuesOfName = (key: Key, value: string): string[] => valuesIn(key, value, /\\/);

/** A study is dated by its examination or, if that is unknown, by its creation. Each of the two instants has an index. */
const matchTime = ({ match }: Terms, timeZone: string): Condition[] => {
  const { StudyDate, StudyTime } = match;
  const date = StudyDate === undefined ? null : dateRangeOf('StudyDate', StudyDate);
  const time = StudyTime === undefined ? null : timeRangeOf('StudyTime', StudyTime);
  const conditions = date
    ? [
        anyOf([
          examinedOn({ from: date.from && dayOf(date.from), to: date.to && dayOf(date.to) }),
          allOf([NOT_DATED, ...createdOn(date, timeZone)]),
        ]),
      ]
    : [];
  const onTheClock = (format: string) => sql`case
    when studies.examined_at is null then to_char(studies.created_at at time zone ${timeZone}, ${format})
    when studies.examined_precision = 'minute' then to_char(${machineClock}, ${format})
    end || '000000'`;
  const both = date && time && combineKeys(date, time);
  if (both) conditions.push(isWithin(sql`(${onTheClock('YYYYMMDDHH24MISS')})`, both));
  else if (time) conditions.push(isWithin(sql`(${onTheClock('HH24MISS')})`, time));
  return conditions;
};

const NOT_DATED: Condition = sql`studies.examined_at is null`;

const createdOn = ({ from, to }: KeyRange, timeZone: string): Condition[] => [
  ...(from === null ? [] : [sql<SqlBool>`studies.created_at >= ${instantOf(from, 0, timeZone)}`]),
  ...(to === null ? [] : [sql<SqlBool>`studies.created_at < ${instantOf(to, MINUTES_A_DAY, timeZone)}`]),
];

/** `20261121` → `2026-11-21` */
const dayOf = (date: string): string => date.replace(/^(....)(..)(..)$/, '$1-$2-$3');

const instantOf = (date: string, minutes: number, timeZone: string): Date =>
  instantAt(dayOf(date), minutes, timeZone);
