import { randomUUID } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withChecksum } from './crc.ts';
import { hasCode, nullWhenMissing } from './disk-errors.ts';
import type { ObjectFiles, WrittenObject } from './object-files.ts';
import {
  missingParts,
  type MultipartObject,
  type MultipartReference,
  type Parts,
  PartsGone,
  type PresignedPart,
  type PresignPartRequest,
  sizeOfPart,
  type StoredPart,
  WrongChecksum,
} from './parts.ts';
import type { URLClaims, URLSigner } from './signed-url.ts';
import { ObjectDamaged, type Source } from './storage.ts';

/**
 * Stores parts as files in a hidden folder beside the future object, so that removing the prefix removes them too. The
 * name of a part's file contains its number and checksum, and the file never changes: if two versions of a file are
 * uploaded under one name, their parts cannot be mixed.
 */
export class LocalParts implements Parts {
  readonly #files: ObjectFiles;
  readonly #signer: URLSigner;
  readonly #joining = new Map<string, Promise<unknown>>();

  constructor(files: ObjectFiles, signer: URLSigner) {
    this.#files = files;
    this.#signer = signer;
  }

  async begin(key: string): Promise<string> {
    const partsID = randomUUID();
    await this.#files.makeFolder(this.#folder({ key, partsID }));
    return partsID;
  }

  async list(object: MultipartObject): Promise<StoredPart[] | null> {
    const names = await readdir(this.#folder(object)).catch(nullWhenMissing);
    return names && names.map(partOf).sort((one, other) => one.number - other.number);
  }

  async presign({ object, part, origin, ...options }: PresignPartRequest): Promise<PresignedPart> {
    const { key, partsID } = object;
    const sizeBytes = sizeOfPart(object, part.number);
    const claims: URLClaims = { ...options, method: 'PUT', key, sizeBytes, part: { ...part, partsID } };
    return { presignedURL: this.#signer.sign(claims, origin), headers: {} };
  }

  /** Writes the part that a signed URL allows. On WrongChecksum, WrongLength or PartsGone no file remains. */
  async put(
    { key, sizeBytes }: URLClaims,
    part: NonNullable<URLClaims['part']>,
    source: Source,
  ): Promise<WrittenObject> {
    const folder = this.#folder({ key, partsID: part.partsID });
    const expected = { sizeBytes, consume: true };
    return this.#files.writeTemporary(withChecksum(source, part.checksum), expected, async (temporary) => {
      // the folder is not created here: once joined or discarded, the upload accepts no more parts
      await rename(temporary, join(folder, nameOf(part))).catch((cause) => {
        throw hasCode(cause, 'ENOENT', 'ENOTDIR') ? new PartsGone(key) : cause;
      });
      await this.#files.syncFolder(folder);
    });
  }

  /** Calls for one upload run one by one, so that a client's retry after a timeout does not copy the parts again. */
  join(object: MultipartObject, checksums: string[]): Promise<{ missing: number[] }> {
    const { partsID } = object;
    const before = this.#joining.get(partsID) ?? Promise.resolve();
    const joined = before
      // the earlier caller handles that error; this call makes a new attempt
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
    const stored = await this.list(object);
    if (!stored) throw new PartsGone(key);
    if (await this.#files.head(key)) {
      // a process joined the parts and was killed before it removed them; an object is never changed
      await this.discard(object);
      throw new PartsGone(key);
    }
    const missing = missingParts(stored, checksums);
    if (missing.length > 0) return { missing };
    const reading = { number: 0 };
    try {
      await this.#files.write(key, this.#bytesOf(object, checksums, reading), { sizeBytes, consume: true });
    } catch (cause) {
      if (hasCode(cause, 'ENOENT')) throw new PartsGone(key);
      if (!(cause instanceof WrongChecksum || cause instanceof ObjectDamaged)) throw cause;
      // the disk returned other bytes than were written: remove the part, so that it is sent again
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

  /** The parts' bytes in order, with their checksums compared again. `reading.number` is the current part. */
  async *#bytesOf(object: MultipartObject, checksums: string[], reading: { number: number }) {
    for (const [i, checksum] of checksums.entries()) {
      reading.number = i + 1;
      const path = this.#path(object, { number: i + 1, checksum });
      const stored = await this.#files.open(path);
      yield* withChecksum(stored.stream(0, stored.sizeBytes), checksum);
    }
  }

  #folder({ key, partsID }: MultipartReference): string {
    return join(dirname(this.#files.path(key)), `.${partsID}`);
  }

  #path(object: MultipartReference, part: StoredPart): string {
    return join(this.#folder(object), nameOf(part));
  }
}

const nameOf = ({ number, checksum }: StoredPart): string => `${number}-${checksum}`;

const partOf = (name: string): StoredPart => {
  const [number, checksum = ''] = name.split('-');
  return { number: Number(number), checksum };
};
