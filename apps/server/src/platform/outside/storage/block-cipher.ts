import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';
import { release } from './release.ts';
import { ObjectDamaged, type Source } from './storage.ts';

/**
 * Encryption of a stream in blocks (STREAM: Hoang, Reyhanitabar, Rogaway, Vizár 2015), as age and Tink use it. Each block
 * is authenticated by itself, so a range can be read without the rest. A nonce contains the number of the block and
 * whether it is the last one, so blocks cannot be omitted, repeated, reordered or cut off unnoticed. A key encrypts one
 * stream only.
 */
export interface BlockCipher {
  algorithm: 'aes-256-gcm' | 'chacha20-poly1305';
  /** A key object, because a buffer would be converted to one for every block, which doubles the time of a block. */
  key: KeyObject;
}

export const BLOCK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
export const ENCRYPTED_BLOCK_BYTES = BLOCK_BYTES + TAG_BYTES;

/** An empty stream has one empty block; otherwise no block is empty. */
const countBlocks = (plainBytes: number): number => Math.max(1, Math.ceil(plainBytes / BLOCK_BYTES));

export const encryptedSize = (plainBytes: number): number => plainBytes + TAG_BYTES * countBlocks(plainBytes);

/** Throws ObjectDamaged for a length that no encrypted stream has. */
export const plainSize = (encryptedBytes: number): number => {
  const blocks = Math.max(1, Math.ceil(encryptedBytes / ENCRYPTED_BLOCK_BYTES));
  const plainBytes = encryptedBytes - blocks * TAG_BYTES;
  if (plainBytes < 0 || countBlocks(plainBytes) !== blocks)
    throw new ObjectDamaged('an encrypted file is cut off');
  return plainBytes;
};

export const isLastBlock = (block: number, plainBytes: number): boolean =>
  block === countBlocks(plainBytes) - 1;

const nonceOf = (block: number, isLast: boolean): Buffer => {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(block, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
};

const options = { authTagLength: TAG_BYTES };

/** Returns the ciphertext and its tag. */
export const encryptBlock = (
  { algorithm, key }: BlockCipher,
  block: number,
  plain: Uint8Array,
  isLast: boolean,
): [Buffer, Buffer] => {
  const nonce = nonceOf(block, isLast);
  const cipher =
    algorithm === 'aes-256-gcm'
      ? createCipheriv(algorithm, key, nonce, options)
      : createCipheriv(algorithm, key, nonce, options);
  const encrypted = cipher.update(plain);
  cipher.final();
  return [encrypted, cipher.getAuthTag()];
};

/** Throws ObjectDamaged unless exactly this block was encrypted with the key. */
export const decryptBlock = (
  { algorithm, key }: BlockCipher,
  block: number,
  encrypted: Uint8Array,
  isLast: boolean,
): Buffer => {
  const nonce = nonceOf(block, isLast);
  const decipher =
    algorithm === 'aes-256-gcm'
      ? createDecipheriv(algorithm, key, nonce, options)
      : createDecipheriv(algorithm, key, nonce, options);
  const plainBytes = encrypted.byteLength - TAG_BYTES;
  try {
    decipher.setAuthTag(encrypted.subarray(plainBytes));
    const plain = decipher.update(encrypted.subarray(0, plainBytes));
    decipher.final();
    return plain;
  } catch (cause) {
    throw new ObjectDamaged('an encrypted file was changed', { cause });
  }
};

interface EncryptOptions {
  /** Frees each chunk of the source as soon as it is encrypted. */
  consume?: boolean | undefined;
  /** The number of the first block, if the blocks before it come from other sources. */
  firstBlock?: number;
  /** Whether other blocks follow the blocks of the source. The source then consists of whole blocks. */
  continues?: boolean;
}

/** Encrypts a source. Keeps each full block until it is known whether another one follows. */
export async function* encrypted(
  cipher: BlockCipher,
  source: Source,
  { consume = false, firstBlock = 0, continues = false }: EncryptOptions = {},
): AsyncGenerator<Uint8Array> {
  const held = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  let heldBytes = 0;
  let block = firstBlock;
  for await (const chunk of source as AsyncIterable<Uint8Array>) {
    for (let at = 0; at < chunk.byteLength;) {
      if (heldBytes === BLOCK_BYTES) {
        yield* encryptBlock(cipher, block++, held, false);
        heldBytes = 0;
      }
      if (heldBytes === 0 && chunk.byteLength - at > BLOCK_BYTES) {
        yield* encryptBlock(cipher, block++, chunk.subarray(at, at + BLOCK_BYTES), false);
        at += BLOCK_BYTES;
      } else {
        const taken = chunk.subarray(at, at + BLOCK_BYTES - heldBytes);
        held.set(taken, heldBytes);
        heldBytes += taken.byteLength;
        at += taken.byteLength;
      }
    }
    if (consume) release(chunk);
  }
  yield* encryptBlock(cipher, block, held.subarray(0, heldBytes), !continues);
}
