import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ZipProblem } from '../../platform/archive/zip-problem.ts';
import { unpackZip } from '../../platform/archive/zip-unpack.ts';
import type { Context } from '../../platform/context.ts';
import { listFiles } from '../uploads/queries.ts';
import type { CollectedFile } from './parser-tasks.ts';

export interface Gathered {
  files: CollectedFile[];
  /** A ZIP among other files that could not be opened is kept as it came, and said so. */
  warnings: string[];
}

/**
 * Everything that was sent, as files on this disk under the names they will have in the study's object: ZIPs are
 * unpacked, one that came alone at the top, one among others into a folder of its name.
 */
export const collectFiles = async (
  { db, storage }: Context,
  uploadUUID: string,
  scratch: string,
  signal: AbortSignal,
): Promise<Gathered> => {
  const sent = await listFiles(db, uploadUUID);
  const taken = new Set<string>();
  const files: CollectedFile[] = [];
  const warnings: string[] = [];
  const add = (file: CollectedFile) => files.push({ ...file, name: freeName(file.name, taken) });

  for (const [i, { filename, sizeBytes, key }] of sent.entries()) {
    signal.throwIfAborted();
    const { path } = await storage.localPath(key, scratch);
    if (!/\.zip$/i.test(filename)) {
      add({ name: filename, path, sizeBytes });
      continue;
    }
    const alone = sent.length === 1;
    const folder = alone ? '' : `${filename.replace(/\.zip$/i, '')}/`;
    try {
      const unpacked = await unpackInto(join(scratch, `zip-${i}`), path, filename, signal);
      for (const file of unpacked) add({ ...file, name: `${folder}${file.name}` });
    } catch (cause) {
      if (!(cause instanceof ZipProblem) || alone) throw cause;
      warnings.push(`${filename}: ${cause.message}`);
      add({ name: filename, path, sizeBytes });
    }
  }
  return { files, warnings };
};

const unpackInto = async (folder: string, path: string, archive: string, signal: AbortSignal) => {
  await mkdir(folder, { recursive: true });
  const files: CollectedFile[] = [];
  for await (const file of unpackZip(path, folder, { archive, signal })) files.push(file);
  return files;
};

/** `a/b.dcm`, then `a/b (2).dcm`: nothing that was sent is left out because of its name. */
const freeName = (name: string, taken: Set<string>): string => {
  const [, stem = name, ending = ''] = /^(.*?)(\.[^./]*)?$/s.exec(name) ?? [];
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${stem} (${n})${ending}`;
  taken.add(free);
  return free;
};
