import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync, rmSync } from 'node:fs';
import { mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { readHeader } from '../delivery/header.ts';

/** Below this a disk counts as full: the portal's own files and the system need room too. */
const SPARE_BYTES = 512 * 1024 ** 2;

/** Where received instances lie: `incoming/` while they arrive, then `received/{study}/{instance}.dcm`. */
export interface Store {
  incoming: string;
  received: string;
}

export function openStore(folder: string): Store {
  const store = { incoming: join(folder, 'incoming'), received: join(folder, 'received') };
  mkdirSync(store.received, { recursive: true, mode: 0o700 });
  return store;
}

/** What was arriving when the program last ended was never acknowledged: its sender sends it again. */
export function clearDrafts({ incoming }: Store): void {
  rmSync(incoming, { recursive: true, force: true });
  mkdirSync(incoming, { recursive: true, mode: 0o700 });
}

export const newDraftPath = ({ incoming }: Store): string => join(incoming, `${randomUUID()}.part`);

export async function isFull({ incoming }: Store): Promise<boolean> {
  const { bavail, bsize } = await statfs(incoming);
  return bavail * bsize < SPARE_BYTES;
}

/** Digits and single points (PS3.5, 9.1): nothing else becomes the name of a file. */
export const isUid = (text: string): boolean => text.length <= 64 && /^\d+(\.\d+)*$/.test(text);

/**
 * Puts a whole, synced draft in its place, and is back only when that is on the disk too. The same instance again is
 * one file; another one under the same UID stands beside it. Answers null when it belongs to no study.
 */
export async function saveInstance(
  { received }: Store,
  draft: string,
  sopInstanceUID: string,
): Promise<string | null> {
  const { size } = await stat(draft);
  const studyUID = (await readHeader(draft, size))?.studyUID;
  if (!studyUID || !isUid(studyUID)) return null;
  const folder = join(received, studyUID);
  if (await mkdir(folder, { recursive: true })) await syncFolder(received);
  const path = join(folder, `${sopInstanceUID}.dcm`);
  const present = await hashOf(path);
  if (present === null) return moveDraft(draft, path, folder);
  const hash = await hashOf(draft);
  if (hash !== present)
    return moveDraft(draft, join(folder, `${sopInstanceUID}-${hash?.slice(0, 8)}.dcm`), folder);
  await rm(draft);
  return path;
}

async function moveDraft(draft: string, path: string, folder: string): Promise<string> {
  await rename(draft, path);
  await syncFolder(folder);
  return path;
}

async function hashOf(path: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
    return hash.digest('hex');
  } catch {
    return null;
  }
}

/** Windows writes names through with the file, and opens no folder. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}
