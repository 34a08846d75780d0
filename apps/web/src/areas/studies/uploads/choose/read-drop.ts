import type { FoundFile } from './chosen-file.ts';

/**
 * All dropped files, including those in folders. The entries are read before the first `await`, because the
 * browser empties the list after the event.
 */
export function readDrop(dropped: DataTransfer): Promise<FoundFile[]> {
  const entries = [...dropped.items]
    .filter((item) => item.kind === 'file')
    .map((item) => item.webkitGetAsEntry() ?? item.getAsFile())
    .filter((entry) => entry !== null);
  return readAll(entries);
}

/** `webkitRelativePath` is empty for single files and begins with the folder's name for a folder. */
export const readPicked = (files: FileList): FoundFile[] =>
  [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));

async function readAll(entries: (FileSystemEntry | File)[]): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  for (const entry of entries) {
    if (entry instanceof File) found.push({ path: entry.name, file: entry });
    else await readEntry(entry, found);
  }
  return found;
}

async function readEntry(entry: FileSystemEntry, found: FoundFile[]): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    found.push({ path: entry.fullPath.replace(/^\/+/, ''), file });
  } else if (entry.isDirectory) {
    for (const child of await readFolder(entry as FileSystemDirectoryEntry)) await readEntry(child, found);
  }
}

/**
 * A reader returns at most 100 entries at a time, and an empty list at the end (File and Directory Entries
 * API §7.3).
 */
async function readFolder(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (batch.length === 0) return all;
    all.push(...batch);
  }
}
