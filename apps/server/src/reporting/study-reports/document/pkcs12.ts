import {
  createDecipheriv,
  createHash,
  createPrivateKey,
  type KeyObject,
  pbkdf2Sync,
  X509Certificate,
} from 'node:crypto';
import { createSecureContext } from 'node:tls';
import {
  childAt,
  childrenOf,
  CONTEXT,
  type Element,
  oid,
  OCTET_STRING,
  readElement,
  SEQUENCE,
} from './der.ts';

const DATA = oid('1.2.840.113549.1.7.1');
const ENCRYPTED_DATA = oid('1.2.840.113549.1.7.6');
const KEY_BAG = oid('1.2.840.113549.1.12.10.1.1');
const SHROUDED_KEY_BAG = oid('1.2.840.113549.1.12.10.1.2');
const CERTIFICATE_BAG = oid('1.2.840.113549.1.12.10.1.3');
const X509 = oid('1.2.840.113549.1.9.22.1');
const PBES2 = oid('1.2.840.113549.1.5.13');
const PBKDF2 = oid('1.2.840.113549.1.5.12');
const SHA1_3DES = oid('1.2.840.113549.1.12.1.3');
const CIPHERS: [Buffer, string, number][] = [
  [oid('2.16.840.1.101.3.4.1.2'), 'aes-128-cbc', 16],
  [oid('2.16.840.1.101.3.4.1.22'), 'aes-192-cbc', 24],
  [oid('2.16.840.1.101.3.4.1.42'), 'aes-256-cbc', 32],
];
const HASHES: [Buffer, string][] = [
  [oid('1.2.840.113549.2.7'), 'sha1'],
  [oid('1.2.840.113549.2.9'), 'sha256'],
  [oid('1.2.840.113549.2.10'), 'sha384'],
  [oid('1.2.840.113549.2.11'), 'sha512'],
];

interface KeyStore {
  key: KeyObject;
  certificates: X509Certificate[];
}

/**
 * Reads the key and the certificates of a PKCS #12 file (RFC 7292). It may be encrypted with AES (PBES2) or, as by older
 * programs, with Triple-DES. Node verifies the password and the integrity when it opens the file for TLS, but does not return
 * the key.
 * @throws an error whose message is one line
 */
export const readPKCS12 = (bytes: Buffer, password: string): KeyStore => {
  createSecureContext({ pfx: bytes, passphrase: password });
  const safes = childrenOf(unwrapped(childAt(readElement(bytes), 1, SEQUENCE)));
  const bags = safes.flatMap((safe) => childrenOf(openSafe(safe, password)));
  const keys: KeyObject[] = [];
  const certificates: X509Certificate[] = [];
  for (const bag of bags) {
    const [type, value] = childrenOf(bag);
    const inner = value && childAt(value, 0, SEQUENCE);
    if (!type || !inner) continue;
    if (type.whole.equals(KEY_BAG) || type.whole.equals(SHROUDED_KEY_BAG))
      keys.push(createPrivateKey({ key: inner.whole, format: 'der', type: 'pkcs8', passphrase: password }));
    if (type.whole.equals(CERTIFICATE_BAG) && childrenOf(inner)[0]?.whole.equals(X509))
      certificates.push(new X509Certificate(childAt(childAt(inner, 1, CONTEXT), 0, OCTET_STRING).content));
  }
  const [key] = keys;
  if (!key || keys.length > 1) throw new Error(`the file has ${keys.length} private keys instead of one`);
  return { key, certificates };
};

/** The element in the octet string of a «data» content. */
const unwrapped = (contentInfo: Element): Element => {
  if (!childrenOf(contentInfo)[0]?.whole.equals(DATA)) throw new Error('the file has an unknown structure');
  return readElement(childAt(childAt(contentInfo, 1, CONTEXT), 0, OCTET_STRING).content);
};

const openSafe = (safe: Element, password: string): Element => {
  if (!childrenOf(safe)[0]?.whole.equals(ENCRYPTED_DATA)) return unwrapped(safe);
  const encrypted = childAt(childAt(childAt(safe, 1, CONTEXT), 0, SEQUENCE), 1, SEQUENCE);
  const [, algorithm, content] = childrenOf(encrypted);
  // [0] IMPLICIT OCTET STRING
  if (!algorithm || content?.tag !== 0x80) throw new Error('the file has an unknown structure');
  return readElement(decrypt(algorithm, content.content, password));
};

const UNSUPPORTED =
  'the file is encrypted in a way that is not supported; make it again with AES-256 (openssl pkcs12 -export)';

const decrypt = (algorithm: Element, content: Buffer, password: string): Buffer => {
  const [type, parameters] = childrenOf(algorithm);
  if (!type || !parameters) throw new Error(UNSUPPORTED);
  const { cipher, key, iv } = type.whole.equals(PBES2)
    ? keyOfPBES2(parameters, password)
    : type.whole.equals(SHA1_3DES)
      ? keyOf3DES(parameters, password)
      : { cipher: '', key: Buffer.of(), iv: Buffer.of() };
  if (!cipher) throw new Error(UNSUPPORTED);
  const decipher = createDecipheriv(cipher, key, iv);
  return Buffer.concat([decipher.update(content), decipher.final()]);
};

const numberOf = ({ content }: Element) => parseInt(content.toString('hex'), 16);

/** PBES2 with PBKDF2 (RFC 8018, A.2 and A.4). */
const keyOfPBES2 = (parameters: Element, password: string) => {
  const [derivation, encryption] = childrenOf(parameters).map(childrenOf);
  const [salt, iterations, ...optional] = derivation?.[1] ? childrenOf(derivation[1]) : [];
  const found = CIPHERS.find(([id]) => encryption?.[0]?.whole.equals(id));
  if (!derivation?.[0]?.whole.equals(PBKDF2) || !salt || !iterations || !found || !encryption?.[1])
    throw new Error(UNSUPPORTED);
  const prf = optional.find(({ tag }) => tag === SEQUENCE);
  const hash = prf ? HASHES.find(([id]) => childrenOf(prf)[0]?.whole.equals(id))?.[1] : 'sha1';
  if (!hash) throw new Error(UNSUPPORTED);
  const [, cipher, length] = found;
  const key = pbkdf2Sync(password, salt.content, numberOf(iterations), length, hash);
  return { cipher, key, iv: encryption[1].content };
};

const keyOf3DES = (parameters: Element, password: string) => {
  const [salt, iterations] = childrenOf(parameters);
  if (!salt || !iterations) throw new Error(UNSUPPORTED);
  const derive = (purpose: number, length: number) =>
    deriveWithSHA1(password, salt.content, numberOf(iterations), purpose, length);
  return { cipher: 'des-ede3-cbc', key: derive(1, 24), iv: derive(2, 8) };
};

const BLOCK = 64;

const repeated = (bytes: Buffer): Buffer =>
  Buffer.alloc(Math.ceil(bytes.length / BLOCK) * BLOCK, bytes.length > 0 ? bytes : 0);

/** The key derivation of PKCS #12 (RFC 7292, B.2). */
const deriveWithSHA1 = (
  password: string,
  salt: Buffer,
  iterations: number,
  purpose: number,
  length: number,
): Buffer => {
  const text = Buffer.from(`${password}\0`, 'utf16le').swap16();
  const material = Buffer.concat([repeated(salt), repeated(text)]);
  const result: Buffer[] = [];
  for (let made = 0; made < length; made += 20) {
    let hash = createHash('sha1').update(Buffer.alloc(BLOCK, purpose)).update(material).digest();
    for (let round = 1; round < iterations; round++) hash = createHash('sha1').update(hash).digest();
    result.push(hash);
    const added = Buffer.alloc(BLOCK, hash);
    for (let block = 0; block < material.length; block += BLOCK) addOne(material, block, added);
  }
  return Buffer.concat(result).subarray(0, length);
};

/** Adds another number and 1 to the block; both are one block long. */
const addOne = (material: Buffer, block: number, added: Buffer): void => {
  let carry = 1;
  for (let at = BLOCK - 1; at >= 0; at--) {
    const sum = material[block + at]! + added[at]! + carry;
    material[block + at] = sum & 0xff;
    carry = sum >> 8;
  }
};
