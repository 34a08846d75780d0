import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isSystemFile } from '@snimok/api-client/filenames';
import { type FileHeader, readHeader } from '../ledger/header.ts';
import { type FileVersion, isRecorded, recordFile } from '../ledger/files.ts';
import type { Ledger } from '../ledger/ledger.ts';

export interface StudyFile extends FileVersion {
  header: FileHeader;
  /** path relative to the watched folder, with `/` */
  name: string;
}

interface PendingFile extends FileVersion {
  name: string;
  quietSinceMs: number;
  header?: FileHeader;
}

export interface FolderScan {
  /**
   * Complete studies by StudyInstanceUID. In a folder of unlisted senders each sender has studies of its own. Files without a
   * patient's name are a study of their own, because a UID alone does not prove that they belong to the patient whom the other
   * files name.
   */
  complete: Map<string, StudyFile[]>;
  /** how many files may still grow, or belong to studies that are not recorded yet */
  pending: number;
  /** how many files this scan found not to be DICOM */
  notDicom: number;
}

interface ScannerOptions {
  root: string;
  quietMs: number;
  ledger: Ledger;
  /** whether each folder below the root belongs to one sender, whose files are studies of their own */
  bySender?: boolean;
  now?: () => number;
}

/**
 * Returns a function that scans an X-ray machine's export folder for complete studies. Machines write slice after
 * slice, so a file is read once its size and time have not changed for `quietMs`, and a study is complete once nothing
 * has changed for that time in the folder that contains it.
 */
export function folderScanner({
  root,
  quietMs,
  ledger,
  bySender = false,
  now = () => performance.now(),
}: ScannerOptions) {
  const pending = new Map<string, PendingFile>();

  async function checkFile(path: string): Promise<void> {
    const found = await stat(path).catch(() => null);
    if (!found) return void pending.delete(path);
    const file = { path, size: found.size, changedMs: found.mtimeMs };
    if (isRecorded(ledger, file)) return void pending.delete(path);
    const before = pending.get(path);
    if (before?.size === file.size && before.changedMs === file.changedMs) return;
    const name = relative(root, path).split(sep).join('/');
    pending.set(path, { ...file, name, quietSinceMs: now() });
  }

  /** A file that cannot be read yet counts as still being written. */
  async function inspect(file: PendingFile): Promise<'dicom' | 'not-dicom' | 'later'> {
    try {
      const header = await readHeader(file.path, file.size);
      if (!header) return 'not-dicom';
      file.header = header;
      return 'dicom';
    } catch {
      file.quietSinceMs = now();
      return 'later';
    }
  }

  return async function scan(): Promise<FolderScan> {
    const paths = await listFiles(root);
    for (const path of pending.keys()) if (!paths.has(path)) pending.delete(path);
    for (const path of paths) await checkFile(path);

    let notDicom = 0;
    const isQuiet = (file: PendingFile) => now() - file.quietSinceMs >= quietMs;
    for (const file of pending.values()) {
      if (file.header || !isQuiet(file) || (await inspect(file)) !== 'not-dicom') continue;
      recordFile(ledger, file);
      pending.delete(file.path);
      notDicom += 1;
    }
    const files = [...pending.values()];
    const busyFolders = new Set(files.filter((file) => !isQuiet(file)).map(topFolderOf));
    return { complete: completeStudies(files, busyFolders, bySender), pending: files.length, notDicom };
  };
}

/** The first folder below the watched one. Some machines make one for each study, others write all studies into one. */
const topFolderOf = ({ name }: { name: string }) =>
  name.includes('/') ? name.slice(0, name.indexOf('/')) : '';

function completeStudies(
  files: PendingFile[],
  busyFolders: Set<string>,
  bySender: boolean,
): Map<string, StudyFile[]> {
  const read = files.filter(hasHeader);
  const isNamed = ({ header }: StudyFile) => header.study.name !== null;
  const keyOf = ({ name, header }: StudyFile) =>
    bySender ? `${topFolderOf({ name })} ${header.studyUID}` : header.studyUID;
  const named = Map.groupBy(read.filter(isNamed), keyOf);
  const unnamed = Map.groupBy(
    read.filter((file) => !isNamed(file)),
    (file) => `${keyOf(file)} without a name`,
  );
  // in this order, so that the files without a name become the further delivery
  const studies = new Map([...named, ...unnamed]);
  for (const [studyUID, study] of studies) {
    if (study.some((file) => busyFolders.has(topFolderOf(file)))) studies.delete(studyUID);
  }
  return studies;
}

const hasHeader = (file: PendingFile): file is PendingFile & StudyFile => file.header !== undefined;

async function listFiles(root: string): Promise<Set<string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return new Set(files.filter((path) => !isSystemFile(relative(root, path).split(sep).join('/'))).sort());
}
