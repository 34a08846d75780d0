import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isSystemFile } from '@snimok/api-client/filenames';
import { type FileHeader, readHeader } from '../delivery/header.ts';
import { isRecorded, recordFile, type FileVersion } from '../ledger/files.ts';
import type { Ledger } from '../ledger/ledger.ts';

export interface StudyFile extends FileVersion {
  header: FileHeader;
  /** below the folder, with `/` */
  name: string;
}

interface Settling extends FileVersion {
  name: string;
  quietSinceMs: number;
  header?: FileHeader;
}

export interface FolderScan {
  /** studies nothing is written to any more, by their UID */
  complete: Map<string, StudyFile[]>;
  /** files that may still grow, or wait for others of their study */
  pending: number;
  /** files found now that are no DICOM */
  notDicom: number;
}

interface Watching {
  root: string;
  quietMs: number;
  ledger: Ledger;
  now?: () => number;
}

/**
 * Looks at a device's export folder again and again. A file counts once its size and time have not changed for a while;
 * a study, once nothing has changed in the folder that it lies in: devices write slice after slice.
 */
export function folderScanner({ root, quietMs, ledger, now = () => performance.now() }: Watching) {
  const unsent = new Map<string, Settling>();

  async function see(path: string): Promise<void> {
    const found = await stat(path).catch(() => null);
    if (!found) return void unsent.delete(path);
    const file = { path, size: found.size, changedMs: found.mtimeMs };
    if (isRecorded(ledger, file)) return void unsent.delete(path);
    const before = unsent.get(path);
    if (before?.size === file.size && before.changedMs === file.changedMs) return;
    const name = relative(root, path).split(sep).join('/');
    unsent.set(path, { ...file, name, quietSinceMs: now() });
  }

  /** A file that cannot be read yet is one that is still being written. */
  async function openUp(file: Settling): Promise<'dicom' | 'foreign' | 'later'> {
    try {
      const header = await readHeader(file.path, file.size);
      if (!header) return 'foreign';
      file.header = header;
      return 'dicom';
    } catch {
      file.quietSinceMs = now();
      return 'later';
    }
  }

  return async function look(): Promise<FolderScan> {
    const there = await listFiles(root);
    for (const path of unsent.keys()) if (!there.has(path)) unsent.delete(path);
    for (const path of there) await see(path);

    let foreign = 0;
    const isQuiet = (file: Settling) => now() - file.quietSinceMs >= quietMs;
    for (const file of unsent.values()) {
      if (file.header || !isQuiet(file) || (await openUp(file)) !== 'foreign') continue;
      recordFile(ledger, file);
      unsent.delete(file.path);
      foreign += 1;
    }
    const busy = new Set([...unsent.values()].filter((file) => !isQuiet(file)).map(topOf));
    return { complete: complete([...unsent.values()], busy), pending: unsent.size, notDicom: foreign };
  };
}

/** The folder right below the watched one: devices make one for each study, or put all into one. */
const topOf = ({ name }: { name: string }) => (name.includes('/') ? name.slice(0, name.indexOf('/')) : '');

function complete(files: Settling[], busy: Set<string>): Map<string, StudyFile[]> {
  const groups = Map.groupBy(files.filter(isRead), ({ header }) => header.studyUID);
  for (const [studyUID, group] of groups) {
    if (group.some((file) => busy.has(topOf(file)))) groups.delete(studyUID);
  }
  return groups;
}

const isRead = (file: Settling): file is Settling & StudyFile => file.header !== undefined;

async function listFiles(root: string): Promise<Set<string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return new Set(files.filter((path) => !isSystemFile(relative(root, path).split(sep).join('/'))).sort());
}
