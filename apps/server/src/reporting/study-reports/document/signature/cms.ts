import { createHash, type KeyObject, sign, verify, X509Certificate } from 'node:crypto';
import { type BaseBlock, Integer, Null, Set as SetOf } from 'asn1js';
import { context, itemsOf, octets, octetsOf, oid, parse, rawOf, sequence } from './asn1.ts';

const DATA = '1.2.840.113549.1.7.1';
const SIGNED_DATA = '1.2.840.113549.1.7.2';
const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
const SHA256 = sequence(oid('2.16.840.1.101.3.4.2.1'));
const RSA = sequence(oid('1.2.840.113549.1.1.1'), new Null());
const ECDSA_SHA256 = sequence(oid('1.2.840.10045.4.3.2'));
const VERSION_1 = new Integer({ value: 1 });
const CONTEXT_SPECIFIC = 3;

/** The orders of the curves (FIPS 186-4, D.1.2). */
const ORDERS: Record<string, bigint> = {
  prime256v1: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
  secp384r1:
    0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973n,
};

/** Whether signatures of the key can be made and verified here: RSA of at least 2048 bits, P-256, P-384. */
export const isSupportedKey = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean =>
  asymmetricKeyType === 'rsa'
    ? (asymmetricKeyDetails?.modulusLength ?? 0) >= 2048
    : asymmetricKeyType === 'ec' && (asymmetricKeyDetails?.namedCurve ?? '') in ORDERS;

/** The order of the key's curve; undefined for RSA. */
const orderOf = ({ asymmetricKeyDetails }: KeyObject) => ORDERS[asymmetricKeyDetails?.namedCurve ?? ''];

const setOf = (...value: BaseBlock[]) => new SetOf({ value });

/**
 * Parses a certificate.
 * @throws if it is not in the distinguished encoding, because its bytes would then differ in a signature
 */
export const parseCertificate = (bytes: Buffer): BaseBlock => {
  const certificate = parse(bytes);
  if (!bytes.equals(Buffer.from(certificate.toBER()))) throw new Error('a certificate is not in DER');
  return certificate;
};

/** The elements of a set are ordered by their encodings (X.690, 11.6). */
const ordered = (certificates: readonly BaseBlock[]) =>
  certificates.toSorted((a, b) => Buffer.compare(rawOf(a), rawOf(b)));

/** Issuer and serial number as CMS names a certificate (RFC 5652, 10.2.4). */
const nameOf = (certificate: BaseBlock) => {
  // the version is the only context-specific field before these; it is absent in certificates of version 1
  const fields = itemsOf(itemsOf(certificate)[0]).filter(
    ({ idBlock }) => idBlock.tagClass !== CONTEXT_SPECIFIC,
  );
  const [serial, , issuer] = fields;
  if (!serial || !issuer) throw new Error('not a certificate');
  return sequence(issuer, serial);
};

const attribute = (type: string, value: BaseBlock) => sequence(oid(type), setOf(value));

/**
 * The attributes of CAdES-B-B (EN 319 122-1, 6.3) in a PDF, where the signature dictionary contains the time. The hash of the
 * signer's certificate is included, and the hashes of the other certificates, so that none of their bytes can be changed. Each
 * attribute is longer than the previous one, so they are in the order of a set.
 */
const attributesOf = (digest: Buffer, certificates: readonly BaseBlock[]): BaseBlock[] => {
  const hashes = certificates.map((one) => createHash('sha256').update(rawOf(one)).digest());
  return [
    attribute(CONTENT_TYPE, oid(DATA)),
    attribute(MESSAGE_DIGEST, octets(digest)),
    attribute(SIGNING_CERTIFICATE_V2, sequence(sequence(...hashes.map((hash) => sequence(octets(hash)))))),
  ];
};

/** The bytes that are signed (RFC 5652, 5.4). */
const signedBytes = (attributes: BaseBlock[]) => Buffer.from(setOf(...attributes).toBER());

interface Parts {
  leaf: BaseBlock;
  others: readonly BaseBlock[];
  attributes: BaseBlock[];
  isRSA: boolean;
  signature: Buffer;
}

/** SignedData (RFC 5652, 5.1) without content. Only the signature's value is not determined by the other parts. */
const assemble = ({ leaf, others, attributes, isRSA, signature }: Parts): Buffer => {
  const signer = sequence(
    VERSION_1,
    nameOf(leaf),
    SHA256,
    context(...attributes),
    isRSA ? RSA : ECDSA_SHA256,
    octets(signature),
  );
  const signedData = sequence(
    VERSION_1,
    setOf(SHA256),
    sequence(oid(DATA)),
    context(...ordered([leaf, ...others])),
    setOf(signer),
  );
  return Buffer.from(sequence(oid(SIGNED_DATA), context(signedData)).toBER());
};

/** Signs the SHA-256 digest of a document without the place of the signature. */
export const signDigest = (
  digest: Buffer,
  certificate: { key: KeyObject; leaf: X509Certificate; chain: readonly X509Certificate[] },
): Buffer => {
  const { key } = certificate;
  const leaf = parseCertificate(certificate.leaf.raw);
  const others = ordered(certificate.chain.map(({ raw }) => parseCertificate(raw)));
  const attributes = attributesOf(digest, [leaf, ...others]);
  const made = sign('sha256', signedBytes(attributes), key);
  const order = orderOf(key);
  const signature = order ? withSmallS(made, order) : made;
  return assemble({ leaf, others, attributes, isRSA: !order, signature });
};

/** The two numbers of an ECDSA signature. */
const numbersOf = (signature: Buffer): [Integer, Integer] => {
  const [r, s] = itemsOf(parse(signature));
  if (!(r instanceof Integer && s instanceof Integer)) throw new Error('not a signature by ECDSA');
  return [r, s];
};

/** Uses the smaller of the two valid values of s, so that a signature cannot be replaced by the other one. */
const withSmallS = (signature: Buffer, order: bigint): Buffer => {
  const [r, s] = numbersOf(signature);
  const other = order - s.toBigInt();
  return s.toBigInt() < other ? signature : Buffer.from(sequence(r, Integer.fromBigInt(other)).toBER());
};

interface ReadSignature {
  leaf: X509Certificate;
  /** the certificate's key has signed this document, and no byte of the SignedData could be different */
  isValid: boolean;
}

const padded = (bytes: Buffer, length: number): Buffer =>
  Buffer.concat([bytes, Buffer.alloc(Math.max(0, length - bytes.length))]);

/**
 * Reads the certificates and the signature's value from a SignedData and assembles it again from them. It is valid only if both
 * are equal and zeros fill the rest of its place, so that no byte is left unverified. The library also reads other encodings,
 * and skipped elements are not examined.
 * @throws if the bytes have another structure
 */
export const readSignature = (place: Buffer, digest: Buffer): ReadSignature => {
  const [, , , certificates, signers] = itemsOf(itemsOf(itemsOf(parse(place))[1])[0]);
  const [, name, , , , value] = itemsOf(itemsOf(signers)[0]);
  const all = itemsOf(certificates);
  const leaf = all.find((one) => name && rawOf(name).equals(Buffer.from(nameOf(one).toBER())));
  if (!leaf) throw new Error('the signature has no certificate');
  const others = ordered(all.filter((one) => one !== leaf));
  const attributes = attributesOf(digest, [leaf, ...others]);
  const certificate = new X509Certificate(rawOf(leaf));
  const { publicKey } = certificate;
  const order = orderOf(publicKey);
  const signature = octetsOf(value);
  const isValid =
    isSupportedKey(publicKey) &&
    padded(assemble({ leaf, others, attributes, isRSA: !order, signature }), place.length).equals(place) &&
    verify('sha256', signedBytes(attributes), publicKey, signature) &&
    (!order || numbersOf(signature)[1].toBigInt() <= order / 2n);
  return { leaf: certificate, isValid };
};
