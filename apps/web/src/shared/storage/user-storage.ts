import { getDraftKeys } from '@snimok/contract/people/profile';
import { hexToBytes } from '@noble/ciphers/utils';
import { use } from 'react';
import { call, isTemporary } from '../calls/call.ts';
import { connection } from '../connection/connection.ts';
import { openText, sealText } from './sealed-text.ts';
import { plainKeyOf, sealedKeyOf } from '../session/stored-input.ts';

/*
 * Unfinished input of the signed-in user. It stays in this browser when the session ends by itself, encrypted with keys that the
 * server gives only to her sessions and that the browser does not store (decision 104).
 */

interface Opened {
  userID: number;
  /** the first one encrypts; empty if the server gives none */
  keys: Uint8Array[];
}

const RETRY_MS = 2_000;

let opened: Opened | undefined;
let opening: Promise<void> = Promise.resolve();
/** Input that is kept only until the page is closed, because the server gives no keys. */
const unsaved = new Map<string, string>();

/** Called once, when the portal starts for a user. */
export function openUserStorage(userID: number) {
  opening = findKeys().then((keys) => {
    opened = { userID, keys };
    takeOver(opened);
  });
}

/** A component that shows saved input calls this before the other functions. It waits for the keys. */
export function useUserStorage() {
  use(opening);
}

/** For code outside components: who is signed in, once her input can be read. */
export async function untilUserStorage(): Promise<number> {
  await opening;
  return current().userID;
}

/** False until the keys are there, and on pages without a signed-in user. */
export const isUserStorageOpen = () => opened !== undefined;

async function findKeys(): Promise<Uint8Array[]> {
  try {
    const { keys } = await call(getDraftKeys);
    return keys.map(hexToBytes);
  } catch (problem) {
    // an earlier version of the server has no keys: input is kept until the page is closed
    if (!isTemporary(problem)) return [];
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    await connection.untilFound();
    return findKeys();
  }
}

/** Encrypts what an earlier version has stored as plain text. */
function takeOver({ userID }: Opened) {
  const prefix = plainKeyOf(userID, '');
  for (const key of Object.keys(localStorage).filter((one) => one.startsWith(prefix))) {
    const name = key.slice(prefix.length);
    if (findSaved(name) === null) save(name, localStorage.getItem(key) ?? '');
    localStorage.removeItem(key);
  }
}

export function findSaved(name: string): string | null {
  const { userID, keys } = current();
  const sealed = localStorage.getItem(sealedKeyOf(userID, name));
  return unsaved.get(name) ?? (sealed === null ? null : openText(keys, sealedKeyOf(userID, name), sealed));
}

/** Returns whether the value outlives the page. */
export function save(name: string, value: string): boolean {
  const { userID, keys } = current();
  const [key] = keys;
  const place = sealedKeyOf(userID, name);
  try {
    if (!key) unsaved.set(name, value);
    else localStorage.setItem(place, sealText(key, place, value));
    return key !== undefined;
  } catch {
    // the browser's storage is full: the input remains on the screen
    return false;
  }
}

export function removeSaved(name: string) {
  unsaved.delete(name);
  localStorage.removeItem(sealedKeyOf(current().userID, name));
}

/** All names that begin with the prefix. */
export function listNames(prefix: string): string[] {
  const all = sealedKeyOf(current().userID, '');
  const stored = Object.keys(localStorage)
    .filter((key) => key.startsWith(all + prefix))
    .map((key) => key.slice(all.length));
  return [...new Set([...stored, ...[...unsaved.keys()].filter((name) => name.startsWith(prefix))])];
}

/** Calls the listener when another tab saves or removes a value whose name begins with the prefix. */
export function onSavedElsewhere(prefix: string, listener: (name: string) => void) {
  const all = sealedKeyOf(current().userID, '');
  addEventListener('storage', ({ key }) => {
    if (key?.startsWith(all + prefix)) listener(key.slice(all.length));
  });
}

/** The user whose input is saved. */
export const ownerOfStorage = (): number => current().userID;

function current(): Opened {
  if (!opened) throw new Error('The storage of the user is not open: call useUserStorage before');
  return opened;
}
