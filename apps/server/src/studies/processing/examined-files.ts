import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../platform/db/client.ts';
import type { StoredFile } from '../uploads/queries.ts';
import { listExamined } from '../uploads/preview-queries.ts';
import type { InspectedFile } from './contents.ts';
import type { ExaminedFacts } from './parser-tasks.ts';

/** Limits what one bundle adds to the database. */
const MAX_LENGTH = 4 * 1024 ** 2;

/** The facts of a bundle's files as JSON. A file that JSON cannot represent exactly is left out and examined again. */
export const examinedAsText = (files: InspectedFile[]): string => {
  const kept = files.flatMap(({ file: { name }, facts, flags }) => {
    const examined: ExaminedFacts = { facts, flags };
    const text = JSON.stringify(examined);
    return isDeepStrictEqual(JSON.parse(text), examined) ? [`[${JSON.stringify(name)},${text}]`] : [];
  });
  const text = `[${kept.join(',')}]`;
  return text.length <= MAX_LENGTH ? text : '[]';
};

/**
 * What was found in files while the upload continued, by their registered names. Valid for the bytes of the declared
 * SHA-256, which processing verifies again.
 */
export const findExamined = async (
  db: Tx,
  uploadUUID: string,
  files: readonly StoredFile[],
): Promise<Map<string, ExaminedFacts>> => {
  const bundleOf = new Map(files.map(({ filename, bundleUUID }) => [filename, bundleUUID]));
  const found = new Map<string, ExaminedFacts>();
  for (const { uuid, examined } of await listExamined(db, uploadUUID)) {
    const all = JSON.parse(examined) as [string, ExaminedFacts][];
    for (const [name, facts] of all) if (bundleOf.get(name) === uuid) found.set(name, facts);
  }
  return found;
};
