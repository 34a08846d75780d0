import { crc32, hexOf } from '@snimok/api-client/compression/crc32';
import type { InspectedFile } from '../../studies/uploads/inspect/inspect-files.ts';

const SHOWN_NAMES = 3;

/** What is known of the files of a row when the files themselves are gone. */
export interface ChosenSet {
  count: number;
  /** names of some of the files, with their folders */
  names: string[];
  /** hash of names and sizes: the same for the same files, in whatever folder they are */
  fingerprint: string;
  /** only for DICOM files: recognises the same study when other files of it are chosen */
  studyUID: string | null;
  /** the saved handles with which they can be read again; null if there are none */
  handlesID: string | null;
}

export function describeSet(study: InspectedFile[], handlesID: string | null): ChosenSet {
  const lines = study.map(({ chosen: { filename, file } }) => `${filename.split('/').at(-1)}|${file.size}`);
  const bytes = new TextEncoder().encode(lines.toSorted().join('\n'));
  return {
    count: study.length,
    names: study.slice(0, SHOWN_NAMES).map(({ chosen }) => chosen.filename),
    fingerprint: hexOf(crc32(bytes)),
    studyUID: study.find(({ header }) => header?.studyUID)?.header?.studyUID ?? null,
    handlesID,
  };
}

/** The row that waits for these files: the one with the same files, else one of the same study. */
export function findWaiting<Row extends { set: ChosenSet; files: unknown }>(
  rows: readonly Row[],
  { fingerprint, studyUID }: ChosenSet,
): Row | undefined {
  const waiting = rows.filter(({ files }) => files === null);
  return (
    waiting.find(({ set }) => set.fingerprint === fingerprint) ??
    waiting.find(({ set }) => studyUID !== null && set.studyUID === studyUID)
  );
}
