import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withChecksum } from './crc.ts';
import { hasCode, nullWhenMissing } from './disk-errors.ts';
import {
  missingParts,
  type PresignedPart,
  type MultipartObject,
  type Parts,
  PartsGone,
  type MultipartReference,
  type PresignPartRequest,
  sizeOfPart,
  type StoredPart,
  WrongChecksum,
} from './parts.ts';
import type { URLClaims, URLSigner } from './signed-url.ts';
import type { ObjectSize, Source } from './storage.ts';

/** What the store around it does for its parts. */
export interface Surroundings {
  signer: URLSigner;
  pathOf(key: string): string;
  /** Makes a folder, durably. */
  make(folder: string): Promise<void>;
  /** What was renamed into the folder is durable when it resolves. */
  sync(folder: string): Promise<void>;
  head(key: string): Promise<ObjectSize | null>;
  put(key: string, source: Source, wish: { sizeBytes: number; consume: boolean }): Promise<ObjectSize>;
  /** Streams into a synced file that is then to be moved to its place; when anything throws, nothing is left. */
  write(
    source: Source,
    wish: { sizeBytes: number; consume: boolean },
    place: (temporary: string) => Promise<void>,
  ): Promise<{ etag: string }>;
}

/**
 * Parts as files of a hidden folder beside the object to be, so that they go with its prefix. A part's file is named
 * after its number *and* checksum and never changes: parts of two files under one name cannot mix.
 */
export class LocalParts implements Parts {
  readonly #store: Surroundings;
  readonly #joining = new Map<string, Promise<unknown>>();

  constructor(store: Surroundings) {
    this.#store = store;
  }

  async begin(key: string): Promise<string> {
    const partsID = randomUUID();
    await this.#store.make(this.#folder({ key, partsID }));
    return partsID;
  }

  async list(object: MultipartObject): Promise<StoredPart[] | null> {
    const names = await readdir(this.#folder(object)).catch(nullWhenMissing);
    return names && names.map(partOf).sort((one, other) => one.number - other.number);
  }

  async presign({ object, part, origin, ...wish }: PresignPartRequest): Promise<PresignedPart> {
    const { key, partsID } = object;
    const sizeBytes = sizeOfPart(object, part.number);
    const ticket: URLClaims = { ...wish, method: 'PUT', key, sizeBytes, part: { ...part, partsID } };
    return { presignedURL: this.#store.signer.sign(ticket, origin), headers: {} };
  }

  /** What a ticket for a part allows. Throws WrongChecksum, WrongLength or PartsGone, and then nothing is left. */
  async put({ key, sizeBytes }: URLClaims, part: NonNullable<URLClaims['part']>, source: Source) {
    const folder = this.#folder({ key, partsID: part.partsID });
    const wish = { sizeBytes, consume: true };
    return this.#store.write(withChecksum(source, part.checksum), wish, async (temporary) => {
      // not made anew: what has been joined or dropped is closed
      await rename(temporary, join(folder, nameOf(part))).catch((cause) => {
        throw hasCode(cause, 'ENOENT', 'ENOTDIR') ? new PartsGone(key) : cause;
      });
      await this.#store.sync(folder);
    });
  }

  /** One after the other: who lost patience and asks again finds the file joined, and does not copy it once more. */
  join(object: MultipartObject, checksums: string[]): Promise<{ missing: number[] }> {
    const { partsID } = object;
    const before = this.#joining.get(partsID) ?? Promise.resolve();
    const joined = before
      // its own asker is told of that failure; this one tries anew
      .catch(() => undefined)
      .then(() => this.#join(object, checksums))
      .finally(() => {
        if (this.#joining.get(partsID) === joined) this.#joining.delete(partsID);
      });
    this.#joining.set(partsID, joined);
    return joined;
  }

  async #join(object: MultipartObject, checksums: string[]): Promise<{ missing: number[] }> {
    const { key, sizeBytes } = object;
    const there = await this.list(object);
    if (!there) throw new PartsGone(key);
    if (await this.#store.head(key)) {
      // joined by a process that was killed right after: an object is never changed
      await this.discard(object);
      throw new PartsGone(key);
    }
    const missing = missingParts(there, checksums);
    if (missing.length > 0) return { missing };
    const reading = { number: 0 };
    try {
      await this.#store.put(key, this.#bytesOf(object, checksums, reading), { sizeBytes, consume: true });
    } catch (cause) {
      if (hasCode(cause, 'ENOENT')) throw new PartsGone(key);
      if (!(cause instanceof WrongChecksum)) throw cause;
      // the disk gives back other bytes than it took
      const { number } = reading;
      await rm(this.#path(object, { number, checksum: checksums[number - 1] ?? '' }), { force: true });
      return { missing: [number] };
    }
    await this.discard(object);
    return { missing: [] };
  }

  async discard(parts: MultipartReference): Promise<void> {
    await rm(this.#folder(parts), { recursive: true, force: true });
  }

  /** Read once more on the way: what becomes part of the object is what was sent. */
  async *#bytesOf(object: MultipartObject, checksums: string[], reading: { number: number }) {
    for (const [i, checksum] of checksums.entries()) {
      reading.number = i + 1;
      const path = this.#path(object, { number: i + 1, checksum });
      yield* withChecksum(createReadStream(path, { highWaterMark: READ_BYTES }), checksum);
    }
  }

  #folder({ key, partsID }: MultipartReference): string {
    return join(dirname(this.#store.pathOf(key)), `.${partsID}`);
  }

  #path(object: MultipartReference, part: StoredPart): string {
    return join(this.#folder(object), nameOf(part));
  }
}

const READ_BYTES = 1024 * 1024;

const nameOf = ({ number, checksum }: StoredPart): string => `${number}-${checksum}`;

const partOf = (name: string): StoredPart => {
  const [number, checksum = ''] = name.split('-');
  return { number: Number(number), checksum };
};
