import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { BLOCK_BYTES, type BlockCipher, ENCRYPTED_BLOCK_BYTES, encrypted } from '../block-cipher.ts';
import { withChecksum } from './crc.ts';
import { DecryptedStream } from './decrypted-file.ts';
import { asStorageError, hasCode, nullWhenMissing } from './disk-errors.ts';
import { findCipher, HEADER_BYTES, newHeader } from './file-encryption.ts';
import type { ObjectFiles } from './object-files.ts';
import type { MultipartObject } from './parts.ts';
import type { PartClaims } from './signed-url.ts';
import { ObjectDamaged, type Source } from './storage.ts';
import { checkedLength, writeWhole } from './write-whole.ts';

/** A part with its place in the object. */
interface PlacedPart extends PartClaims {
  startByte: number;
  isLast: boolean;
  sizeBytes: number;
}

interface Claim {
  number: number;
  /** Open for writing. */
  file: FileHandle;
  cipher: BlockCipher | null;
}

const CONTENT = 'content';
const READ_BYTES = 512 * 1024;

/**
 * The file that becomes the object: each part is written at its offset, so that joining is a rename.
 *
 * The process that creates the file named after the part's number (the claim) may write the part here, once. So no two
 * senders write the same bytes, and when all parts are written here, no process writes to the file any more. Every
 * other sender of that part stores it as a file of its own.
 */
export class ContentFile {
  readonly #files: ObjectFiles;
  readonly #folder: string;

  constructor(files: ObjectFiles, folder: string) {
    this.#files = files;
    this.#folder = folder;
  }

  get path(): string {
    return join(this.#folder, CONTENT);
  }

  /** Creates the file durably. An encrypted one has its header from the beginning. */
  async create(): Promise<void> {
    await this.#files.makeFolder(this.#folder);
    const file = await open(this.path, 'wx', 0o600);
    try {
      const { current } = this.#files.keys;
      if (current) await file.write(newHeader(current).header);
      await file.sync();
    } finally {
      await file.close();
    }
    await this.#files.syncFolder(this.#folder);
  }

  /**
   * Null if the part has been claimed, or if the upload was begun by a version that has no such file, or before new
   * objects were encrypted.
   */
  async claim(number: number): Promise<Claim | null> {
    const claim = await open(this.#claimPath(number), 'wx', 0o600).catch(nullIfRefused);
    await claim?.close();
    if (!claim) return null;
    const file = await open(this.path, 'r+').catch(nullIfRefused);
    if (!file) return null;
    try {
      const cipher = await findCipher(file, this.#files.keys);
      // a claim must survive a power cut: blocks that are encrypted twice with one nonce would not be secret
      if (cipher) await this.#files.syncFolder(this.#folder);
      if (cipher || !this.#files.encrypts) return { number, file, cipher };
    } catch (cause) {
      await file.close();
      throw asStorageError(cause);
    }
    await file.close();
    return null;
  }

  /**
   * Writes a claimed part and syncs it; throws WrongChecksum or WrongLength for other bytes. After an error the part
   * may be claimed again, unless the file is encrypted.
   */
  async write({ number, file, cipher }: Claim, part: PlacedPart, source: Source): Promise<void> {
    try {
      try {
        await writePart({ file, cipher }, part, withChecksum(source, part.checksum));
        await file.datasync();
      } finally {
        await file.close();
      }
    } catch (cause) {
      // the error of the write is more important; a claim that stays makes the part go into a file of its own
      if (!cipher) await rm(this.#claimPath(number), { force: true }).catch(() => undefined);
      throw asStorageError(cause);
    }
  }

  /** Whether the file is as long as the object, and encrypted if new objects are. Its parts are not compared. */
  async fits({ sizeBytes }: MultipartObject): Promise<boolean> {
    if (!(await stat(this.path).catch(nullWhenMissing))) return false;
    try {
      const object = await this.#files.open(this.path);
      await object.close();
      return object.sizeBytes === sizeBytes && object.isEncrypted === this.#files.encrypts;
    } catch (cause) {
      if (cause instanceof ObjectDamaged) return false;
      throw cause;
    }
  }

  /** The bytes of a part that was written here. Throws ObjectDamaged if the file is lost. */
  async read({ sizeBytes }: MultipartObject, start: number, end: number): Promise<Readable> {
    const file = await open(this.path, 'r').catch((cause: unknown) => {
      throw hasCode(cause, 'ENOENT') ? new ObjectDamaged('parts that were stored are lost') : cause;
    });
    let cipher: BlockCipher | null;
    try {
      cipher = await findCipher(file, this.#files.keys);
    } catch (cause) {
      await file.close();
      throw cause;
    }
    if (!cipher) return file.createReadStream({ start, end: end - 1, highWaterMark: READ_BYTES });
    // other parts may be missing, so the length of the file says nothing about that of the object
    return new DecryptedStream({ file, cipher, from: HEADER_BYTES, plainBytes: sizeBytes }, start, end);
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  #claimPath(number: number): string {
    return join(this.#folder, String(number));
  }
}

const writePart = async (
  { file, cipher }: Pick<Claim, 'file' | 'cipher'>,
  { startByte, sizeBytes, isLast }: PlacedPart,
  source: Source,
): Promise<void> => {
  if (!cipher) {
    await writeWhole(file, source, sizeBytes, { consume: true, position: startByte });
    return;
  }
  const firstBlock = startByte / BLOCK_BYTES;
  const plain = checkedLength(source, sizeBytes, { sizeBytes: 0 });
  const blocks = encrypted(cipher, plain, { consume: true, firstBlock, continues: !isLast });
  const position = HEADER_BYTES + firstBlock * ENCRYPTED_BLOCK_BYTES;
  await writeWhole(file, blocks, undefined, { consume: true, position });
};

const nullIfRefused = (cause: unknown): null => {
  if (hasCode(cause, 'EEXIST', 'ENOENT', 'ENOTDIR')) return null;
  throw asStorageError(cause);
};

/** Null if the part cannot be written at its offset: an older version signed its URL, or blocks would not be whole. */
export const placeOf = (part: PartClaims, sizeBytes: number): PlacedPart | null => {
  const { startByte, isLast } = part;
  if (startByte === undefined || isLast === undefined || startByte % BLOCK_BYTES !== 0) return null;
  if (!isLast && sizeBytes % BLOCK_BYTES !== 0) return null;
  return { ...part, startByte, isLast, sizeBytes };
};
