import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { open, rm, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { asStorageError, hasCode, nullWhenMissing } from '../disk-errors.ts';
import { NO_KEYS, type StorageKeys } from '../file-encryption.ts';
import { checkKey, checkPrefix } from '../keys.ts';
import { LocalParts } from './local-parts.ts';
import { entriesOf, type ExpectedObject, ObjectFiles, type WrittenObject } from './object-files.ts';
import type { OpenObject } from './open-object.ts';
import type { URLSigner } from '../signed-url.ts';
import type {
  ByteSpan,
  LocalFile,
  ObjectSize,
  PresignRequest,
  Source,
  Storage,
  StoredObject,
} from '../storage.ts';
import { ObjectDamaged } from '../storage.ts';
import { writeWhole } from '../write-whole.ts';

/** Stores objects as files under one folder; the key is the path. */
export class LocalStore implements Storage {
  readonly kind = 'local';
  readonly parts: LocalParts;
  readonly #files: ObjectFiles;
  readonly #signer: URLSigner;

  private constructor(files: ObjectFiles, signer: URLSigner) {
    this.#files = files;
    this.#signer = signer;
    this.parts = new LocalParts(files, signer);
  }

  /** Creates the folder if it is missing and removes temporary files of killed processes. */
  static async open(root: string, signer: URLSigner, keys: StorageKeys = NO_KEYS): Promise<LocalStore> {
    const files = new ObjectFiles(root, keys);
    await files.prepare();
    return new LocalStore(files, signer);
  }

  put(key: string, source: Source, expected: ExpectedObject = {}): Promise<WrittenObject> {
    return this.#files.write(key, source, expected);
  }

  writeFrom(key: string, localFile: string): Promise<ObjectSize> {
    return this.#files.moveIn(localFile, key);
  }

  async read(key: string, range?: ByteSpan): Promise<Readable> {
    const object = await this.openObject(key);
    return object.stream(range?.start ?? 0, Math.min(range?.end ?? object.sizeBytes, object.sizeBytes));
  }

  /** Opens the object: all reads return the same bytes even if the object is replaced or removed meanwhile. */
  async openObject(key: string): Promise<OpenObject> {
    return this.#files.open(this.#files.path(key)).catch(async (cause) => {
      if (hasCode(cause, 'ENOENT')) await this.#files.assertMounted();
      throw asStorageError(cause, key);
    });
  }

  head(key: string): Promise<ObjectSize | null> {
    return this.#files.head(key);
  }

  async *list(prefix: string): AsyncGenerator<StoredObject> {
    const folder = this.#files.folder(prefix);
    let isEmpty = true;
    for await (const entry of entriesOf(folder)) {
      isEmpty = false;
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) yield* this.list(`${prefix}${entry.name}/`);
      else {
        const path = join(folder, entry.name);
        const found = await stat(path).catch(nullWhenMissing);
        const sizeBytes = found && (await this.#sizeOf(path, found));
        // ctime, because a renamed or linked file retains its old mtime
        if (found && sizeBytes !== null)
          yield { key: prefix + entry.name, sizeBytes, modifiedAt: found.ctime };
      }
    }
    if (isEmpty) await this.#files.assertMounted();
  }

  /** The size of the file's content; null if the file has just been removed. */
  #sizeOf(path: string, found: Stats): Promise<number | null> {
    return this.#files.sizeOf(path, found).catch((cause: unknown) => {
      if (cause instanceof ObjectDamaged) return found.size;
      return nullWhenMissing(cause);
    });
  }

  /** Needs no fsync: an object that reappears after a power cut has no row and is removed as an orphan. */
  async remove(key: string): Promise<void> {
    const removed = await unlink(this.#files.path(key)).catch(nullWhenMissing);
    if (removed === null) await this.#files.assertMounted();
  }

  async removeAll(prefix: string): Promise<void> {
    await this.#files.removeFolder(this.#files.folder(checkPrefix(prefix)));
  }

  /**
   * Makes a hard link if the file system is the same, because objects are never changed in place. An unencrypted object is
   * encrypted in the other store if that store encrypts.
   */
  async copyTo(key: string, other: Storage, otherKey: string): Promise<ObjectSize> {
    const object = await this.openObject(key);
    const { sizeBytes, isEncrypted } = object;
    if (other instanceof LocalStore && this.#fitsIn(other, isEncrypted)) {
      await object.close();
      await other.#files.linkOrCopy(this.#files.path(key), otherKey);
    } else await other.put(otherKey, object.stream(0, sizeBytes), { sizeBytes });
    return { sizeBytes };
  }

  /** Whether the file of an object can be an object of the other store without a change. */
  #fitsIn(other: LocalStore, isEncrypted: boolean): boolean {
    return isEncrypted ? other.#files.hasKeysOf(this.#files) : !other.#files.encrypts;
  }

  async localPath(key: string, scratchFolder: string): Promise<LocalFile> {
    const object = await this.openObject(key);
    if (!object.isEncrypted) {
      await object.close();
      return { path: this.#files.path(key), release: async () => {} };
    }
    const path = join(scratchFolder, randomUUID());
    const release = () => rm(path, { force: true });
    const plain = object.stream(0, object.sizeBytes);
    try {
      const file = await open(path, 'wx', 0o600);
      try {
        await writeWhole(file, plain, object.sizeBytes, { consume: true });
      } finally {
        await file.close();
      }
    } catch (cause) {
      plain.destroy();
      await release();
      throw asStorageError(cause);
    }
    return { path, release };
  }

  async presign({ origin, ...claims }: PresignRequest): Promise<string> {
    checkKey(claims.key);
    return this.#signer.sign(claims, origin);
  }

  check(): Promise<void> {
    return this.#files.assertWritable();
  }
}
