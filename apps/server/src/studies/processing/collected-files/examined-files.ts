import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../../platform/db/client.ts';
import type { StoredFile } from '../../uploads/upload-rows/queries.ts';
import { listExamined } from '../../uploads/upload-rows/preview-queries.ts';
import type { CollectedFile, ExaminedFacts } from '../parser-tasks/collected-file.ts';

/** Limits what one bundle adds to the database. */
const MAX_LENGTH = 4 * 1024 ** 2;

/** What was found out about a file of a bundle while the upload continued. */
export interface ExaminedFile {
  examined: ExaminedFacts;
  /** absent in rows of an older version, which did not keep the checksums of the payload */
  payload?: VerifiedPayload | undefined;
}

/** A payload whose content has the declared checksums. */
export interface VerifiedPayload {
  packedCRC32: number;
  packedSHA256: string;
  /** whether the virus scanner has found nothing in the content */
  isScanned: boolean;
}

/** The files of one bundle as JSON. A file that JSON cannot represent exactly is left out and examined again. */
export const examinedAsText = (files: readonly CollectedFile[], isScanned: boolean): string => {
  const kept = files.flatMap(({ name, examined, packed }) => {
    if (!examined || packed?.packedSHA256 === undefined) return [];
    const text = JSON.stringify(examined);
    if (!isDeepStrictEqual(JSON.parse(text), examined)) return [];
    const { packedCRC32, packedSHA256 } = packed;
    const payload: VerifiedPayload = { packedCRC32, packedSHA256, isScanned };
    return [`[${JSON.stringify(name)},${text},${JSON.stringify(payload)}]`];
  });
  const text = `[${kept.join(',')}]`;
  return text.length <= MAX_LENGTH ? text : '[]';
};

/** False for facts of an older version, which did not read the dates of images: the file is examined again. */
const isComplete = ({ facts }: ExaminedFacts) => facts.kind !== 'dicom' || 'dates' in facts.dicom;

/**
 * What was found in files while the upload continued, by their registered names. Valid for the bytes of the declared
 * SHA-256.
 */
export const findExamined = async (
  db: Tx,
  uploadUUID: string,
  files: readonly StoredFile[],
): Promise<Map<string, ExaminedFile>> => {
  const bundleOf = new Map(files.map(({ filename, bundleUUID }) => [filename, bundleUUID]));
  const found = new Map<string, ExaminedFile>();
  for (const { uuid, examined: text } of await listExamined(db, uploadUUID)) {
    const all = JSON.parse(text) as [string, ExaminedFacts, VerifiedPayload?][];
    for (const [name, examined, payload] of all)
      if (bundleOf.get(name) === uuid && isComplete(examined)) found.set(name, { examined, payload });
  }
  return found;
};
