import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readEntry } from '../../platform/archive/zip-entry.ts';
import type { ZipIndexEntry } from '../../platform/archive/zip-index.ts';
import type { Context } from '../../platform/context.ts';
import { renditionExaminer } from '../../studies/renditions/survey.ts';
import { findStudyFiles } from './queries.ts';

/**
 * Puts a study's DICOM files in front of the program: a folder a series, names of our own. What else people sent stays
 * behind. Returns how many files there are.
 */
export const extractStudy = async (
  { db, storage }: Context,
  studyID: number,
  folder: string,
  scratch: string,
  signal: AbortSignal,
): Promise<number> => {
  const files = await findStudyFiles(db, studyID);
  if (!files) return 0;
  // written by ourselves, so its shape is what `archive/` gave it
  const entries = files.entries as unknown as ZipIndexEntry[];
  const object = await storage.localPath(files.key, scratch);
  const examiner = renditionExaminer();
  const series = new Map<string, string>();
  let count = 0;
  try {
    for (const entry of entries) {
      const { offset, compressedBytes, sizeBytes, method } = entry;
      const place = { path: object.path, offset, compressedBytes, sizeBytes, method };
      const reply = await examiner.ask({ task: 'open', entry: place }, signal);
      if (!('opened' in reply) || reply.opened.kind !== 'dicom') continue;
      const uid = reply.opened.dicom.seriesInstanceUID ?? '';
      const into = series.get(uid) ?? join(folder, `series-${series.size + 1}`);
      if (!series.has(uid)) await mkdir(into);
      series.set(uid, into);
      count += 1;
      const file = join(into, `${String(count).padStart(5, '0')}.dcm`);
      await pipeline(await readEntry(storage, files.key, entry), createWriteStream(file), { signal });
    }
    return count;
  } finally {
    examiner.close();
    await object.release();
  }
};
