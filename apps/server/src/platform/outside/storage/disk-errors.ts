import { ObjectMissing, StorageUnavailable, StorageFull } from './storage.ts';

/** Whether an error is one of these of the operating system, e.g. `ENOENT`. */
export const hasCode = (cause: unknown, ...codes: string[]): boolean =>
  cause instanceof Error && 'code' in cause && codes.includes(String(cause.code));

/** For `catch`: what is not there is null, all else is thrown on. */
export function nullWhenMissing(cause: unknown): null {
  if (hasCode(cause, 'ENOENT', 'ENOTDIR')) return null;
  throw asStorageError(cause);
}

/** Mounted read-only, taken from us, broken, or a network folder whose server is away. */
const AWAY = ['EROFS', 'EACCES', 'EPERM', 'EIO', 'ENXIO', 'ENODEV', 'ESTALE', 'ETIMEDOUT', 'EHOSTDOWN'];

/**
 * A full disk or quota becomes StorageFull, a missing file of a key ObjectMissing, a folder that cannot be used
 * StorageAway; anything else stays itself.
 */
export function asStorageError(cause: unknown, key?: string): unknown {
  if (hasCode(cause, 'ENOSPC', 'EDQUOT')) return new StorageFull('the disk is full', { cause });
  if (hasCode(cause, ...AWAY)) return new StorageUnavailable('the folder cannot be used', { cause });
  if (key !== undefined && hasCode(cause, 'ENOENT', 'ENOTDIR')) return new ObjectMissing(key);
  return cause;
}
