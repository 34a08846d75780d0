import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { bech32 } from '@scure/base';
import { BackupProblem } from '../problem.ts';

/** A public key, to which files are encrypted. */
export interface Recipient {
  /** `age1…` */
  text: string;
  publicKey: KeyObject;
}

/** A private key, which decrypts files. */
export interface Identity {
  recipient: Recipient;
  privateKey: KeyObject;
}

const RECIPIENT = 'age';
const IDENTITY = 'age-secret-key-';
const KEY_BYTES = 32;
/** The beginning of a PKCS #8 structure with an X25519 key (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b656e04220420', 'hex');

/** The key in a text with the prefix; undefined for another text. */
const decodeKey = (prefix: string, text: string): Uint8Array | undefined => {
  const decoded = bech32.decodeUnsafe(text);
  const key = decoded?.prefix === prefix ? bech32.fromWordsUnsafe(decoded.words) : undefined;
  return key?.length === KEY_BYTES ? key : undefined;
};

const encodeKey = (prefix: string, key: Uint8Array): string => bech32.encode(prefix, bech32.toWords(key));

export const rawPublicKey = (key: KeyObject): Buffer =>
  Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');

export const publicKeyOf = (raw: Buffer): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: raw.toString('base64url') }, format: 'jwk' });

export const parseRecipient = (text: string): Recipient => {
  const raw = decodeKey(RECIPIENT, text);
  if (!raw) throw new BackupProblem(`Setting BACKUP_RECIPIENT: ${text} is not a public key of age (age1…).`);
  return { text, publicKey: publicKeyOf(Buffer.from(raw)) };
};

const identityOf = (privateKey: KeyObject): Identity => {
  const publicKey = createPublicKey(privateKey);
  return { privateKey, recipient: { text: encodeKey(RECIPIENT, rawPublicKey(publicKey)), publicKey } };
};

/** Reads a file as `age-keygen` and `npm run backup-key` write it: one key on each line, `#` begins a comment. */
export const parseIdentities = (text: string): Identity[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const raw = decodeKey(IDENTITY, line);
      if (!raw)
        throw new BackupProblem(
          'Setting BACKUP_IDENTITY: the file has no private key of age (AGE-SECRET-KEY-1…).',
        );
      return identityOf(createPrivateKey({ key: Buffer.concat([PKCS8, raw]), format: 'der', type: 'pkcs8' }));
    });

/** A new key as the text of an identity file, with its public key. */
export const newIdentity = (createdAt: Date): { recipient: string; file: string } => {
  const { privateKey } = generateKeyPairSync('x25519');
  const { recipient } = identityOf(privateKey);
  const raw = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(PKCS8.length);
  const secret = encodeKey(IDENTITY, raw).toUpperCase();
  const file = `# created: ${createdAt.toISOString()}\n# public key: ${recipient.text}\n${secret}\n`;
  return { recipient: recipient.text, file };
};
