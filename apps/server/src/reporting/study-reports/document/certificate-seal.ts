import { createHash, type X509Certificate } from 'node:crypto';
import type { SealCertificate } from './signature/certificate.ts';
import { readSignature, signDigest } from './signature/cms.ts';
import { NUMBER } from './seal-fields.ts';
import { findOnly, instantOf } from './seal-place.ts';

const MARKER = '/SubFilter /ETSI.CAdES.detached\n/ByteRange [';
const BYTE_RANGE = `0 ${NUMBER} ${NUMBER} ${NUMBER}`;
const CONTENTS = ']\n/Contents <';
const HEX = /^[0-9a-f]+$/;
const AFTER = /^>\n\/M \(D:(\d{14}Z)\)\n/;

/** Extra space, because signatures of the same key differ in length by some bytes. */
const SPARE_BYTES = 16;

/** How many bytes a signature with this certificate needs. */
export const signatureBytes = (certificate: SealCertificate): number =>
  signDigest(Buffer.alloc(32), certificate).length + SPARE_BYTES;

interface Place {
  /** offset of the numbers of /ByteRange */
  range: number;
  /** offsets of `<` before the digits, and after `>` */
  from: number;
  to: number;
}

/** The place of the signature; null if the file has no such place or several. */
const findPlace = (pdf: Buffer): Place | null => {
  const marker = findOnly(pdf, MARKER);
  if (marker === null) return null;
  const range = marker + MARKER.length;
  const from = range + BYTE_RANGE.length + CONTENTS.length - 1;
  if (pdf.toString('latin1', range + BYTE_RANGE.length, from + 1) !== CONTENTS) return null;
  const end = pdf.indexOf('>', from, 'latin1');
  return end === -1 ? null : { range, from, to: end + 1 };
};

/** The range of all bytes except the signature and its brackets (ISO 32000-1, 12.8.1); numbers are padded to ten characters. */
const byteRangeOf = (pdf: Buffer, { from, to }: Place): string =>
  `0 ${[from, to, pdf.length - to].map((number) => String(number).padEnd(String(NUMBER).length)).join(' ')}`;

const digestOf = (pdf: Buffer, { from, to }: Place): Buffer =>
  createHash('sha256').update(pdf.subarray(0, from)).update(pdf.subarray(to)).digest();

/** Signs all other bytes and writes the PAdES-B-B signature (EN 319 142-1) into its place. */
export const sealByCertificate = (unsealed: Buffer, certificate: SealCertificate): Buffer => {
  const sealed = Buffer.from(unsealed);
  const place = findPlace(sealed);
  if (!place) throw new Error('the document has no place for its signature');
  sealed.write(byteRangeOf(sealed, place), place.range, 'latin1');
  const cms = signDigest(digestOf(sealed, place), certificate).toString('hex');
  const space = place.to - place.from - 2;
  if (cms.length > space) throw new Error('the signature is longer than its place');
  sealed.write(cms.padEnd(space, '0'), place.from + 1, 'latin1');
  return sealed;
};

export interface CertificateSeal {
  kind: 'certificate';
  sealedAt: Date;
  certificate: X509Certificate;
  isValid: boolean;
}

/** Null unless the file has exactly one such signature and it covers all other bytes. */
export const readCertificateSeal = (pdf: Buffer): CertificateSeal | null => {
  const place = findPlace(pdf);
  if (
    !place ||
    pdf.toString('latin1', place.range, place.range + BYTE_RANGE.length) !== byteRangeOf(pdf, place)
  )
    return null;
  const hex = pdf.toString('latin1', place.from + 1, place.to - 1);
  const [, at = ''] = AFTER.exec(pdf.toString('latin1', place.to - 1, place.to + 40)) ?? [];
  const sealedAt = instantOf(at);
  if (!HEX.test(hex) || hex.length % 2 !== 0 || !sealedAt) return null;
  try {
    const { leaf, isValid } = readSignature(Buffer.from(hex, 'hex'), digestOf(pdf, place));
    return { kind: 'certificate', sealedAt, certificate: leaf, isValid };
  } catch {
    return null;
  }
};
