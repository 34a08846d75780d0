import { createHash, type KeyObject, sign, verify, X509Certificate } from 'node:crypto';
import {
  childAt,
  childrenOf,
  CONTEXT,
  encode,
  INTEGER,
  integer,
  NULL,
  OCTET_STRING,
  oid,
  readElement,
  SEQUENCE,
  sequence,
  SET,
  setOf,
} from './der.ts';

const DATA = oid('1.2.840.113549.1.7.1');
const SIGNED_DATA = oid('1.2.840.113549.1.7.2');
const CONTENT_TYPE = oid('1.2.840.113549.1.9.3');
const MESSAGE_DIGEST = oid('1.2.840.113549.1.9.4');
const SIGNING_CERTIFICATE_V2 = oid('1.2.840.113549.1.9.16.2.47');
const SHA256 = sequence(oid('2.16.840.1.101.3.4.2.1'));
const RSA = sequence(oid('1.2.840.113549.1.1.1'), NULL);
const ECDSA_SHA256 = sequence(oid('1.2.840.10045.4.3.2'));
const VERSION_1 = integer(1n);

/** The orders of the curves (FIPS 186-4, D.1.2). */
const ORDERS: Record<string, bigint> = {
  prime256v1: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
  secp384r1:
    0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973n,
};

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

/** Whether signatures of the key can be made and verified here: RSA of at least 2048 bits, P-256, P-384. */
export const isSupportedKey = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean =>
  asymmetricKeyType === 'rsa'
    ? (asymmetricKeyDetails?.modulusLength ?? 0) >= 2048
    : asymmetricKeyType === 'ec' && (asymmetricKeyDetails?.namedCurve ?? '') in ORDERS;

/** Issuer and serial number as CMS names a certificate (RFC 5652, 10.2.4). */
const nameOfCertificate = (certificate: Buffer): Buffer => {
  const signed = childAt(readElement(certificate), 0, SEQUENCE);
  // the first field is the version; it is absent only in certificates of version 1
  const [first, ...others] = childrenOf(signed);
  const [serial, , issuer] = first?.tag === CONTEXT ? others : [first, ...others];
  if (serial?.tag !== INTEGER || issuer?.tag !== SEQUENCE) throw new Error('not a certificate');
  return sequence(issuer.whole, serial.whole);
};

const attribute = (type: Buffer, value: Buffer) => sequence(type, encode(SET, value));

/**
 * The attributes of CAdES-B-B (EN 319 122-1, 6.3) in a PDF, where the signature dictionary contains the time. The hashes of the
 * other certificates are included besides that of the signer's, so that none of their bytes can be changed.
 */
const attributesOf = (digest: Buffer, leaf: Buffer, others: readonly Buffer[], tag = SET): Buffer => {
  const certificates = [leaf, ...others].map((one) => sequence(encode(OCTET_STRING, sha256(one))));
  return setOf(
    [
      attribute(CONTENT_TYPE, DATA),
      attribute(MESSAGE_DIGEST, encode(OCTET_STRING, digest)),
      attribute(SIGNING_CERTIFICATE_V2, sequence(sequence(...certificates))),
    ],
    tag,
  );
};

interface Parts {
  /** SHA-256 of the document without the place of the signature */
  digest: Buffer;
  leaf: Buffer;
  others: readonly Buffer[];
  signature: Buffer;
}

/** SignedData (RFC 5652, 5.1) without content. Only the signature's value is not determined by the other parts. */
const assemble = ({ digest, leaf, others, signature }: Parts): Buffer => {
  const isRSA = new X509Certificate(leaf).publicKey.asymmetricKeyType === 'rsa';
  const signer = sequence(
    VERSION_1,
    nameOfCertificate(leaf),
    SHA256,
    attributesOf(digest, leaf, others, CONTEXT),
    isRSA ? RSA : ECDSA_SHA256,
    encode(OCTET_STRING, signature),
  );
  const signedData = sequence(
    VERSION_1,
    encode(SET, SHA256),
    sequence(DATA),
    setOf([leaf, ...others], CONTEXT),
    encode(SET, signer),
  );
  return sequence(SIGNED_DATA, encode(CONTEXT, signedData));
};

/** Puts the certificates after the signer's in a fixed order. */
const ordered = (certificates: readonly Buffer[]) => certificates.toSorted(Buffer.compare);

/** Signs the digest of a document. */
export const signDigest = (
  digest: Buffer,
  { key, leaf, chain }: { key: KeyObject; leaf: X509Certificate; chain: readonly X509Certificate[] },
): Buffer => {
  const others = ordered(chain.map(({ raw }) => raw));
  const attributes = attributesOf(digest, leaf.raw, others);
  const order = ORDERS[key.asymmetricKeyDetails?.namedCurve ?? ''];
  const signature = order ? signECDSA(attributes, key, order) : sign('sha256', attributes, key);
  return assemble({ digest, leaf: leaf.raw, others, signature });
};

/** Uses the smaller of the two valid values of s, so that a signature cannot be replaced by the other one. */
const signECDSA = (attributes: Buffer, key: KeyObject, order: bigint): Buffer => {
  const both = sign('sha256', attributes, { key, dsaEncoding: 'ieee-p1363' }).toString('hex');
  const [r, s] = [both.slice(0, both.length / 2), both.slice(both.length / 2)].map((hex) =>
    BigInt(`0x${hex}`),
  );
  return sequence(integer(r!), integer(s! > order / 2n ? order - s! : s!));
};

const hasSmallS = (signature: Buffer, order: bigint): boolean => {
  const s = childAt(readElement(signature), 1, INTEGER).content;
  return BigInt(`0x${s.toString('hex')}`) <= order / 2n;
};

interface ReadSignature {
  leaf: X509Certificate;
  /** the certificate's key has signed this document, and no byte of the SignedData could be different */
  isValid: boolean;
}

/**
 * Reads the certificates and the signature's value from a SignedData and assembles it again from them. It is valid only if both
 * are equal, so that no byte of it is left unverified.
 * @throws if the bytes have another structure
 */
export const readSignature = (cms: Buffer, digest: Buffer): ReadSignature => {
  const signedData = childAt(childAt(readElement(cms), 1, CONTEXT), 0, SEQUENCE);
  const certificates = childrenOf(childAt(signedData, 3, CONTEXT)).map(({ whole }) => whole);
  const signer = childAt(childAt(signedData, 4, SET), 0, SEQUENCE);
  const name = childAt(signer, 1, SEQUENCE).whole;
  const signature = childAt(signer, 5, OCTET_STRING).content;
  const leaf = certificates.find((one) => nameOfCertificate(one).equals(name));
  if (!leaf) throw new Error('the signature has no certificate');
  const others = ordered(certificates.filter((one) => one !== leaf));
  const certificate = new X509Certificate(leaf);
  const { publicKey } = certificate;
  const order = ORDERS[publicKey.asymmetricKeyDetails?.namedCurve ?? ''];
  const isValid =
    isSupportedKey(publicKey) &&
    assemble({ digest, leaf, others, signature }).equals(cms) &&
    verify('sha256', attributesOf(digest, leaf, others), publicKey, signature) &&
    (!order || hasSmallS(signature, order));
  return { leaf: certificate, isValid };
};
