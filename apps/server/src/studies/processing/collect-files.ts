import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ZipProblem } from '../../platform/archive/zip-problem.ts';
import { unpackZip } from '../../platform/archive/zip-unpack.ts';
import type { Context } from '../../platform/context.ts';
import { listFiles } from '../uploads/queries.ts';
import type { CollectedFile } from './parser-tasks.ts';

interface CollectedFiles {
  files: CollectedFile[];
  /** about ZIPs that could not be unpacked and are stored unchanged */
  warnings: string[];
}

/**
 * Brings all uploaded files to the local disk, under the names that they will have in the study's object. ZIPs are
 * unpacked: into the root if the ZIP is the only file, otherwise into a folder named after it.
 * @throws ZipProblem if the only file is a ZIP that cannot be unpacked
 */
export const collectFiles = async (
  { db, storage }: Context,
  uploadUUID: string,
  scratch: string,
  signal: AbortSignal,
): Promise<CollectedFiles> => {
  const sent = await listFiles(db, uploadUUID);
  const isOnlyFile = sent.length === 1;
  const usedNames = new Set<string>();
  const files: CollectedFile[] = [];
  const warnings: string[] = [];
  const add = (file: CollectedFile) => files.push({ ...file, name: uniqueName(file.name, usedNames) });

  for (const [i, { filename, sizeBytes, key }] of sent.entries()) {
    signal.throwIfAborted();
    const { path } = await storage.localPath(key, scratch);
    if (!/\.zip$/i.test(filename)) {
      add({ name: filename, path, sizeBytes });
      continue;
    }
    const folder = isOnlyFile ? '' : `${filename.replace(/\.zip$/i, '')}/`;
    try {
      const unpacked = await unpackInto(join(scratch, `zip-${i}`), path, filename, signal);
      for (const file of unpacked) add({ ...file, name: `${folder}${file.name}` });
    } catch (cause) {
      if (!(cause instanceof ZipProblem) || isOnlyFile) throw cause;
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

/** `a/b.dcm`, then `a/b (2).dcm`, so that no file replaces another of the same name. */
const uniqueName = (name: string, usedNames: Set<string>): string => {
  const [, stem = name, ending = ''] = /^(.*?)(\.[^./]*)?$/s.exec(name) ?? [];
  let unique = name;
  for (let n = 2; usedNames.has(unique); n++) unique = `${stem} (${n})${ending}`;
  usedNames.add(unique);
  return unique;
};
