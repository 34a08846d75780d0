import {
  createHmac,
  createSecretKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  type BlockCipher,
  decryptBlock,
  encrypted,
  encryptBlock,
  plainSize,
} from '../../../platform/outside/storage/block-cipher.ts';
import { DecryptedStream } from '../../../platform/outside/storage/folder/decrypted-file.ts';
import { ObjectDamaged, type Source } from '../../../platform/outside/storage/storage.ts';
import { type Identity, publicKeyOf, rawPublicKey, type Recipient } from './keys.ts';

/*
 * Files in the format of age (C2SP age-encryption.org/v1) with X25519 recipients. With the private key, the program `age`
 * can decrypt them without the portal.
 */

const INTRO = 'age-encryption.org/v1\n';
const X25519 = 'age-encryption.org/v1/X25519';
const FILE_KEY_BYTES = 16;
const NONCE_BYTES = 16;
const MAX_HEADER_BYTES = 64 * 1024;

/** The file is encrypted to none of the given identities. */
export class WrongIdentity extends Error {
  override name = 'WrongIdentity';
}

const derive = (secret: Uint8Array, salt: Uint8Array | string, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, use, 32));

const chacha = (key: Buffer): BlockCipher => ({ algorithm: 'chacha20-poly1305', key: createSecretKey(key) });

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

const macOf = (fileKey: Buffer, header: string): Buffer =>
  createHmac('sha256', derive(fileKey, '', 'header'))
    .update(header)
    .digest();

/** The file key, encrypted to one recipient. The key pair for it is used only once. */
const stanzaFor = ({ publicKey }: Recipient, fileKey: Buffer): string => {
  const ephemeral = generateKeyPairSync('x25519');
  const share = rawPublicKey(ephemeral.publicKey);
  const shared = diffieHellman({ privateKey: ephemeral.privateKey, publicKey });
  const key = derive(shared, Buffer.concat([share, rawPublicKey(publicKey)]), X25519);
  // age encrypts file keys with a nonce of zeros, which is the nonce of a block 0 that is not the last one
  const wrapped = Buffer.concat(encryptBlock(chacha(key), 0, fileKey, false));
  return `-> X25519 ${base64(share)}\n${base64(wrapped)}\n`;
};

/** Encrypts a stream to recipients. */
export async function* ageEncrypted(
  recipients: readonly Recipient[],
  source: Source,
): AsyncGenerator<Uint8Array> {
  const fileKey = randomBytes(FILE_KEY_BYTES);
  const header = `${INTRO}${recipients.map((recipient) => stanzaFor(recipient, fileKey)).join('')}---`;
  yield Buffer.from(`${header} ${base64(macOf(fileKey, header))}\n`);
  const nonce = randomBytes(NONCE_BYTES);
  yield nonce;
  yield* encrypted(chacha(derive(fileKey, nonce, 'payload')), source);
}

interface Header {
  text: string;
  /** Length in bytes; the nonce and the encrypted content follow. */
  length: number;
}

const GRAMMAR =
  /^age-encryption\.org\/v1\n(?:-> [!-~ ]+\n(?:[A-Za-z0-9+/]{64}\n)*[A-Za-z0-9+/]{0,63}\n)+--- ([A-Za-z0-9+/]{43})\n/;

const readHeader = async (file: FileHandle): Promise<Header> => {
  const bytes = Buffer.alloc(MAX_HEADER_BYTES);
  const { bytesRead } = await file.read(bytes, 0, MAX_HEADER_BYTES, 0);
  const [text] = GRAMMAR.exec(bytes.toString('latin1', 0, bytesRead)) ?? [];
  if (text === undefined) throw new ObjectDamaged('not a file of age');
  return { text, length: text.length };
};

const sizeAfter = async (file: FileHandle, { length }: Header): Promise<number> =>
  plainSize((await file.stat()).size - length - NONCE_BYTES);

/** The size of the content of an encrypted file; needs no key. */
export const ageSizeOf = async (path: string): Promise<number> => {
  const file = await open(path, 'r');
  try {
    return await sizeAfter(file, await readHeader(file));
  } finally {
    await file.close();
  }
};

const unwrapFileKey = (text: string, identities: readonly Identity[]): Buffer => {
  for (const [, share = '', wrapped = ''] of text.matchAll(/^-> X25519 (\S+)\n(\S+)$/gm)) {
    const ephemeral = Buffer.from(share, 'base64');
    for (const { privateKey, recipient } of identities) {
      const shared = diffieHellman({ privateKey, publicKey: publicKeyOf(ephemeral) });
      const key = derive(shared, Buffer.concat([ephemeral, rawPublicKey(recipient.publicKey)]), X25519);
      try {
        return decryptBlock(chacha(key), 0, Buffer.from(wrapped, 'base64'), false);
      } catch {
        // this stanza is for another recipient
      }
    }
  }
  throw new WrongIdentity('the file is encrypted to another key');
};

/** The content of an encrypted file. Throws WrongIdentity, or ObjectDamaged, also while it is read. */
export const ageDecrypted = async (path: string, identities: readonly Identity[]): Promise<Readable> => {
  const file = await open(path, 'r');
  try {
    const header = await readHeader(file);
    const fileKey = unwrapFileKey(header.text, identities);
    const unsigned = header.text.slice(0, header.text.lastIndexOf('---') + 3);
    const mac = Buffer.from(header.text.slice(unsigned.length + 1, -1), 'base64');
    if (!timingSafeEqual(mac, macOf(fileKey, unsigned))) throw new ObjectDamaged('the header was changed');
    const nonce = Buffer.alloc(NONCE_BYTES);
    await file.read(nonce, 0, NONCE_BYTES, header.length);
    const plainBytes = await sizeAfter(file, header);
    const cipher = chacha(derive(fileKey, nonce, 'payload'));
    const content = { file, cipher, from: header.length + NONCE_BYTES, plainBytes };
    return new DecryptedStream(content, 0, plainBytes);
  } catch (cause) {
    await file.close();
    throw cause;
  }
};
