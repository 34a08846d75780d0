import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { ContentFile, placeOf } from './content-file.ts';
import { withChecksum } from '../crc.ts';
import { asStorageError, hasCode, nullWhenMissing } from '../disk-errors.ts';
import type { ObjectFiles, WrittenObject } from './object-files.ts';
import {
  countParts,
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
} from '../parts.ts';
import { inflated } from './inflated.ts';
import { release } from '../release.ts';
import type { PartClaims, URLClaims, URLSigner } from '../signed-url.ts';
import { ObjectDamaged, type Source } from '../storage.ts';
import { checkedLength } from '../write-whole.ts';

/**
 * Writes each part at its offset in the content file (`content-file.ts`), and records it by an empty file in a hidden
 * folder beside the future object. The name of that file consists of the part's number and checksum. A part cannot be
 * written there if it is sent twice at once, if a process was killed while it received the part, or if two versions of
 * a file are uploaded under one name. In these cases the named file contains the part. Files never change, so parts of
 * two versions cannot be mixed.
 *
 * Processes of older versions write all parts as files. They treat an empty file as a damaged part, which has to be sent
 * again. Both layouts may be mixed in one upload.
 */
export class LocalParts implements Parts {
  readonly inflates = true;
  readonly #files: ObjectFiles;
  readonly #signer: URLSigner;
  readonly #joining = new Map<string, Promise<unknown>>();

  constructor(files: ObjectFiles, signer: URLSigner) {
    this.#files = files;
    this.#signer = signer;
  }

  async begin(key: string): Promise<string> {
    const partsID = randomUUID();
    const reference = { key, partsID };
    await this.#content(reference).create();
    await this.#files.makeFolder(this.#folder(reference));
    return partsID;
  }

  async list(object: MultipartReference): Promise<StoredPart[] | null> {
    const names = await readdir(this.#folder(object)).catch(nullWhenMissing);
    return names && names.map(partOf).sort((one, other) => one.number - other.number);
  }

  async presign(request: PresignPartRequest): Promise<PresignedPart> {
    const { object, part, deflatedBytes, origin, ...options } = request;
    const { key, partsID } = object;
    const plainBytes = sizeOfPart(object, part.number);
    const sizeBytes = deflatedBytes ?? plainBytes;
    const startByte = (part.number - 1) * object.partBytes;
    const isLast = part.number === countParts(object);
    const placed = {
      ...part,
      partsID,
      startByte,
      isLast,
      ...(deflatedBytes !== undefined && { plainBytes }),
    };
    const claims: URLClaims = { ...options, method: 'PUT', key, sizeBytes, part: placed };
    return { presignedURL: this.#signer.sign(claims, origin), headers: {} };
  }

  /** Stores the part that a signed URL allows. On WrongChecksum, WrongLength or PartsGone it is not stored. */
  async put(claims: URLClaims, part: PartClaims, body: Source): Promise<{ etag: string }> {
    const { key } = claims;
    const [source, sizeBytes] =
      part.plainBytes === undefined ? [body, claims.sizeBytes] : [inflated(body), part.plainBytes];
    const reference = { key, partsID: part.partsID };
    const same = (await this.list(reference))?.filter(({ number }) => number === part.number) ?? [];
    if (same.some(({ checksum }) => checksum === part.checksum)) {
      await readAll(withChecksum(checkedLength(source, sizeBytes, { sizeBytes: 0 }), part.checksum));
      await this.#files.syncFolder(this.#folder(reference));
      return { etag: etagOf(part) };
    }
    const content = this.#content(reference);
    const placed = placeOf(part, sizeBytes);
    // the claim of a recorded part may be lost in a power cut
    const claim = placed && same.length === 0 ? await content.claim(part.number) : null;
    if (!claim || !placed) return this.#writeFile(reference, part, { source, sizeBytes });
    await content.write(claim, placed, source);
    // the file is empty, so syncing the folder makes it durable
    const record = await open(this.#path(reference, part), 'wx', 0o600).catch((cause: unknown) => {
      if (hasCode(cause, 'EEXIST')) return null;
      throw hasCode(cause, 'ENOENT', 'ENOTDIR') ? new PartsGone(key) : asStorageError(cause);
    });
    await record?.close();
    await this.#files.syncFolder(this.#folder(reference));
    return { etag: etagOf(part) };
  }

  #writeFile(
    reference: MultipartReference,
    part: StoredPart,
    { source, sizeBytes }: { source: Source; sizeBytes: number },
  ): Promise<WrittenObject> {
    const folder = this.#folder(reference);
    const expected = { sizeBytes, consume: true };
    return this.#files.writeTemporary(withChecksum(source, part.checksum), expected, async (temporary) => {
      // the folder is not created here: once joined or discarded, the upload accepts no more parts
      await rename(temporary, this.#path(reference, part)).catch((cause) => {
        throw hasCode(cause, 'ENOENT', 'ENOTDIR') ? new PartsGone(reference.key) : cause;
      });
      await this.#files.syncFolder(folder);
    });
  }

  /** Calls for one upload run one by one, so that a client's retry after a timeout does not join the parts again. */
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
    const { key } = object;
    const stored = await this.list(object);
    if (!stored) throw new PartsGone(key);
    if (await this.#files.head(key)) {
      // a process joined the parts and was killed before it removed them; an object is never changed
      await this.discard(object);
      throw new PartsGone(key);
    }
    const missing = missingParts(stored, checksums);
    if (missing.length > 0) return { missing };
    if (await this.#isWritten(object, checksums)) {
      await this.#files.moveTo(key, this.#content(object).path).catch((cause: unknown) => {
        // another process has just joined the parts
        throw hasCode(cause, 'ENOENT') ? new PartsGone(key) : asStorageError(cause);
      });
      await this.discard(object);
      return { missing: [] };
    }
    return this.#copy(object, checksums);
  }

  /** Whether the content file consists of these parts. If so, no process writes to it any more. */
  async #isWritten(object: MultipartObject, checksums: string[]): Promise<boolean> {
    for (const [i, checksum] of checksums.entries()) {
      const found = await stat(this.#path(object, { number: i + 1, checksum })).catch(nullWhenMissing);
      if (found?.size !== 0) return false;
    }
    return this.#content(object).fits(object);
  }

  /** Makes the object by copying, because some parts are files of their own. */
  async #copy(object: MultipartObject, checksums: string[]): Promise<{ missing: number[] }> {
    const { key, sizeBytes } = object;
    const reading = { number: 0 };
    try {
      await this.#files.write(key, this.#bytesOf(object, checksums, reading), { sizeBytes, consume: true });
    } catch (cause) {
      if (hasCode(cause, 'ENOENT')) throw new PartsGone(key);
      if (!(cause instanceof WrongChecksum || cause instanceof ObjectDamaged)) throw cause;
      // another process has just joined the parts
      if (await this.#files.head(key)) throw new PartsGone(key);
      // the disk returned other bytes than were written: remove the part, so that it is sent again
      const { number } = reading;
      await rm(this.#path(object, { number, checksum: checksums[number - 1] ?? '' }), { force: true });
      return { missing: [number] };
    }
    await this.discard(object);
    return { missing: [] };
  }

  async discard(parts: MultipartReference): Promise<void> {
    await this.#content(parts).remove();
    await rm(this.#folder(parts), { recursive: true, force: true });
  }

  /** The parts' bytes in order, with their checksums compared again. `reading.number` is the current part. */
  async *#bytesOf(object: MultipartObject, checksums: string[], reading: { number: number }) {
    for (const [i, checksum] of checksums.entries()) {
      reading.number = i + 1;
      yield* withChecksum(await this.#read(object, { number: i + 1, checksum }), checksum);
    }
  }

  async #read(object: MultipartObject, part: StoredPart): Promise<Readable> {
    const stored = await this.#files.open(this.#path(object, part));
    if (stored.sizeBytes > 0) return stored.stream(0, stored.sizeBytes);
    await stored.close();
    const start = (part.number - 1) * object.partBytes;
    return this.#content(object).read(object, start, start + sizeOfPart(object, part.number));
  }

  #content(reference: MultipartReference): ContentFile {
    return new ContentFile(this.#files, `${this.#folder(reference)}.content`);
  }

  #folder({ key, partsID }: MultipartReference): string {
    return join(dirname(this.#files.path(key)), `.${partsID}`);
  }

  #path(object: MultipartReference, part: StoredPart): string {
    return join(this.#folder(object), nameOf(part));
  }
}

const etagOf = ({ checksum }: StoredPart): string => `"${checksum}"`;

const readAll = async (source: AsyncIterable<Uint8Array>): Promise<void> => {
  for await (const chunk of source) release(chunk);
};

const nameOf = ({ number, checksum }: StoredPart): string => `${number}-${checksum}`;

const partOf = (name: string): StoredPart => {
  const [number, checksum = ''] = name.split('-');
  return { number: Number(number), checksum };
};
