import type { KeyObject } from 'node:crypto';
import { fingerprintOf } from '../../../platform/audit/signing.ts';
import { type CertificateSeal, readCertificateSeal } from './certificate-seal.ts';
import { commonNameOf } from './signature/certificate.ts';
import { type PortalSeal, readPortalSeal } from './portal-seal.ts';

export interface Verdict {
  isIntact: boolean;
  /** for operators, in English */
  sentences: string[];
}

/** Whether the file is exactly as it was sealed by a known key, or by a certificate that a known key has issued. */
export const verifyReport = (pdf: Buffer, known: readonly KeyObject[]): Verdict => {
  const portal = readPortalSeal(pdf);
  const certificate = readCertificateSeal(pdf);
  if (portal && !certificate) return verifyPortalSeal(portal, known);
  if (certificate && !portal) return verifyCertificateSeal(certificate, known);
  return broken('The file has no seal of a study report, or the seal was changed.');
};

const broken = (...sentences: string[]): Verdict => ({ isIntact: false, sentences });
const CHANGED = 'The seal is not valid: the file was changed after it was sealed.';
const INTACT = 'The seal is valid: no byte of the file was changed since.';

const verifyPortalSeal = (
  { key, sealedAt, isSignedBy }: PortalSeal,
  known: readonly KeyObject[],
): Verdict => {
  const own = known.filter((one) => one.asymmetricKeyType === 'ed25519' && fingerprintOf(one) === key);
  if (own.length === 0)
    return broken(
      `The file names the key ${key}, which is not known, so its seal cannot be verified.`,
      'Give the public key with --key FILE (npm run audit -- report-keys lists the keys of a portal).',
    );
  if (!isSignedBy(own)) return broken(CHANGED);
  return {
    isIntact: true,
    sentences: [INTACT, `Sealed on ${sealedAt.toISOString()} with the portal's key ${key}.`],
  };
};

const verifyCertificateSeal = (
  { certificate, sealedAt, isValid }: CertificateSeal,
  known: readonly KeyObject[],
): Verdict => {
  if (!isValid) return broken(CHANGED);
  const subject = commonNameOf(certificate.subject);
  const issuer = commonNameOf(certificate.issuer);
  const signer = `Signed (PAdES) on ${sealedAt.toISOString()} with the certificate «${subject}», serial number ${certificate.serialNumber}, issued by «${issuer}».`;
  const isKnown = known.some((key) => key.equals(certificate.publicKey) || certificate.verify(key));
  if (!isKnown)
    return broken(
      signer,
      'Nobody vouches for this certificate: it is not one of the portal.',
      'Give the certificate, or that of its issuer, with --key FILE if you trust it.',
    );
  if (sealedAt < certificate.validFromDate || sealedAt > certificate.validToDate)
    return broken(signer, 'The certificate was not valid at that time.');
  return {
    isIntact: true,
    sentences: [INTACT, signer, 'Whether the certificate was revoked is not examined.'],
  };
};
