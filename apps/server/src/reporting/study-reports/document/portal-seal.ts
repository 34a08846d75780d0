import { createHash, type KeyObject } from 'node:crypto';
import { fingerprintOf, isSignedBy, sign, signingKeyOf } from '../../../platform/audit/signing.ts';
import { SIGNATURE_BYTES } from './seal-fields.ts';
import { findOnly, instantOf } from './seal-place.ts';

const MARKER = '/Type /SnimokSeal\n';
/** The seal from the marker on, exactly as `addSealFields` writes it; hexadecimal digits must be in lower case. */
const FIELDS =
  /^\/Type \/SnimokSeal\n\/Version 1\n\/Algorithm \/Ed25519\n\/Key \(([0-9a-f]{16})\)\n\/SealedAt \(D:(\d{14}Z)\)\n\/Signature <([0-9a-f]{128})>\n>>\nendobj\n/;
const HEX_LENGTH = 2 * SIGNATURE_BYTES;
const ZEROS = '0'.repeat(HEX_LENGTH);
const LONGEST = 400;

export interface PortalSeal {
  kind: 'portal';
  /** the fingerprint of the key, as the seal names it */
  key: string;
  sealedAt: Date;
  isSignedBy(keys: readonly KeyObject[]): boolean;
}

/** Null unless the file has exactly one such seal. */
export const readPortalSeal = (pdf: Buffer): PortalSeal | null => {
  const marker = findOnly(pdf, MARKER);
  if (marker === null) return null;
  const [found, key, at, hex] = FIELDS.exec(pdf.toString('latin1', marker, marker + LONGEST)) ?? [];
  const sealedAt = instantOf(at ?? '');
  if (found === undefined || key === undefined || hex === undefined || !sealedAt) return null;
  const place = marker + found.lastIndexOf(hex);
  const text = statementOf(pdf, place);
  const signature = Buffer.from(hex, 'hex');
  return { kind: 'portal', key, sealedAt, isSignedBy: (keys) => isSignedBy(text, signature, keys) };
};

/** Signs every other byte of the document and writes the signature into its place. */
export const sealByPortal = (unsealed: Buffer, seed: Buffer): Buffer => {
  const marker = findOnly(unsealed, MARKER);
  const place = marker === null ? -1 : unsealed.indexOf(`<${ZEROS}>`, marker) + 1;
  if (marker === null || place < marker || place > marker + LONGEST)
    throw new Error('the document has no place for its seal');
  const signature = sign(statementOf(unsealed, place), signingKeyOf(seed));
  const sealed = Buffer.from(unsealed);
  sealed.write(signature.toString('hex'), place, 'latin1');
  return sealed;
};

/**
 * The text that is signed. The digits of the signature count as zeros. The text contains the length and the place of the
 * signature, so that nothing can be moved, appended or cut off. Its first line makes the signature invalid for any other use.
 */
const statementOf = (pdf: Buffer, place: number): string => {
  const hash = createHash('sha256')
    .update(pdf.subarray(0, place))
    .update(ZEROS)
    .update(pdf.subarray(place + HEX_LENGTH));
  return `snimok report seal 1\n${pdf.length} bytes\nsignature at ${place}\nsha256 ${hash.digest('hex')}\n`;
};

export const portalKeyOf = (seed: Buffer): { publicKey: KeyObject; fingerprint: string } => {
  const { publicKey } = signingKeyOf(seed);
  return { publicKey, fingerprint: fingerprintOf(publicKey) };
};
