import { STUDY_TYPES } from '@snimok/contract/study-types';
import { type ElementToWrite, encode } from '@snimok/imaging/dicom/write';
import { TAG } from '@snimok/imaging/dicom/tags';
import {
  ATTRIBUTES,
  type Item,
  patientIDOf,
  type Scheduled,
  STEP_ATTRIBUTES,
  STEP_SEQUENCE,
} from './attributes.ts';
import { type CharacterSet, DEFINED_TERM, encodeText, transliterate } from './character-set.ts';
import { keysIn, keyText, matchesRange, matchesText, type Query } from './query.ts';

/** Modalities of dental X-ray machines that make 2D images; a machine that asks for one of them gets it in the answer. */
const RADIOGRAPHS = ['PX', 'IO', 'DX', 'CR', 'RG', 'OT'];

/** Who asks, and how the answer is written. */
interface Machine {
  portal: string;
  /** its AE title */
  station: string;
  characterSet: CharacterSet;
  /** of the transfer syntax: Implicit VR Little Endian instead of Explicit VR Little Endian */
  implicit: boolean;
}

/** The data sets of the items that match a query of the Modality Worklist (PS3.4, K.4.1), in the order of their times. */
export function findScheduled(items: Item[], query: Query, machine: Machine, now: Date): Uint8Array[] {
  const step = keysIn(query, STEP_SEQUENCE.keyword) ?? {};
  const keys = keysOf(query);
  return items
    .map((item) => schedule(item, keyText(step, 'Modality'), machine, now))
    .filter((scheduled) => keys.every(({ text, key }) => key.matches(text, scheduled)))
    .toSorted((one, other) => (one.date + one.time < other.date + other.time ? -1 : 1))
    .map((scheduled) => answer(scheduled, query, machine));
}

/** A study that waits since an earlier day is scheduled for today. */
function schedule(item: Item, asked: string, { portal, station }: Machine, now: Date): Scheduled {
  const planned = new Date(item.beginsAt);
  const [today, day] = [dayOf(now), dayOf(planned)];
  const date = day < today ? today : day;
  return {
    item,
    portal,
    station,
    modality: modalityOf(item, asked.toUpperCase()),
    date,
    time: timeOf(planned),
  };
}

const modalityOf = ({ studyType }: Item, asked: string) => {
  if (studyType !== null && STUDY_TYPES[studyType].hasVolume) return STUDY_TYPES[studyType].modality;
  if (RADIOGRAPHS.includes(asked) || (studyType === null && asked === 'CT')) return asked;
  return STUDY_TYPES[studyType ?? 'rg'].modality;
};

const two = (number: number) => String(number).padStart(2, '0');
const dayOf = (date: Date) => `${date.getFullYear()}${two(date.getMonth() + 1)}${two(date.getDate())}`;
const timeOf = (date: Date) => `${two(date.getHours())}${two(date.getMinutes())}${two(date.getSeconds())}`;

interface MatchingKey {
  /** characters, by the value representation (PS3.5, table 6.2-1), of dates and times in a query with ranges */
  longest: number;
  matches: (key: string, scheduled: Scheduled) => boolean;
}

/** The attributes by which a query selects (PS3.4, table K.6-1); others are only returned. */
const KEYS: Record<string, MatchingKey> = {
  AccessionNumber: { longest: 16, matches: (key, { item }) => matchesText(key, item.accessionNumber) },
  RequestedProcedureID: { longest: 16, matches: (key, { item }) => matchesText(key, item.accessionNumber) },
  PatientID: { longest: 64, matches: (key, { item }) => matchesText(key, patientIDOf(item)) },
  PatientName: {
    longest: 64,
    matches: (key, { item: { name } }) => matchesText(key, name) || matchesText(key, transliterate(name)),
  },
};

const STEP_KEYS: Record<string, MatchingKey> = {
  ScheduledStationAETitle: { longest: 16, matches: (key, { station }) => matchesText(key, station) },
  Modality: { longest: 16, matches: (key, { modality }) => matchesText(key, modality) },
  ScheduledProcedureStepStartDate: { longest: 18, matches: (key, { date }) => matchesRange(key, date) },
  ScheduledProcedureStepStartTime: { longest: 28, matches: (key, { time }) => matchesRange(key, time) },
};

const keysOf = (query: Query): { text: string; key: MatchingKey }[] => {
  const read = (from: Query, keys: typeof KEYS) =>
    Object.entries(keys).map(([keyword, key]) => ({ text: keyText(from, keyword), key }));
  return [...read(query, KEYS), ...read(keysIn(query, STEP_SEQUENCE.keyword) ?? {}, STEP_KEYS)];
};

/** Whether a key is longer than a value of its attribute may be, so that the query is not valid. */
export const hasLongKey = (query: Query): boolean =>
  keysOf(query).some(({ text, key }) => text.length > key.longest);

/** The requested attributes that the worklist has; all of a sequence that was requested without items. */
function answer(scheduled: Scheduled, query: Query, { characterSet, implicit }: Machine): Uint8Array {
  const elements: ElementToWrite[] = pick(ATTRIBUTES, query, scheduled);
  if (DEFINED_TERM[characterSet] !== '')
    elements.push([TAG.specificCharacterSet, 'CS', DEFINED_TERM[characterSet]]);
  if (STEP_SEQUENCE.keyword in query) {
    const step = keysIn(query, STEP_SEQUENCE.keyword) ?? STEP_ATTRIBUTES;
    elements.push([STEP_SEQUENCE.tag, 'SQ', [pick(STEP_ATTRIBUTES, step, scheduled)]]);
  }
  return encode(elements, { implicit, text: (text) => encodeText(text, characterSet) });
}

const pick = (
  attributes: Record<string, (scheduled: Scheduled) => ElementToWrite>,
  requested: Query,
  scheduled: Scheduled,
): ElementToWrite[] =>
  Object.entries(attributes)
    .filter(([keyword]) => keyword in requested)
    .map(([, write]) => write(scheduled));
