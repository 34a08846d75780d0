import { join } from 'node:path';
import { STUDY_TYPES, type StudyType } from '@snimok/contract/studies/study-types';
import { EntryNames } from '../../../platform/zip/entry-names.ts';
import { ZipProblem } from '../../../platform/zip/zip-problem.ts';
import type { Context } from '../../../platform/context.ts';
import { listFiles, type StoredFile } from '../../uploads/upload-rows/queries.ts';
import { type ExaminedFile, findExamined, type VerifiedPayload } from './examined-files.ts';
import { openSentFile } from './open-sent-file.ts';
import { type CollectedFile, isUnpacked } from '../parser-tasks/collected-file.ts';
import { entryOf, isBundled, packedContent, unbundleAll } from './unbundle.ts';
import { unpack, type Unpacking } from './unpack.ts';

interface CollectedFiles {
  files: CollectedFile[];
  /** about ZIPs that could not be unpacked and are stored unchanged */
  warnings: string[];
}

const isZip = ({ filename }: { filename: string }) => /\.zip$/i.test(filename);

/** What decides how files are collected. */
interface Collecting extends Unpacking {
  type: StudyType;
  /** whether every file has to be scanned for malicious software */
  scans: boolean;
}

/**
 * Brings the uploaded files to the local disk, under the names that they will have in the study's object. ZIPs are
 * unpacked: into the root if the ZIP is the only file, otherwise into a folder named after it. Files of bundles that were
 * verified, examined and scanned while the upload continued are not unpacked again.
 * @throws ZipProblem if the only file is a ZIP that cannot be unpacked, Problem if the upload exceeds its limits
 */
export const collectFiles = async (
  { db, storage }: Context,
  uploadUUID: string,
  scratch: string,
  collecting: Collecting,
): Promise<CollectedFiles> => {
  const sent = await listFiles(db, uploadUUID);
  const examined = await findExamined(db, uploadUUID, sent);
  const verified = findVerified(sent, examined, collecting);
  const unread = sent.filter(({ filename }) => !verified.has(filename));
  await reserve(collecting, sent, unread);
  const bundled = await openVerified({ storage }, sent, verified, scratch);
  for (const file of await unbundleAll({ storage }, unread, scratch, collecting)) {
    const known = examined.get(file.name)?.examined;
    bundled.set(file.name, { ...file, examined: known ?? file.examined });
  }
  const isOnlyFile = sent.length === 1;
  const names = new EntryNames();
  const files: CollectedFile[] = [];
  const warnings: string[] = [];
  const add = (file: CollectedFile) => {
    const name = names.add(file.name);
    // the flags depend on the name
    files.push({ ...file, name, examined: name === file.name ? file.examined : undefined });
  };

  for (const [i, file] of sent.entries()) {
    const { filename, sizeBytes } = file;
    collecting.signal.throwIfAborted();
    const fromBundle = bundled.get(filename);
    const unchanged = fromBundle ?? {
      name: filename,
      sizeBytes,
      path: (await openSentFile({ storage }, file, scratch)).path,
    };
    if (!isZip({ filename }) || !isUnpacked(unchanged)) {
      add(unchanged);
      continue;
    }
    const folder = isOnlyFile ? '' : `${filename.replace(/\.zip$/i, '')}/`;
    try {
      const unpacked = await unpack(collecting, {
        path: unchanged.path,
        archive: filename,
        folder: join(scratch, `zip-${i}`),
        sentBytes: file.sentBytes ?? undefined,
      });
      for (const one of unpacked) add({ ...one, name: `${folder}${one.name}` });
    } catch (cause) {
      if (!(cause instanceof ZipProblem) || isOnlyFile || cause.exceedsLimits) throw cause;
      warnings.push(`${filename}: ${cause.message}`);
      collecting.budget.addFiles({ files: 1, bytes: sizeBytes });
      add(unchanged);
    }
  }
  return { files, warnings };
};

type Verified = Map<string, ExaminedFile & { payload: VerifiedPayload }>;

/**
 * The files that need not be inflated again, because their payloads were verified while the upload continued. Files
 * whose names change are left out, because flags depend on names. An upload with ZIPs has none, because the inner
 * names are not known yet. A study with pictures has none, because pictures are made from unpacked files.
 */
const findVerified = (
  sent: StoredFile[],
  examined: Map<string, ExaminedFile>,
  { type, scans }: Collecting,
): Verified => {
  const verified: Verified = new Map();
  if (STUDY_TYPES[type].isPicture || sent.some(isZip)) return verified;
  const names = new EntryNames();
  for (const { filename } of sent) {
    const isSameName = names.add(filename) === filename;
    const file = examined.get(filename);
    if (isSameName && file?.payload && (file.payload.isScanned || !scans))
      verified.set(filename, { ...file, payload: file.payload });
  }
  return verified;
};

const openVerified = async (
  context: Pick<Context, 'storage'>,
  sent: StoredFile[],
  verified: Verified,
  scratch: string,
): Promise<Map<string, CollectedFile>> => {
  const files = new Map<string, CollectedFile>();
  const paths = new Map<string, string>();
  for (const file of sent) {
    const found = verified.get(file.filename);
    if (!found || !isBundled(file)) continue;
    const { filename: name, sizeBytes, bundleUUID } = file;
    const path = paths.get(bundleUUID) ?? (await openSentFile(context, file, scratch)).path;
    paths.set(bundleUUID, path);
    const packed = packedContent(path, entryOf(file), found.payload);
    files.set(name, { name, path: null, sizeBytes, packed, examined: found.examined });
  }
  return files;
};

/**
 * Counts the files in the budget and reserves disk space. What was sent needs its size twice: a store other than a
 * folder is downloaded, and the study object contains the files. Bundled files that are `unread` also need the size of
 * their original bytes.
 */
const reserve = async (
  { budget, reservation }: Unpacking,
  sent: StoredFile[],
  unread: StoredFile[],
): Promise<void> => {
  const sum = (files: StoredFile[]) => files.reduce((total, { sizeBytes }) => total + sizeBytes, 0);
  const sumSent = (files: StoredFile[]) =>
    files.reduce((total, { sizeBytes, sentBytes }) => total + (sentBytes ?? sizeBytes), 0);
  const plain = sent.filter((file) => !isZip(file));
  const packed = plain.filter(isBundled);
  const unpacked = plain.filter((file) => !isBundled(file));
  budget.addFiles({ files: unpacked.length, bytes: sum(unpacked) });
  budget.addZip(sumSent(packed), { files: packed.length, bytes: sum(packed) });
  await reservation.add(2 * sumSent(sent) + sum(unread.filter(isBundled)));
};
