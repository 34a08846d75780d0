import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { type BaseBlock, Primitive } from 'asn1js';
import { idOf, itemsOf, octetsOf, parse, rawOf } from './asn1.ts';
import { parseCertificate } from './cms.ts';
import { decryptWithPassword } from './password-encryption.ts';

const DATA = '1.2.840.113549.1.7.1';
const ENCRYPTED_DATA = '1.2.840.113549.1.7.6';
const KEY_BAG = '1.2.840.113549.1.12.10.1.1';
const SHROUDED_KEY_BAG = '1.2.840.113549.1.12.10.1.2';
const CERTIFICATE_BAG = '1.2.840.113549.1.12.10.1.3';
const X509 = '1.2.840.113549.1.9.22.1';

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
  const safes = itemsOf(contentOf(itemsOf(parse(bytes))[1]));
  const bags = safes.flatMap((safe) => itemsOf(openSafe(safe, password)));
  const keys: KeyObject[] = [];
  const certificates: X509Certificate[] = [];
  for (const bag of bags) {
    const [type, value] = itemsOf(bag);
    const [inner] = itemsOf(value);
    if (!inner) continue;
    if (idOf(type) === KEY_BAG || idOf(type) === SHROUDED_KEY_BAG)
      keys.push(createPrivateKey({ key: rawOf(inner), format: 'der', type: 'pkcs8', passphrase: password }));
    if (idOf(type) === CERTIFICATE_BAG && idOf(itemsOf(inner)[0]) === X509) {
      const certificate = octetsOf(itemsOf(itemsOf(inner)[1])[0]);
      certificates.push(new X509Certificate(rawOf(parseCertificate(certificate))));
    }
  }
  const [key] = keys;
  if (!key || keys.length > 1) throw new Error(`the file has ${keys.length} private keys instead of one`);
  return { key, certificates };
};

/** The element in the octet string of a «data» content. */
const contentOf = (info: BaseBlock | undefined): BaseBlock => {
  const [type, content] = itemsOf(info);
  if (idOf(type) !== DATA) throw new Error('the file has an unknown structure');
  return parse(octetsOf(itemsOf(content)[0]));
};

const openSafe = (safe: BaseBlock, password: string): BaseBlock => {
  const [type, content] = itemsOf(safe);
  if (idOf(type) !== ENCRYPTED_DATA) return contentOf(safe);
  // EncryptedData (RFC 5652, 8): a version and the encrypted content
  const [, algorithm, encrypted] = itemsOf(itemsOf(itemsOf(content)[0])[1]);
  // [0] IMPLICIT OCTET STRING
  if (!(encrypted instanceof Primitive)) throw new Error('the file has an unknown structure');
  return parse(
    decryptWithPassword(itemsOf(algorithm), Buffer.from(encrypted.valueBlock.valueHexView), password),
  );
};
