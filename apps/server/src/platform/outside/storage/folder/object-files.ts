import { randomUUID } from 'node:crypto';
import { createReadStream, type Dirent, fstatSync, type Stats } from 'node:fs';
import {
  chmod,
  constants,
  copyFile,
  type FileHandle,
  link,
  mkdir,
  open,
  opendir,
  readFile,
  rename,
  rm,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DAY_MS } from '../../../time-and-sizes/duration.ts';
import { asStorageError, hasCode, nullWhenMissing } from '../disk-errors.ts';
import { encryptedFile, NO_KEYS, type StorageKeys } from '../file-encryption.ts';
import { FolderSync } from './folder-sync.ts';
import { checkKey, checkPrefix } from '../keys.ts';
import { etagOf, OpenObject } from './open-object.ts';
import { type ObjectSize, type Source, StorageUnavailable } from '../storage.ts';
import { checkedLength, type WriteOptions, writeWhole } from '../write-whole.ts';

/** The folder of temporary files. The file of a killed process is removed after a day; no upload pauses that long. */
const INCOMING = '.incoming';
const ABANDONED_AFTER_MS = DAY_MS;
const MAX_RENAME_ATTEMPTS = 3;
/** The file with the ids of the keys with which files of the folder are encrypted. */
const USED_KEYS = '.keys';
const READ_BYTES = 1024 * 1024;

export interface ExpectedObject extends WriteOptions {
  sizeBytes?: number | undefined;
}

export type WrittenObject = ObjectSize & { etag: string };

/** Writes files under one root folder atomically and durably; a key is a path below the root. */
export class ObjectFiles {
  readonly root: string;
  readonly #incoming: string;
  readonly keys: StorageKeys;
  readonly #folders = new FolderSync();

  constructor(root: string, keys: StorageKeys = NO_KEYS) {
    this.root = resolve(root);
    this.keys = keys;
    this.#incoming = join(this.root, INCOMING);
  }

  /** Creates the root folder if it is missing and removes abandoned temporary files. */
  async prepare(): Promise<void> {
    await mkdir(this.#incoming, { recursive: true, mode: 0o700 });
    await this.#checkKeys();
    for await (const { name } of entriesOf(this.#incoming)) {
      const path = join(this.#incoming, name);
      const found = await stat(path).catch(nullWhenMissing);
      if (found && Date.now() - found.ctimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true });
    }
  }

  /** Throws if a key is missing that was used to encrypt files: without it those files would look unencrypted. */
  async #checkKeys(): Promise<void> {
    const file = join(this.root, USED_KEYS);
    const used = (await readFile(file, 'utf8').catch(nullWhenMissing))?.split('\n').filter(Boolean) ?? [];
    const known = this.keys.all.map(({ id }) => id.toString('hex'));
    const missing = used.find((id) => !known.includes(id));
    if (missing !== undefined)
      throw new Error(
        `${this.root} has files that are encrypted with the key ${missing}: restore DATA_DIR/keys/storage.key ` +
          `or STORAGE_KEY. If the key is lost for ever, remove it from ${file}.`,
      );
    const current = this.keys.current?.id.toString('hex');
    if (current === undefined || used.includes(current)) return;
    await writeFile(file, `${current}\n`, { mode: 0o600, flag: 'a', flush: true });
    await this.syncFolder(this.root);
  }

  path(key: string): string {
    return join(this.root, checkKey(key));
  }

  folder(prefix: string): string {
    return prefix === '' ? this.root : join(this.root, checkPrefix(prefix));
  }

  /** Throws StorageUnavailable if the disk is not mounted. Call it before a file that is not found counts as missing. */
  async assertMounted(): Promise<void> {
    await stat(this.#incoming).catch((cause) => {
      throw new StorageUnavailable('the storage folder does not exist', { cause });
    });
  }

  /** Tries to write a temporary file, because other operations succeed on a full or read-only disk too. */
  async assertWritable(): Promise<void> {
    await this.#withTemporary((temporary) =>
      writeFile(temporary, 'ready', { flag: 'wx', mode: 0o600 }).then(() => rm(temporary)),
    );
  }

  /** Null if the object does not exist. */
  async head(key: string): Promise<ObjectSize | null> {
    const found = await stat(this.path(key)).catch(nullWhenMissing);
    if (found?.isFile()) return { sizeBytes: await this.sizeOf(this.path(key), found) };
    await this.assertMounted();
    return null;
  }

  /** The length of a file's content. For an encrypted file it is less than the length of the file. */
  async sizeOf(path: string, { size }: Stats): Promise<number> {
    if (this.keys.all.length === 0) return size;
    const object = await this.open(path);
    await object.close();
    return object.sizeBytes;
  }

  async open(path: string): Promise<OpenObject> {
    return OpenObject.of(await open(path, 'r'), this.keys);
  }

  get encrypts(): boolean {
    return this.keys.current !== null;
  }

  /** Whether files of this folder can be read in the other folder and vice versa. */
  hasKeysOf(other: ObjectFiles): boolean {
    return other.keys === this.keys;
  }

  async write(key: string, source: Source, expected: ExpectedObject): Promise<WrittenObject> {
    const path = this.path(key);
    return this.writeTemporary(source, expected, (temporary) => this.#renameDurably(temporary, path));
  }

  /** Writes the source to a synced temporary file, which `commit` has to rename. On an error no file remains. */
  async writeTemporary(
    source: Source,
    expected: ExpectedObject,
    commit: (temporary: string) => Promise<void>,
  ): Promise<WrittenObject> {
    return this.#withTemporary(async (temporary) => {
      const file = await open(temporary, 'wx', 0o600);
      let written: WrittenObject;
      try {
        const sizeBytes = await this.#writeContent(file, source, expected);
        await file.sync();
        written = { sizeBytes, etag: etagOf(fstatSync(file.fd, { bigint: true })) };
      } finally {
        await file.close();
      }
      await commit(temporary);
      return written;
    });
  }

  async #writeContent(file: FileHandle, source: Source, expected: ExpectedObject): Promise<number> {
    if (!this.keys.current) return writeWhole(file, source, expected.sizeBytes, expected);
    const plain = { sizeBytes: 0 };
    const counted = checkedLength(source, expected.sizeBytes, plain);
    await writeWhole(file, encryptedFile(this.keys.current, counted, expected), undefined, {
      consume: true,
    });
    return plain.sizeBytes;
  }

  /** Moves a synced file of the root folder to the key. */
  async moveTo(key: string, file: string): Promise<void> {
    await this.#renameDurably(file, this.path(key));
  }

  /** Moves a file of this machine to the key. */
  async moveIn(localFile: string, key: string): Promise<ObjectSize> {
    const path = this.path(key);
    if (this.encrypts) {
      const plain = createReadStream(localFile, { highWaterMark: READ_BYTES });
      const { sizeBytes } = await this.write(key, plain, { consume: true });
      await unlink(localFile);
      return { sizeBytes };
    }
    const sizeBytes = await syncFile(localFile);
    try {
      await this.#renameDurably(localFile, path);
    } catch (cause) {
      if (!hasCode(cause, 'EXDEV')) throw asStorageError(cause, key);
      await this.#copyIn(localFile, path);
      await unlink(localFile);
    }
    return { sizeBytes };
  }

  /** Links a file of this machine to the key, or copies it if it is on another file system. */
  async linkOrCopy(from: string, key: string): Promise<void> {
    const path = this.path(key);
    await this.#withTemporary(async (temporary) => {
      try {
        await link(from, temporary);
      } catch {
        return this.#copyIn(from, path); // another file system, or one without hard links
      }
      await this.#renameDurably(temporary, path);
      await rm(temporary, { force: true }); // rename(2) does nothing if both names are links to the same file
    });
  }

  /** Creates a folder below the root durably. */
  makeFolder(folder: string): Promise<void> {
    return this.#folders.make(this.root, folder);
  }

  /** When it resolves, renames into the folder that were done before the call are durable. */
  syncFolder(folder: string): Promise<void> {
    return this.#folders.sync(folder);
  }

  async removeFolder(folder: string): Promise<void> {
    await rm(folder, { recursive: true, force: true });
    this.#folders.forget(folder);
  }

  async #withTemporary<T>(work: (temporary: string) => Promise<T>): Promise<T> {
    const temporary = join(this.#incoming, randomUUID());
    try {
      return await work(temporary);
    } catch (cause) {
      // report the first error; if a broken disk keeps the file, a later start removes it
      await rm(temporary, { force: true }).catch(() => undefined);
      if (hasCode(cause, 'ENOENT')) await this.assertMounted();
      throw asStorageError(cause);
    }
  }

  /** Renames a file and syncs the folder. The file must be synced already, so that a key never names a partial file. */
  async #renameDurably(temporary: string, path: string): Promise<void> {
    const folder = dirname(path);
    for (let attempt = 1; ; attempt++) {
      await this.makeFolder(folder);
      try {
        await rename(temporary, path);
        return await this.syncFolder(folder);
      } catch (cause) {
        // another operation has just removed the folder
        if (!hasCode(cause, 'ENOENT') || attempt === MAX_RENAME_ATTEMPTS) throw cause;
        this.#folders.forget(folder);
      }
    }
  }

  async #copyIn(from: string, path: string): Promise<void> {
    await this.#withTemporary(async (temporary) => {
      await copyFile(from, temporary, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
      await chmod(temporary, 0o600);
      await syncFile(temporary);
      await this.#renameDurably(temporary, path);
    });
  }
}

/** The entries of a folder; none if it does not exist. */
export async function* entriesOf(folder: string): AsyncGenerator<Dirent> {
  const opened = await opendir(folder).catch(nullWhenMissing);
  if (opened) yield* opened;
}

/** Syncs a file. Returns its size in bytes. */
async function syncFile(path: string): Promise<number> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}
