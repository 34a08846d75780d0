import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { BackupProblem } from '../problem.ts';
import { decodeBech32, encodeBech32 } from './bech32.ts';

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

export const rawPublicKey = (key: KeyObject): Buffer =>
  Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');

export const publicKeyOf = (raw: Buffer): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: raw.toString('base64url') }, format: 'jwk' });

export const parseRecipient = (text: string): Recipient => {
  const raw = decodeBech32(RECIPIENT, text);
  if (raw?.length !== KEY_BYTES)
    throw new BackupProblem(`Setting BACKUP_RECIPIENT: ${text} is not a public key of age (age1…).`);
  return { text, publicKey: publicKeyOf(raw) };
};

const identityOf = (privateKey: KeyObject): Identity => {
  const publicKey = createPublicKey(privateKey);
  return { privateKey, recipient: { text: encodeBech32(RECIPIENT, rawPublicKey(publicKey)), publicKey } };
};

/** Reads a file as `age-keygen` and `npm run backup-key` write it: one key on each line, `#` begins a comment. */
export const parseIdentities = (text: string): Identity[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const raw = decodeBech32(IDENTITY, line);
      if (raw?.length !== KEY_BYTES)
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
  const secret = encodeBech32(IDENTITY, raw).toUpperCase();
  const file = `# created: ${createdAt.toISOString()}\n# public key: ${recipient.text}\n${secret}\n`;
  return { recipient: recipient.text, file };
};
