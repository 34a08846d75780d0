import { sign, verify, type KeyObject } from 'node:crypto';

/** The description of a release: JSON beside its files. */
export const RELEASE = 'release.json';
/** An Ed25519 signature of the exact bytes of the description, in Base64. */
export const SIGNATURE = 'release.json.sig';

/** The content of the signature file. */
export const signatureOf = (bytes: Buffer, key: KeyObject): string =>
  `${sign(null, bytes, key).toString('base64')}\n`;

/** Whether `signature`, the content of the signature file, was made with the key, for exactly these bytes. */
export const isSignedBy = (bytes: Buffer, signature: string, key: KeyObject): boolean =>
  verify(null, bytes, key, Buffer.from(signature, 'base64'));
