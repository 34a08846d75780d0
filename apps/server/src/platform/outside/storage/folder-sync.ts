import { closeSync, fsync as callbackFsync, openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, relative, sep } from 'node:path';
import { promisify } from 'node:util';

/**
 * Makes folder entries survive a power cut. A rename is durable only when its folder has been fsynced after it;
 * callers that wait for the same folder share one fsync *that started after they asked* (group commit), so that
 * eight uploads at once do not queue for eight.
 */
export class FolderSync {
  readonly #running = new Map<string, Promise<void>>();
  readonly #queued = new Map<string, Promise<void>>();
  readonly #made = new Map<string, Promise<void>>();

  /** Everything renamed in or out of the folder before this call is durable when it resolves. */
  sync(folder: string): Promise<void> {
    const queued = this.#queued.get(folder);
    if (queued) return queued;
    const started = (this.#running.get(folder) ?? Promise.resolve())
      .catch(() => {}) // that failure belongs to those who waited for it
      .then(() => {
        this.#queued.delete(folder);
        const run = fsyncFolder(folder).finally(() => this.#running.delete(folder));
        this.#running.set(folder, run);
        return run;
      });
    this.#queued.set(folder, started);
    return started;
  }

  /**
   * Makes a folder under a root, durably. Asked once per folder and process: even a folder that another process
   * made a moment ago may not be on the disk yet, so its ancestors are synced all the same.
   */
  make(root: string, folder: string): Promise<void> {
    const made = this.#made.get(folder);
    if (made) return made;
    if (this.#made.size >= REMEMBERED_FOLDERS) this.#made.clear();
    const making = this.#makeAndSync(root, folder).catch((cause) => {
      this.forget(folder);
      throw cause;
    });
    this.#made.set(folder, making);
    return making;
  }

  /** The folder may have been removed, by us or by another process. */
  forget(folder: string): void {
    this.#made.delete(folder);
  }

  async #makeAndSync(root: string, folder: string): Promise<void> {
    await mkdir(folder, { recursive: true });
    const depth = relative(root, folder).split(sep).filter(Boolean).length;
    let parent = folder;
    for (let level = 0; level < depth; level++) {
      parent = dirname(parent);
      await this.sync(parent);
    }
  }
}

const REMEMBERED_FOLDERS = 10_000;

/** Opening a folder takes microseconds, less than a place in the thread pool's queue; only the fsync is waited for. */
async function fsyncFolder(folder: string): Promise<void> {
  const descriptor = openSync(folder, 'r');
  try {
    await fsync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

const fsync = promisify(callbackFsync);
