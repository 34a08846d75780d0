import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { type DatedStudy, dayOfStudy } from '../../studies/studies/study-rows/study-day.ts';
import { portableName } from '../../platform/working-files/portable-name.ts';
import { STUDY_TYPES, type StudyType } from '@snimok/contract/studies/study-types';

/** File systems permit 255 bytes in a name, and a Cyrillic letter takes two. */
const MAX_BYTES = 200;
const MAX_LETTERS = 60;

/** Letters and digits of a name, with `_` between its words. */
const wordsOf = (name: string): string =>
  [
    ...name
      .normalize('NFC')
      .replace(/[^\p{L}\p{N}]+/gu, '_')
      .replace(/^_|_$/g, ''),
  ]
    .slice(0, MAX_LETTERS)
    .join('');

/** For example `Иванов_Иван_12`: the id makes it unique. */
export const patientFolder = ({ id, name }: { id: number; name: string }): string =>
  [wordsOf(name), id].filter(Boolean).join('_');

/** For example `2026-11-21_КЛКТ_345`. */
export const studyFolder = (study: DatedStudy & { id: number; type: StudyType }, timeZone: string): string =>
  [dayOfStudy(study, timeZone), wordsOf(STUDY_TYPES[study.type].shortLabel), study.id].join('_');

/** A name that fits into a file system; a long one keeps its ending and gets a part of its hash. */
export const fittingName = (name: string): string => {
  const portable = portableName(name);
  if (Buffer.byteLength(portable) <= MAX_BYTES) return portable;
  const ending = extname(portable).slice(0, 12);
  const mark = createHash('sha256').update(portable).digest('hex').slice(0, 12);
  return `${[...portable].slice(0, MAX_LETTERS).join('')}~${mark}${ending}`;
};
