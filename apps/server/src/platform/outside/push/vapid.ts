import { createECDH, createHash } from 'node:crypto';
import type { KeyRing } from '../../secrets/key-ring.ts';

/** A key of P-256 with which the portal identifies itself to push services (RFC 8292); base64url. */
export interface ServerKey {
  publicKey: string;
  privateKey: string;
}

/**
 * Makes a private key of P-256 from a key of the ring. One seed in four billion is not a valid key; it is hashed until
 * the result is one.
 */
const keyOf = (seed: Buffer): ServerKey => {
  const pair = createECDH('prime256v1');
  for (let secret = seed; ; secret = createHash('sha256').update(secret).digest()) {
    try {
      pair.setPrivateKey(secret);
    } catch {
      continue;
    }
    return { publicKey: pair.getPublicKey('base64url'), privateKey: secret.toString('base64url') };
  }
};

/** The current key, with which browsers subscribe. */
export const serverKeyOf = ([current]: KeyRing): ServerKey => keyOf(current);

/** The key with this public key; undefined if it was not derived from the present secret or an earlier one. */
export const findServerKey = (keys: KeyRing, publicKey: string): ServerKey | undefined =>
  keys.map(keyOf).find((key) => key.publicKey === publicKey);
