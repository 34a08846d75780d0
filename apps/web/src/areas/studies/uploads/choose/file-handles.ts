import type { FoundFile } from './chosen-file.ts';

/*
 * Handles of the File System Access API, with which a reloaded page reads the same files again. Chromium has them, on pages loaded
 * by HTTPS; elsewhere the files have to be chosen again.
 */

/** Not in TypeScript's library yet. */
type WithPermission = FileSystemHandle & {
  queryPermission?: (options: { mode: 'read' }) => Promise<PermissionState>;
  requestPermission?: (options: { mode: 'read' }) => Promise<PermissionState>;
};
type WithHandle = DataTransferItem & { getAsFileSystemHandle?: () => Promise<FileSystemHandle | null> };
type WithPicker = Window & {
  showOpenFilePicker?: (options: { multiple: true }) => Promise<FileSystemFileHandle[]>;
};

/**
 * The handles of all dropped files and folders; null if one of them has none, such as a folder that the browser protects. Called
 * during the event, because the browser empties the list after it.
 */
export async function handlesOfDrop({ items }: DataTransfer): Promise<FileSystemHandle[] | null> {
  const wanted = [...items]
    .filter(({ kind }) => kind === 'file')
    .map((item: WithHandle) => item.getAsFileSystemHandle?.() ?? Promise.resolve(null));
  const found = await Promise.allSettled(wanted);
  const handles = found.flatMap((one) => (one.status === 'fulfilled' && one.value ? one.value : []));
  return handles.length === wanted.length ? handles : null;
}

export const canPickHandles = (): boolean => 'showOpenFilePicker' in window;

/** The files chosen in the browser's dialog; null if the user closes it. */
export async function pickHandles(): Promise<FileSystemFileHandle[] | null> {
  try {
    return (await (window as WithPicker).showOpenFilePicker?.({ multiple: true })) ?? null;
  } catch (problem) {
    if (problem instanceof DOMException && problem.name === 'AbortError') return null;
    throw problem;
  }
}

/** Whether all may be read. `asks`: after a click, the browser may ask the user. */
export async function mayRead(handles: FileSystemHandle[], { asks }: { asks: boolean }): Promise<boolean> {
  for (const handle of handles as WithPermission[]) {
    const state = asks
      ? await handle.requestPermission?.({ mode: 'read' })
      : await handle.queryPermission?.({ mode: 'read' });
    if (state !== 'granted') return false;
  }
  return true;
}

/** All files, with the same paths as after a drop; null if one of them is gone. */
export async function readHandles(handles: FileSystemHandle[]): Promise<FoundFile[] | null> {
  const found: FoundFile[] = [];
  try {
    for (const handle of handles) await readHandle(handle, handle.name, found);
    return found;
  } catch (problem) {
    if (problem instanceof DOMException) return null;
    throw problem;
  }
}

async function readHandle(handle: FileSystemHandle, path: string, found: FoundFile[]): Promise<void> {
  if (handle instanceof FileSystemFileHandle) found.push({ path, file: await handle.getFile() });
  else if (handle instanceof FileSystemDirectoryHandle)
    for await (const child of handle.values()) await readHandle(child, `${path}/${child.name}`, found);
}
