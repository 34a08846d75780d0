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
  return items
    .map((item) => schedule(item, keyText(step, 'Modality'), machine, now))
    .filter((scheduled) => matches(scheduled, query, step))
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
  if (studyType === 'cbct') return 'CT';
  if (RADIOGRAPHS.includes(asked)) return asked;
  return studyType === null && asked === 'CT' ? 'CT' : 'PX';
};

const two = (number: number) => String(number).padStart(2, '0');
const dayOf = (date: Date) => `${date.getFullYear()}${two(date.getMonth() + 1)}${two(date.getDate())}`;
const timeOf = (date: Date) => `${two(date.getHours())}${two(date.getMinutes())}${two(date.getSeconds())}`;

function matches({ item, station, modality, date, time }: Scheduled, query: Query, step: Query): boolean {
  const name = keyText(query, 'PatientName');
  return (
    matchesText(keyText(query, 'AccessionNumber'), item.accessionNumber) &&
    matchesText(keyText(query, 'RequestedProcedureID'), item.accessionNumber) &&
    matchesText(keyText(query, 'PatientID'), patientIDOf(item)) &&
    (matchesText(name, item.name) || matchesText(name, transliterate(item.name))) &&
    matchesText(keyText(step, 'ScheduledStationAETitle'), station) &&
    matchesText(keyText(step, 'Modality'), modality) &&
    matchesRange(keyText(step, 'ScheduledProcedureStepStartDate'), date) &&
    matchesRange(keyText(step, 'ScheduledProcedureStepStartTime'), time)
  );
}

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
