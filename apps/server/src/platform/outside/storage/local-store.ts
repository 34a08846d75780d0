import { randomUUID } from 'node:crypto';
import { type BigIntStats, type Dirent, fstatSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import {
  constants,
  copyFile,
  link,
  mkdir,
  open,
  opendir,
  rename,
  rm,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { asStorageError, hasCode, nullWhenMissing } from './disk-errors.ts';
import { FolderSync } from './folder-sync.ts';
import { checkKey, checkPrefix } from './keys.ts';
import { LocalParts } from './local-parts.ts';
import type { URLSigner } from './signed-url.ts';
import type {
  ByteSpan,
  LocalFile,
  ObjectSize,
  PresignRequest,
  Source,
  Storage,
  StoredObject,
} from './storage.ts';
import { ObjectMissing, StorageUnavailable } from './storage.ts';
import { type WriteOptions, writeWhole } from './write-whole.ts';

/** A process that was killed leaves its temporary file here; no upload takes a day without a byte. */
const INCOMING = '.incoming';
const LEFT_OVER_AFTER_MS = 24 * 3600 * 1000;

/** Objects as files under one folder, the key being the path. */
export class LocalStore implements Storage {
  readonly kind = 'local';
  readonly parts: LocalParts;
  readonly #root: string;
  readonly #incoming: string;
  readonly #signer: URLSigner;
  readonly #folders = new FolderSync();

  private constructor(root: string, signer: URLSigner) {
    this.#root = resolve(root);
    this.#incoming = join(this.#root, INCOMING);
    this.#signer = signer;
    this.parts = new LocalParts({
      signer,
      pathOf: (key) => this.#path(key),
      make: (folder) => this.#folders.make(this.#root, folder),
      sync: (folder) => this.#folders.sync(folder),
      head: (key) => this.head(key),
      put: (key, source, wish) => this.put(key, source, wish),
      write: (source, wish, place) => this.#write(source, wish, place),
    });
  }

  /** Makes the folder where it is missing and sweeps what killed processes left. */
  static async open(root: string, signer: URLSigner): Promise<LocalStore> {
    const store = new LocalStore(root, signer);
    await mkdir(store.#incoming, { recursive: true, mode: 0o700 });
    await store.#sweep();
    return store;
  }

  async put(
    key: string,
    source: Source,
    expected: { sizeBytes?: number | undefined } & WriteOptions = {},
  ): Promise<ObjectSize & { etag: string }> {
    const path = this.#path(key);
    return this.#write(source, expected, (temporary) => this.#place(temporary, path));
  }

  async #write(
    source: Source,
    expected: { sizeBytes?: number | undefined } & WriteOptions,
    place: (temporary: string) => Promise<void>,
  ): Promise<ObjectSize & { etag: string }> {
    return this.#throughTemporary(async (temporary) => {
      const file = await open(temporary, 'wx', 0o600);
      let stored: ObjectSize & { etag: string };
      try {
        const sizeBytes = await writeWhole(file, source, expected.sizeBytes, expected);
        await file.sync();
        stored = { sizeBytes, etag: etagOf(fstatSync(file.fd, { bigint: true })) };
      } finally {
        await file.close();
      }
      await place(temporary);
      return stored;
    });
  }

  async writeFrom(key: string, localFile: string): Promise<ObjectSize> {
    const path = this.#path(key);
    const sizeBytes = await syncFile(localFile);
    try {
      await this.#place(localFile, path);
    } catch (cause) {
      if (!hasCode(cause, 'EXDEV')) throw asStorageError(cause, key);
      await this.#copyIn(localFile, path);
      await unlink(localFile);
    }
    return { sizeBytes };
  }

  async read(key: string, range?: ByteSpan): Promise<Readable> {
    const object = await this.openObject(key);
    return object.stream(range?.start ?? 0, Math.min(range?.end ?? object.sizeBytes, object.sizeBytes));
  }

  /** The object held open: what is read through it is one and the same object, whatever replaces it meanwhile. */
  async openObject(key: string): Promise<OpenObject> {
    const file = await open(this.#path(key), 'r').catch(async (cause) => {
      if (hasCode(cause, 'ENOENT')) await this.#mustBeThere();
      throw asStorageError(cause, key);
    });
    try {
      const found = await file.stat({ bigint: true });
      return new OpenObject(file, Number(found.size), etagOf(found), found.mtime);
    } catch (cause) {
      await file.close();
      throw cause;
    }
  }

  async head(key: string): Promise<ObjectSize | null> {
    const found = await stat(this.#path(key)).catch(nullWhenMissing);
    if (found?.isFile()) return { sizeBytes: found.size };
    await this.#mustBeThere();
    return null;
  }

  async *list(prefix: string): AsyncGenerator<StoredObject> {
    const folder = prefix === '' ? this.#root : join(this.#root, checkPrefix(prefix));
    let isEmpty = true;
    for await (const entry of entriesOf(folder)) {
      isEmpty = false;
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) yield* this.list(`${prefix}${entry.name}/`);
      else {
        const found = await stat(join(folder, entry.name)).catch(nullWhenMissing);
        // ctime, since a renamed or linked file keeps its old mtime
        if (found) yield { key: prefix + entry.name, sizeBytes: found.size, modifiedAt: found.ctime };
      }
    }
    if (isEmpty) await this.#mustBeThere();
  }

  /** Not fsynced: what a power cut brings back is an orphan that nothing refers to, and is swept as one. */
  async remove(key: string): Promise<void> {
    const gone = await unlink(this.#path(key)).catch(nullWhenMissing);
    if (gone === null) await this.#mustBeThere();
  }

  async removeAll(prefix: string): Promise<void> {
    const folder = join(this.#root, checkPrefix(prefix));
    await rm(folder, { recursive: true, force: true });
    this.#folders.forget(folder);
  }

  /**
   * On one file system the copy is a second name of the same bytes (objects are never changed in place, so the
   * two cannot meet); else a real copy.
   */
  async copyTo(key: string, other: Storage, otherKey: string): Promise<ObjectSize> {
    const path = this.#path(key);
    const found = await stat(path).catch((cause) => {
      throw asStorageError(cause, key);
    });
    if (other instanceof LocalStore) await other.#adopt(path, other.#path(otherKey));
    else await other.put(otherKey, await this.read(key), { sizeBytes: found.size });
    return { sizeBytes: found.size };
  }

  async move(key: string, other: Storage, otherKey: string): Promise<ObjectSize> {
    const already = (await this.head(key)) ? null : await other.head(otherKey);
    if (already) return already;
    const size = await this.copyTo(key, other, otherKey);
    if (!(other instanceof LocalStore && other.#path(otherKey) === this.#path(key))) await this.remove(key);
    return size;
  }

  async localPath(key: string): Promise<LocalFile> {
    if (!(await this.head(key))) throw new ObjectMissing(key);
    return { path: this.#path(key), release: async () => {} };
  }

  async presign({ origin, ...ticket }: PresignRequest): Promise<string> {
    checkKey(ticket.key);
    return this.#signer.sign(ticket, origin);
  }

  /** By writing, since a disk that is full or mounted read-only answers every question but this one. */
  async check(): Promise<void> {
    await this.#throughTemporary((temporary) =>
      writeFile(temporary, 'ready', { flag: 'wx' }).then(() => rm(temporary)),
    );
  }

  /** A disk that is not mounted has lost nothing: what cannot be seen there must not be taken for missing. */
  async #mustBeThere(): Promise<void> {
    await stat(this.#incoming).catch((cause) => {
      throw new StorageUnavailable('the folder is gone', { cause });
    });
  }

  #path(key: string): string {
    return join(this.#root, checkKey(key));
  }

  async #throughTemporary<T>(work: (temporary: string) => Promise<T>): Promise<T> {
    const temporary = join(this.#incoming, randomUUID());
    try {
      return await work(temporary);
    } catch (cause) {
      // told is what went wrong first; what a broken disk keeps of it is swept when it works again
      await rm(temporary, { force: true }).catch(() => undefined);
      if (hasCode(cause, 'ENOENT')) await this.#mustBeThere();
      throw asStorageError(cause);
    }
  }

  /** The fsync comes before the rename, so that the name never stands over half a file. */
  async #place(temporary: string, path: string): Promise<void> {
    const folder = dirname(path);
    for (let attempt = 1; ; attempt++) {
      await this.#folders.make(this.#root, folder);
      try {
        await rename(temporary, path);
        return await this.#folders.sync(folder);
      } catch (cause) {
        // the folder was removed a moment ago, together with what had been in it
        if (!hasCode(cause, 'ENOENT') || attempt === 3) throw cause;
        this.#folders.forget(folder);
      }
    }
  }

  async #adopt(from: string, path: string): Promise<void> {
    await this.#throughTemporary(async (temporary) => {
      try {
        await link(from, temporary);
      } catch {
        return this.#copyIn(from, path); // another file system, or one without links
      }
      await this.#place(temporary, path);
      await rm(temporary, { force: true }); // rename leaves both names when they were the same file already
    });
  }

  async #copyIn(from: string, path: string): Promise<void> {
    await this.#throughTemporary(async (temporary) => {
      await copyFile(from, temporary, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
      await syncFile(temporary);
      await this.#place(temporary, path);
    });
  }

  async #sweep(): Promise<void> {
    for await (const { name } of entriesOf(this.#incoming)) {
      const path = join(this.#incoming, name);
      const found = await stat(path).catch(nullWhenMissing);
      if (found && Date.now() - found.ctimeMs > LEFT_OVER_AFTER_MS) await rm(path, { force: true });
    }
  }
}

/** An object that is being read. Streaming it closes it; else `close`. */
export class OpenObject {
  readonly sizeBytes: number;
  /** Strong: another upload under the same key is another file. Quoted, as it stands in the header. */
  readonly etag: string;
  readonly modifiedAt: Date;
  readonly #file: FileHandle;

  constructor(file: FileHandle, sizeBytes: number, etag: string, modifiedAt: Date) {
    this.#file = file;
    this.sizeBytes = sizeBytes;
    this.etag = etag;
    this.modifiedAt = modifiedAt;
  }

  /** `end` is exclusive. */
  stream(start: number, end: number): Readable {
    if (start < end) return this.#file.createReadStream({ start, end: end - 1, highWaterMark: READ_BYTES });
    void this.close();
    return Readable.from([]);
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

/** The rename to the object's name changes none of these; another upload under that name is another file. */
const etagOf = ({ ino, size, mtimeNs }: BigIntStats): string =>
  `"${ino.toString(36)}-${size.toString(36)}-${mtimeNs.toString(36)}"`;

const READ_BYTES = 512 * 1024;

async function syncFile(path: string): Promise<number> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}

async function* entriesOf(folder: string): AsyncGenerator<Dirent> {
  const opened = await opendir(folder).catch(nullWhenMissing);
  if (opened) yield* opened;
}
