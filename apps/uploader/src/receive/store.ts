import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync, rmSync } from 'node:fs';
import { mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { readHeader } from '../delivery/header.ts';

/** With less free space than this the disk counts as full, because the ledger and the system need space too. */
const SPARE_BYTES = 512 * 1024 ** 2;

/** Folders of received instances: `incoming/` while they arrive, then `received/{study}/{instance}.dcm`. */
export interface Store {
  incoming: string;
  received: string;
}

export function openStore(folder: string): Store {
  const store = { incoming: join(folder, 'incoming'), received: join(folder, 'received') };
  mkdirSync(store.received, { recursive: true, mode: 0o700 });
  return store;
}

/**
 * Removes instances that were incomplete when the program ended: they were not acknowledged, so the X-ray machine
 * resends them.
 */
export function clearDrafts({ incoming }: Store): void {
  rmSync(incoming, { recursive: true, force: true });
  mkdirSync(incoming, { recursive: true, mode: 0o700 });
}

export const newDraftPath = ({ incoming }: Store): string => join(incoming, `${randomUUID()}.part`);

export async function isFull({ incoming }: Store): Promise<boolean> {
  const { bavail, bsize } = await statfs(incoming);
  return bavail * bsize < SPARE_BYTES;
}

/**
 * Digits with single periods between them (PS3.5, 9.1). Only UIDs become file names, so a peer cannot choose a path.
 */
export const isUid = (text: string): boolean => text.length <= 64 && /^\d+(\.\d+)*$/.test(text);

/**
 * Moves a complete, synced draft to its final name and syncs the folder. An identical instance is stored once;
 * different bytes under the same UID get a file of their own. Returns the path, or null if the draft has no
 * StudyInstanceUID.
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
  const existing = await hashOf(path);
  if (existing === null) return moveDraft(draft, path, folder);
  const hash = await hashOf(draft);
  if (hash !== existing)
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

/** Makes a rename durable. Windows cannot open folders and writes directory entries with the file. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}
