import { ObjectMissing, StorageUnavailable, StorageFull } from './storage.ts';

/** Whether an error has one of these codes of the operating system, e.g. `ENOENT`. */
export const hasCode = (cause: unknown, ...codes: string[]): boolean =>
  cause instanceof Error && 'code' in cause && codes.includes(String(cause.code));

/** For `catch`: returns null if the file does not exist, else throws. */
export function nullWhenMissing(cause: unknown): null {
  if (hasCode(cause, 'ENOENT', 'ENOTDIR')) return null;
  throw asStorageError(cause);
}

/** Read-only, forbidden or broken folders, and network folders whose server does not respond. */
const UNAVAILABLE = [
  'EROFS',
  'EACCES',
  'EPERM',
  'EIO',
  'ENXIO',
  'ENODEV',
  'ESTALE',
  'ETIMEDOUT',
  'EHOSTDOWN',
];

/**
 * Returns StorageFull for a full disk or quota, StorageUnavailable for a folder that cannot be used, ObjectMissing for
 * a missing file if a key is given, else the error itself.
 */
export function asStorageError(cause: unknown, key?: string): unknown {
  if (hasCode(cause, 'ENOSPC', 'EDQUOT')) return new StorageFull('the disk is full', { cause });
  if (hasCode(cause, ...UNAVAILABLE))
    return new StorageUnavailable('the storage folder cannot be used', { cause });
  if (key !== undefined && hasCode(cause, 'ENOENT', 'ENOTDIR')) return new ObjectMissing(key);
  return cause;
}
