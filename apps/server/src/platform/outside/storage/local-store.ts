import { open, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { asStorageError, hasCode, nullWhenMissing } from './disk-errors.ts';
import { checkKey, checkPrefix } from './keys.ts';
import { LocalParts } from './local-parts.ts';
import { entriesOf, type ExpectedObject, ObjectFiles, type WrittenObject } from './object-files.ts';
import { OpenObject } from './open-object.ts';
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
import { ObjectMissing } from './storage.ts';

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
  static async open(root: string, signer: URLSigner): Promise<LocalStore> {
    const files = new ObjectFiles(root);
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
    const file = await open(this.#files.path(key), 'r').catch(async (cause) => {
      if (hasCode(cause, 'ENOENT')) await this.#files.assertMounted();
      throw asStorageError(cause, key);
    });
    try {
      return new OpenObject(file, await file.stat({ bigint: true }));
    } catch (cause) {
      await file.close();
      throw cause;
    }
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
        const found = await stat(join(folder, entry.name)).catch(nullWhenMissing);
        // ctime, because a renamed or linked file retains its old mtime
        if (found) yield { key: prefix + entry.name, sizeBytes: found.size, modifiedAt: found.ctime };
      }
    }
    if (isEmpty) await this.#files.assertMounted();
  }

  /** Without fsync: an object that reappears after a power cut has no row and is removed as an orphan. */
  async remove(key: string): Promise<void> {
    const removed = await unlink(this.#files.path(key)).catch(nullWhenMissing);
    if (removed === null) await this.#files.assertMounted();
  }

  async removeAll(prefix: string): Promise<void> {
    await this.#files.removeFolder(this.#files.folder(checkPrefix(prefix)));
  }

  /** Within one file system a hard link suffices, because objects are never changed in place. */
  async copyTo(key: string, other: Storage, otherKey: string): Promise<ObjectSize> {
    const path = this.#files.path(key);
    const found = await stat(path).catch((cause) => {
      throw asStorageError(cause, key);
    });
    if (other instanceof LocalStore) await other.#files.linkOrCopy(path, otherKey);
    else await other.put(otherKey, await this.read(key), { sizeBytes: found.size });
    return { sizeBytes: found.size };
  }

  async localPath(key: string): Promise<LocalFile> {
    if (!(await this.head(key))) throw new ObjectMissing(key);
    return { path: this.#files.path(key), release: async () => {} };
  }

  async presign({ origin, ...claims }: PresignRequest): Promise<string> {
    checkKey(claims.key);
    return this.#signer.sign(claims, origin);
  }

  check(): Promise<void> {
    return this.#files.assertWritable();
  }
}
