import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import { type ElementToWrite, encode } from '@snimok/imaging/dicom/elements/write';
import { TAG } from '@snimok/imaging/dicom/elements/tags';
import {
  type Attribute,
  ATTRIBUTES,
  type Item,
  type Scheduled,
  STEP_ATTRIBUTES,
  STEP_SEQUENCE,
} from './attributes.ts';
import { type CharacterSet, DEFINED_TERM, encodeText } from './character-set.ts';
import { readKeys } from './keys.ts';
import { keysIn, matchesText, type Query } from './query.ts';

/**
 * Modalities of dental X-ray machines that make 2D images. A machine that asks for one of them gets this one in the
 * answer.
 */
const RADIOGRAPHS = ['PX', 'IO', 'DX', 'CR', 'RG', 'OT'];

/** The machine that asks, and the encoding of the answer. */
interface Machine {
  portal: string;
  /** its AE title */
  station: string;
  characterSet: CharacterSet;
  /** the query's transfer syntax is Implicit VR Little Endian instead of Explicit VR Little Endian */
  implicit: boolean;
}

/** The data sets of the items that match a query of the Modality Worklist (PS3.4, K.4.1), in the order of their times. */
export function findScheduled(items: Item[], query: Query, machine: Machine, now: Date): Uint8Array[] {
  const keys = readKeys(query);
  if (!keys) return [];
  return items
    .map((item) => schedule(item, keys.modalities, machine, now))
    .filter(keys.matches)
    .toSorted((one, other) => (one.date + one.time < other.date + other.time ? -1 : 1))
    .map((scheduled) => answer(scheduled, query, machine));
}

/** Makes a worklist item of a study or booking. A study that waits since an earlier day is scheduled for today. */
function schedule(item: Item, asked: string[], { portal, station }: Machine, now: Date): Scheduled {
  const planned = new Date(item.beginsAt);
  const today = dayOf(now);
  const day = dayOf(planned);
  const date = day < today ? today : day;
  return {
    item,
    portal,
    station,
    modality: modalityOf(item, asked),
    date,
    time: timeOf(planned),
  };
}

/** The modality of the study, or one that the machine asks for and that may make the image. */
const modalityOf = ({ studyType }: Item, asked: string[]): string => {
  const usual = STUDY_TYPES[studyType ?? 'rg'].modality;
  if (studyType !== null && STUDY_TYPES[studyType].hasVolume) return usual;
  const possible = [usual, ...RADIOGRAPHS, ...(studyType === null ? [STUDY_TYPES.cbct.modality] : [])];
  return possible.find((modality) => asked.some((key) => matchesText(key, modality))) ?? usual;
};

const two = (number: number) => String(number).padStart(2, '0');
const dayOf = (date: Date) => `${date.getFullYear()}${two(date.getMonth() + 1)}${two(date.getDate())}`;
const timeOf = (date: Date) => `${two(date.getHours())}${two(date.getMinutes())}${two(date.getSeconds())}`;

/**
 * The requested attributes that the worklist has. A sequence that was requested without items is returned with all its
 * attributes.
 */
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
  attributes: Record<string, Attribute>,
  requested: Query,
  scheduled: Scheduled,
): ElementToWrite[] =>
  Object.entries(attributes)
    .filter(([keyword]) => keyword in requested)
    .map(([, attribute]) => attribute.write(scheduled));
