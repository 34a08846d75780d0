import { createDecipheriv, createHash, pbkdf2Sync } from 'node:crypto';
import { type BaseBlock, Integer, Sequence } from 'asn1js';
import { idOf, itemsOf, octetsOf } from './asn1.ts';

const PBES2 = '1.2.840.113549.1.5.13';
const PBKDF2 = '1.2.840.113549.1.5.12';
const SHA1_3DES = '1.2.840.113549.1.12.1.3';
const CIPHERS: Record<string, [string, number]> = {
  '2.16.840.1.101.3.4.1.2': ['aes-128-cbc', 16],
  '2.16.840.1.101.3.4.1.22': ['aes-192-cbc', 24],
  '2.16.840.1.101.3.4.1.42': ['aes-256-cbc', 32],
};
const HMAC_SHA1 = '1.2.840.113549.2.7';
const HASHES: Record<string, string> = {
  [HMAC_SHA1]: 'sha1',
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
};

const UNSUPPORTED =
  'the file is encrypted in a way that is not supported; make it again with AES-256 (openssl pkcs12 -export)';

/**
 * Decrypts a part of a PKCS #12 file with its password.
 * @throws if the part is encrypted with another algorithm
 */
export const decryptWithPassword = (
  [type, parameters]: BaseBlock[],
  content: Buffer,
  password: string,
): Buffer => {
  const derive = idOf(type) === PBES2 ? keyOfPBES2 : idOf(type) === SHA1_3DES ? keyOf3DES : null;
  if (!derive) throw new Error(UNSUPPORTED);
  const { cipher, key, iv } = derive(itemsOf(parameters), password);
  const decipher = createDecipheriv(cipher, key, iv);
  return Buffer.concat([decipher.update(content), decipher.final()]);
};

const numberOf = (item: BaseBlock | undefined): number => {
  if (!(item instanceof Integer)) throw new Error(UNSUPPORTED);
  return Number(item.toBigInt());
};

/** PBES2 with PBKDF2 (RFC 8018, A.2 and A.4). */
const keyOfPBES2 = (parameters: BaseBlock[], password: string) => {
  const [derivation, encryption] = parameters.map(itemsOf);
  const [cipher, length] = CIPHERS[idOf(encryption?.[0])] ?? [];
  if (idOf(derivation?.[0]) !== PBKDF2 || !cipher || !length) throw new Error(UNSUPPORTED);
  const [salt, iterations, ...optional] = itemsOf(derivation?.[1]);
  const prf = optional.find((item) => item instanceof Sequence);
  const hash = HASHES[prf ? idOf(itemsOf(prf)[0]) : HMAC_SHA1];
  if (!hash) throw new Error(UNSUPPORTED);
  const key = pbkdf2Sync(password, octetsOf(salt), numberOf(iterations), length, hash);
  return { cipher, key, iv: octetsOf(encryption?.[1]) };
};

const keyOf3DES = ([salt, iterations]: BaseBlock[], password: string) => {
  const derive = (purpose: number, length: number) =>
    deriveWithSHA1(password, octetsOf(salt), numberOf(iterations), purpose, length);
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

/** Adds 1 and another number to the block; the number is one block long. */
const addOne = (material: Buffer, block: number, added: Buffer): void => {
  let carry = 1;
  for (let at = BLOCK - 1; at >= 0; at--) {
    const sum = material[block + at]! + added[at]! + carry;
    material[block + at] = sum & 0xff;
    carry = sum >> 8;
  }
};
