/**
 * Keys are lower-case paths made by the server, `studies/<uuid>.zip`. The grammar is checked all the same, as the
 * local store turns them into paths: no part begins with a dot, so there is no `..` and no hidden folder.
 */
const PART = '[a-z0-9_-][a-z0-9_.-]*';
const KEY = new RegExp(`^${PART}(?:/${PART})*$`);
const MAX_LENGTH = 512;

export function checkKey(key: string): string {
  if (key.length > MAX_LENGTH || !KEY.test(key))
    throw new TypeError(`not a storage key: ${JSON.stringify(key)}`);
  return key;
}

/** A prefix names a folder: it ends in `/`, so that `uploads/1` never means `uploads/10` as well. */
export function checkPrefix(prefix: string): string {
  if (!prefix.endsWith('/')) throw new TypeError(`not a folder prefix: ${JSON.stringify(prefix)}`);
  checkKey(prefix.slice(0, -1));
  return prefix;
}

/** The last part of a key. */
export const lastPart = (key: string): string => key.slice(key.lastIndexOf('/') + 1);
