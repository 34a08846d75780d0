import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyRing } from '../../platform/outside/key-ring.ts';

/** 256 random bits. Only the link contains them in plain text; the database has a hash and the sealed token. */
export const newToken = (): string => randomBytes(32).toString('base64url');

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM with the share as associated data, so it cannot be moved to another row: nonce, tag, ciphertext. */
export const sealToken = ([key]: KeyRing, shareUUID: string, token: string): Buffer => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(shareUUID));
  const ciphertext = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
};

/** Null when none of the keys sealed it: the link still works by its hash, but cannot be shown again. */
export const openToken = (keys: KeyRing, shareUUID: string, sealed: Buffer): string | null => {
  for (const key of keys) {
    const token = openWith(key, shareUUID, sealed);
    if (token !== null) return token;
  }
  return null;
};

const openWith = (key: Buffer, shareUUID: string, sealed: Buffer): string | null => {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(shareUUID))
    .setAuthTag(tag);
  try {
    const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
};
