import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyRing } from './key-ring.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text for the database: AES-256-GCM with the name of its row as associated data, so it cannot be moved to
 * another row. Returns nonce, tag and ciphertext.
 */
export const sealText = ([key]: KeyRing, row: string, text: string): Buffer => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(row));
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
};

/** Decrypts a text; null if it was sealed with none of the keys. */
export const openText = (keys: KeyRing, row: string, sealed: Buffer): string | null => {
  for (const key of keys) {
    const text = openWith(key, row, sealed);
    if (text !== null) return text;
  }
  return null;
};

const openWith = (key: Buffer, row: string, sealed: Buffer): string | null => {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(row))
    .setAuthTag(tag);
  try {
    const start = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([start, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
};
