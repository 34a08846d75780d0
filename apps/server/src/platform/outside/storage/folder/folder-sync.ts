import { closeSync, fsync as callbackFsync, openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, relative, sep } from 'node:path';
import { promisify } from 'node:util';

/**
 * Makes folder entries survive a power cut: a rename is durable only after an fsync of its folder. Callers that wait
 * for the same folder share one fsync that starts after their calls (group commit), so that eight concurrent uploads
 * do not wait for eight fsyncs in turn.
 */
export class FolderSync {
  readonly #running = new Map<string, Promise<void>>();
  readonly #queued = new Map<string, Promise<void>>();
  readonly #made = new Map<string, Promise<void>>();

  /** When it resolves, renames into or out of the folder that were done before the call are durable. */
  sync(folder: string): Promise<void> {
    const queued = this.#queued.get(folder);
    if (queued) return queued;
    const started = (this.#running.get(folder) ?? Promise.resolve())
      .catch(() => {}) // the callers of the running fsync handle its error
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
   * Creates a folder below a root durably, once per folder and process. The ancestors are synced even if the folder
   * exists, because another process may have created it without its entry being on the disk yet.
   */
  make(root: string, folder: string): Promise<void> {
    const made = this.#made.get(folder);
    if (made) return made;
    if (this.#made.size >= MAX_MADE_FOLDERS) this.#made.clear();
    const making = this.#makeAndSync(root, folder).catch((cause) => {
      this.forget(folder);
      throw cause;
    });
    this.#made.set(folder, making);
    return making;
  }

  /** Makes `make` create the folder again. Call it when the folder may have been removed. */
  forget(folder: string): void {
    this.#made.delete(folder);
  }

  async #makeAndSync(root: string, folder: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const depth = relative(root, folder).split(sep).filter(Boolean).length;
    let parent = folder;
    for (let level = 0; level < depth; level++) {
      parent = dirname(parent);
      await this.sync(parent);
    }
  }
}

const MAX_MADE_FOLDERS = 10_000;

/** Opens and closes synchronously, which takes microseconds, less than waiting in the queue of the thread pool. */
async function fsyncFolder(folder: string): Promise<void> {
  const descriptor = openSync(folder, 'r');
  try {
    await fsync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

const fsync = promisify(callbackFsync);
