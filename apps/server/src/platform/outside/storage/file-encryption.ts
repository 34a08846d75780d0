import {
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { type BlockCipher, encrypted } from './block-cipher.ts';
import { ObjectDamaged, type Source } from './storage.ts';

/** One key of the folder store, derived from 32 random bytes. */
interface StorageKey {
  /** Identifies the key; each file that the key encrypts contains it. */
  id: Buffer;
  /** Authenticates headers. */
  header: KeyObject;
  /** Derives the key of each file. */
  files: KeyObject;
}

export interface StorageKeys {
  /** This key encrypts new files; null if new files are not encrypted. */
  current: StorageKey | null;
  /** These keys decrypt files. */
  all: readonly StorageKey[];
}

export const NO_KEYS: StorageKeys = { current: null, all: [] };

export const deriveStorageKey = (root: Uint8Array): StorageKey => {
  const derive = (use: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', root, '', `snimok storage ${use}`, bytes));
  return {
    id: derive('id', ID_BYTES),
    header: createSecretKey(derive('header', 32)),
    files: createSecretKey(derive('files', 32)),
  };
};

/** The first bytes of an encrypted file; no text and no known format begins with them. */
const MAGIC = Buffer.from('\x89snimok\x01', 'latin1');
const ID_BYTES = 8;
const SALT_BYTES = 32;
const MAC_BYTES = 16;
const UNSIGNED_BYTES = MAGIC.length + ID_BYTES + SALT_BYTES;
/** The header of an encrypted file: magic, id of the key, salt of the file's own key, HMAC-SHA-256 of these. */
export const HEADER_BYTES = UNSIGNED_BYTES + MAC_BYTES;

const macOf = ({ header }: StorageKey, unsigned: Buffer): Buffer =>
  createHmac('sha256', header).update(unsigned).digest().subarray(0, MAC_BYTES);

const cipherOf = ({ files }: StorageKey, salt: Buffer): BlockCipher => ({
  algorithm: 'aes-256-gcm',
  key: createSecretKey(Buffer.from(hkdfSync('sha256', files, salt, 'snimok stored file', 32))),
});

/** A header for a new file, which has a key of its own. */
export const newHeader = (key: StorageKey): { header: Buffer; cipher: BlockCipher } => {
  const salt = randomBytes(SALT_BYTES);
  const unsigned = Buffer.concat([MAGIC, key.id, salt]);
  return { header: Buffer.concat([unsigned, macOf(key, unsigned)]), cipher: cipherOf(key, salt) };
};

/** The content of an encrypted file: a header and the blocks. */
export async function* encryptedFile(
  key: StorageKey,
  source: Source,
  options: { consume?: boolean | undefined },
): AsyncGenerator<Uint8Array> {
  const { header, cipher } = newHeader(key);
  yield header;
  yield* encrypted(cipher, source, options);
}

/**
 * The cipher of a file; null if the file is not encrypted. A user who uploads a file with the magic bytes cannot make it
 * look encrypted, because the id of a key is secret.
 */
export const findCipher = async (file: FileHandle, { all }: StorageKeys): Promise<BlockCipher | null> => {
  if (all.length === 0) return null;
  const header = Buffer.alloc(HEADER_BYTES);
  const { bytesRead } = await file.read(header, 0, HEADER_BYTES, 0);
  if (bytesRead < UNSIGNED_BYTES || !header.subarray(0, MAGIC.length).equals(MAGIC)) return null;
  const id = header.subarray(MAGIC.length, MAGIC.length + ID_BYTES);
  const key = all.find((one) => one.id.equals(id));
  if (!key) return null;
  const mac = header.subarray(UNSIGNED_BYTES);
  if (!timingSafeEqual(mac, macOf(key, header.subarray(0, UNSIGNED_BYTES))))
    throw new ObjectDamaged('the header of an encrypted file was changed');
  return cipherOf(key, header.subarray(MAGIC.length + ID_BYTES, UNSIGNED_BYTES));
};
