import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

const SQLITE_BUSY = 5;

/**
 * Runs `work` while no other process runs under the same lock file; other processes wait.
 *
 * The lock must end with its process, so that there are no stale locks. Node has no call for such a lock, but its
 * built-in SQLite takes one for an exclusive transaction (fcntl; LockFileEx on Windows). An empty file is a valid
 * SQLite database, and without a journal file nothing is ever written, so a full disk does not matter. Child processes
 * do not inherit the lock.
 */
export async function withFileLock<T>(
  file: string,
  work: () => Promise<T>,
  onWaiting = () => {},
): Promise<T> {
  const lock = open(file);
  try {
    for (let tries = 0; !tryLock(lock); tries++) {
      if (tries === 200) onWaiting();
      await sleep(25);
    }
    return await work();
  } finally {
    lock.close();
  }
}

function open(file: string) {
  try {
    return new DatabaseSync(file);
  } catch (cause) {
    throw new Error(`Cannot open ${file}, the lock of the database folder: ${messageOf(cause)}.`, { cause });
  }
}

function tryLock(lock: DatabaseSync) {
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return true;
  } catch (cause) {
    if ((cause as { errcode?: number }).errcode === SQLITE_BUSY) return false;
    throw new Error(`Cannot lock ${lock.location()}: ${messageOf(cause)}.`, { cause });
  }
}

const messageOf = (cause: unknown) => (cause as Error).message;
