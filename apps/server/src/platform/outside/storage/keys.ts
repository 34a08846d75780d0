/**
 * Keys are lower-case paths such as `studies/<uuid>.zip`. The server makes them; their grammar is checked nevertheless,
 * because the local store uses them as paths. No segment begins with a dot, which excludes `..` and hidden folders.
 */
const SEGMENT = '[a-z0-9_-][a-z0-9_.-]*';
const KEY = new RegExp(`^${SEGMENT}(?:/${SEGMENT})*$`);
const MAX_LENGTH = 512;

export function checkKey(key: string): string {
  if (key.length > MAX_LENGTH || !KEY.test(key))
    throw new TypeError(`not a storage key: ${JSON.stringify(key)}`);
  return key;
}

/** A prefix ends in `/`, so that `uploads/1` does not match `uploads/10`. */
export function checkPrefix(prefix: string): string {
  if (!prefix.endsWith('/')) throw new TypeError(`not a folder prefix: ${JSON.stringify(prefix)}`);
  checkKey(prefix.slice(0, -1));
  return prefix;
}

/** The last segment of a key. */
export const lastSegment = (key: string): string => key.slice(key.lastIndexOf('/') + 1);
