import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readEntry } from '../../platform/zip/zip-entry.ts';
import type { ZipIndexEntry } from '../../platform/zip/zip-index.ts';
import type { Context } from '../../platform/context.ts';
import { newRenditionParser } from '../../studies/renditions/open-files.ts';
import { findStudyFiles } from './queries.ts';

/**
 * Extracts a study's DICOM files for the centre's program, one folder per series. Names are generated, because uploaded
 * names are untrusted; other files are left out.
 * @returns the number of files
 */
export const extractStudy = async (
  { db, storage, sandbox }: Context,
  studyID: number,
  folder: string,
  scratch: string,
  signal: AbortSignal,
): Promise<number> => {
  const files = await findStudyFiles(db, studyID);
  if (!files) return 0;
  // made by `platform/zip`
  const entries = files.entries as unknown as ZipIndexEntry[];
  const object = await storage.localPath(files.key, scratch);
  const parser = newRenditionParser(sandbox, { read: [object.path], write: [] });
  const series = new Map<string, string>();
  let count = 0;
  try {
    for (const entry of entries) {
      const { offset, compressedBytes, sizeBytes, method } = entry;
      const location = { path: object.path, offset, compressedBytes, sizeBytes, method };
      const reply = await parser.run({ task: 'open', entry: location }, signal);
      if (!('facts' in reply) || reply.facts.kind !== 'dicom') continue;
      const uid = reply.facts.dicom.seriesInstanceUID ?? '';
      const seriesFolder = series.get(uid) ?? join(folder, `series-${series.size + 1}`);
      if (!series.has(uid)) await mkdir(seriesFolder);
      series.set(uid, seriesFolder);
      count += 1;
      const file = join(seriesFolder, `${String(count).padStart(5, '0')}.dcm`);
      await pipeline(await readEntry(storage, files.key, entry), createWriteStream(file), { signal });
    }
    return count;
  } finally {
    parser.close();
    await object.release();
  }
};
