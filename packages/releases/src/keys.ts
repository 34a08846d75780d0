import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';

/** The name of the public key in an installed portal. */
export const KEY_FILE = 'release-key.pub';

const checked = (key: KeyObject, path: string): KeyObject => {
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${path} is not an Ed25519 key.`);
  return key;
};

const parsed = (parse: () => KeyObject, path: string): KeyObject => {
  let key: KeyObject;
  try {
    key = parse();
  } catch (cause) {
    throw new Error(`${path} is not a key in PEM format.`, { cause });
  }
  return checked(key, path);
};

/** Reads a public key from PEM text. `path` is for the message of the error. */
export const publicKey = (text: string, path: string): KeyObject => parsed(() => createPublicKey(text), path);
export const privateKey = (text: string, path: string): KeyObject =>
  parsed(() => createPrivateKey(text), path);

/** The public key of a private key, as PEM text. */
export const publicText = (key: KeyObject): string =>
  createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();

/** A new key as PEM text: PKCS #8, without a password. */
export const newPrivateText = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
