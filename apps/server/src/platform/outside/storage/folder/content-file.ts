import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { BLOCK_BYTES, type BlockCipher, ENCRYPTED_BLOCK_BYTES, encrypted } from '../block-cipher.ts';
import { withChecksum } from '../crc.ts';
import { DecryptedStream } from './decrypted-file.ts';
import { asStorageError, hasCode, nullWhenMissing } from '../disk-errors.ts';
import { findCipher, HEADER_BYTES, newHeader } from '../file-encryption.ts';
import type { ObjectFiles } from './object-files.ts';
import type { MultipartObject } from '../parts.ts';
import type { PartClaims } from '../signed-url.ts';
import { ObjectDamaged, type Source } from '../storage.ts';
import { checkedLength, writeWhole } from '../write-whole.ts';

/** A part with its place in the object. */
interface PlacedPart extends PartClaims {
  startByte: number;
  isLast: boolean;
  sizeBytes: number;
}

interface Claim {
  number: number;
  /** The content file, open for writing. */
  file: FileHandle;
  cipher: BlockCipher | null;
}

const CONTENT = 'content';
const READ_BYTES = 512 * 1024;

/**
 * The file that becomes the object. Each part is written at its offset, so joining the parts is only a rename.
 *
 * A part has a claim: an empty file named after the part's number. The process that creates the claim may write the
 * part here, once. Therefore two senders never write the same bytes, and when all parts are written, no process writes
 * to the file any more. Every other sender of the part stores it as a file of its own.
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

  /** Creates the file durably. If it is encrypted, its header is written at once. */
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
   * Claims a part. Null if it has been claimed already, if a version without content files began the upload, or if the upload
   * was begun before new objects were encrypted.
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
   * Writes a claimed part and syncs it. Throws WrongChecksum or WrongLength if the bytes differ from the declared
   * part. After an error the part may be claimed again, unless the file is encrypted.
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
      // the error of the write is more important; if the claim stays, the part is stored as a file of its own
      if (!cipher) await rm(this.#claimPath(number), { force: true }).catch(() => undefined);
      throw asStorageError(cause);
    }
  }

  /** Whether the file has the object's length, and is encrypted if new objects are. Does not compare the parts. */
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
    // other parts may be missing, so the length of the object does not follow from the length of the file
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

/**
 * The place of a part in the content file. Null if it cannot be written there: an older version signed its URL, or the
 * part does not consist of whole blocks.
 */
export const placeOf = (part: PartClaims, sizeBytes: number): PlacedPart | null => {
  const { startByte, isLast } = part;
  if (startByte === undefined || isLast === undefined || startByte % BLOCK_BYTES !== 0) return null;
  if (!isLast && sizeBytes % BLOCK_BYTES !== 0) return null;
  return { ...part, startByte, isLast, sizeBytes };
};
