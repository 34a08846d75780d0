import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readHeader } from '../ledger/header.ts';
import { folderNameOf } from './sender-folders.ts';

/**
 * Folders of received instances: `incoming/` while they arrive, then `received/{study}/{instance}.dcm`, or
 * `unlisted/{sender}/{study}/{instance}.dcm` if the sender is not listed. So files of an unlisted sender cannot mix with a
 * study of another sender, even if the UIDs are the same.
 */
export interface Store {
  incoming: string;
  received: string;
  unlisted: string;
}

export function openStore(folder: string): Store {
  const store = {
    incoming: join(folder, 'incoming'),
    received: join(folder, 'received'),
    unlisted: join(folder, 'unlisted'),
  };
  for (const path of [store.received, store.unlisted]) mkdirSync(path, { recursive: true, mode: 0o700 });
  // the ledger knows files by the path of the scan, which contains no link
  return { ...store, received: realpathSync(store.received) };
}

/** The folder of an unlisted sender, named `AET@address`; null if there are `max` others. */
export function folderOfUnlisted({ unlisted }: Store, sender: string, max: number): string | null {
  const name = folderNameOf(sender);
  const existing = readdirSync(unlisted);
  return existing.includes(name) || existing.length < max ? join(unlisted, name) : null;
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

export async function isFull({ incoming }: Store, spareBytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(incoming);
  return bavail * bsize < spareBytes;
}

/**
 * Digits with single periods between them (PS3.5, 9.1). Only UIDs become file names, so a peer cannot choose a path.
 */
export const isUid = (text: string): boolean => text.length <= 64 && /^\d+(\.\d+)*$/.test(text);

/**
 * Moves a complete, synced draft to its final name below `parent` and syncs the folders. An identical instance is stored once;
 * different bytes under the same UID get a file of their own. Returns the path, or null if the draft has no
 * StudyInstanceUID.
 */
export async function saveInstance(
  parent: string,
  draft: string,
  sopInstanceUID: string,
): Promise<string | null> {
  const { size } = await stat(draft);
  const studyUID = (await readHeader(draft, size))?.studyUID;
  if (!studyUID || !isUid(studyUID)) return null;
  const folder = join(parent, studyUID);
  if (await mkdir(folder, { recursive: true, mode: 0o700 })) {
    await syncFolder(parent);
    await syncFolder(dirname(parent));
  }
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
