import { join } from 'node:path';
import { EntryNames } from '../../platform/archive/entry-names.ts';
import { ZipProblem } from '../../platform/archive/zip-problem.ts';
import type { Context } from '../../platform/context.ts';
import { listFiles, type StoredFile } from '../uploads/queries.ts';
import { findExamined } from './examined-files.ts';
import { openSentFile } from './open-sent-file.ts';
import type { CollectedFile, ExaminedFacts } from './parser-tasks.ts';
import { isBundled, unbundleAll } from './unbundle.ts';
import { unpack, type Unpacking } from './unpack.ts';

interface CollectedFiles {
  files: CollectedFile[];
  /** about ZIPs that could not be unpacked and are stored unchanged */
  warnings: string[];
}

const isZip = ({ filename }: { filename: string }) => /\.zip$/i.test(filename);

/**
 * Brings all uploaded files to the local disk, under the names that they will have in the study's object. ZIPs are
 * unpacked: into the root if the ZIP is the only file, otherwise into a folder named after it.
 * @throws ZipProblem if the only file is a ZIP that cannot be unpacked, Problem if the upload exceeds its limits
 */
export const collectFiles = async (
  { db, storage }: Context,
  uploadUUID: string,
  scratch: string,
  unpacking: Unpacking,
): Promise<CollectedFiles> => {
  const sent = await listFiles(db, uploadUUID);
  await reserve(unpacking, sent);
  const bundled = await unbundleAll({ storage }, sent, scratch, unpacking);
  const examined = await findExamined(db, uploadUUID, sent);
  const isOnlyFile = sent.length === 1;
  const names = new EntryNames();
  const files: CollectedFile[] = [];
  const warnings: string[] = [];
  const add = (file: CollectedFile, facts?: ExaminedFacts) => {
    const name = names.add(file.name);
    // the flags depend on the name
    files.push({ ...file, name, examined: name === file.name ? facts : undefined });
  };

  for (const [i, file] of sent.entries()) {
    const { filename, sizeBytes } = file;
    unpacking.signal.throwIfAborted();
    const fromBundle = bundled.get(filename);
    const { path } = fromBundle ?? (await openSentFile({ storage }, file, scratch));
    const unchanged = fromBundle ?? { name: filename, path, sizeBytes };
    if (!isZip({ filename })) {
      add(unchanged, examined.get(filename));
      continue;
    }
    const folder = isOnlyFile ? '' : `${filename.replace(/\.zip$/i, '')}/`;
    try {
      const unpacked = await unpack(unpacking, {
        path,
        archive: filename,
        folder: join(scratch, `zip-${i}`),
        sentBytes: file.sentBytes ?? undefined,
      });
      for (const one of unpacked) add({ ...one, name: `${folder}${one.name}` });
    } catch (cause) {
      if (!(cause instanceof ZipProblem) || isOnlyFile || cause.exceedsLimits) throw cause;
      warnings.push(`${filename}: ${cause.message}`);
      unpacking.budget.addFiles({ files: 1, bytes: sizeBytes });
      add(unchanged);
    }
  }
  return { files, warnings };
};

/**
 * For what was sent, twice: a store other than a folder is downloaded, and the study object contains the files. For the
 * original bytes of bundled files once more.
 */
const reserve = async ({ budget, reservation }: Unpacking, sent: StoredFile[]): Promise<void> => {
  const sum = (files: StoredFile[]) => files.reduce((total, { sizeBytes }) => total + sizeBytes, 0);
  const sumSent = (files: StoredFile[]) =>
    files.reduce((total, { sizeBytes, sentBytes }) => total + (sentBytes ?? sizeBytes), 0);
  const bundled = sent.filter(isBundled);
  const plain = sent.filter((file) => !isZip(file));
  const [packed, unpacked] = [plain.filter(isBundled), plain.filter((file) => !isBundled(file))];
  budget.addFiles({ files: unpacked.length, bytes: sum(unpacked) });
  budget.addZip(sumSent(packed), { files: packed.length, bytes: sum(packed) });
  await reservation.add(2 * sumSent(sent) + sum(bundled));
};
