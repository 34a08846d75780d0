import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

const SQLITE_BUSY = 5;

/**
 * Runs `work` while no other process runs under the same lock file; the others wait their turn.
 *
 * The lock belongs to the kernel, which drops it the moment its holder dies, however it dies: there is no stale lock
 * to recognise, and no race between two who both recognise it. Node itself has no call for such a lock, but its
 * built-in SQLite takes one (fcntl; LockFileEx on Windows) for an exclusive transaction. An empty file is a valid
 * SQLite database, and without a journal file nothing is ever written: a full disk does not stop it.
 * Child processes do not inherit the lock.
 */
export async function withFileLock<T>(
  file: string,
  work: () => Promise<T>,
  onWaiting = () => {},
): Promise<T> {
  const lock = open(file);
  try {
    for (let tries = 0; !taken(lock); tries++) {
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
    throw new Error(`Cannot open ${file}, the lock of the database folder: ${wordsOf(cause)}.`, { cause });
  }
}

function taken(lock: DatabaseSync) {
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return true;
  } catch (cause) {
    if ((cause as { errcode?: number }).errcode === SQLITE_BUSY) return false;
    throw new Error(`Cannot lock ${lock.location()}: ${wordsOf(cause)}.`, { cause });
  }
}

const wordsOf = (cause: unknown) => (cause as Error).message;
