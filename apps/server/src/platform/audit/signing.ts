import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign as signBytes,
  verify as verifyBytes,
} from 'node:crypto';

/** The bytes of PKCS #8 that precede the 32 bytes of an Ed25519 key (RFC 8410 §7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

interface SigningKey {
  privateKey: KeyObject;
  publicKey: KeyObject;
}

/** The Ed25519 key of a seed, which is derived from AUDIT_SIGNING_KEY or from the portal's secret. */
export const signingKeyOf = (seed: Buffer): SigningKey => {
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8_PREFIX, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  return { privateKey, publicKey: createPublicKey(privateKey) };
};

/** The beginning of the SHA-256 of the public key, as heads contain it. */
export const fingerprintOf = (publicKey: KeyObject): string =>
  createHash('sha256')
    .update(publicKey.export({ format: 'der', type: 'spki' }))
    .digest('hex')
    .slice(0, 16);

export const sign = (text: string, { privateKey }: SigningKey): Buffer =>
  signBytes(null, Buffer.from(text), privateKey);

export const isSignedBy = (text: string, signature: Buffer, keys: readonly KeyObject[]): boolean =>
  keys.some((key) => verifyBytes(null, Buffer.from(text), key, signature));
