import type { KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Config } from '../../../../platform/settings/config.ts';
import type { Context } from '../../../../platform/context.ts';
import { isSupportedKey } from './cms.ts';
import { readPKCS12 } from './pkcs12.ts';

/** The centre's key and certificate, and the certificates of its issuers as far as the file contains them. */
export interface SealCertificate {
  key: KeyObject;
  leaf: X509Certificate;
  chain: X509Certificate[];
}

/** The configured certificate cannot seal a report; the message is for the operator. */
export class CertificateProblem extends Error {}

/**
 * The certificate of `REPORT_CERTIFICATE`; null without the setting. The file is read for each report, so that a renewed
 * certificate needs no restart.
 * @throws CertificateProblem
 */
export const openCertificate = async (
  { reportCertificate }: Pick<Config, 'reportCertificate'>,
  now: Date,
): Promise<SealCertificate | null> => {
  if (!reportCertificate) return null;
  try {
    const { file, password } = reportCertificate;
    return checked(readPKCS12(await readFile(file), password), now);
  } catch (cause) {
    if (cause instanceof CertificateProblem) throw cause;
    const message = cause instanceof Error ? cause.message : String(cause);
    const hint = /mac verify/i.test(message) ? ': REPORT_CERTIFICATE_PASSWORD is not its password' : '';
    throw new CertificateProblem(`the file of REPORT_CERTIFICATE cannot be read (${message})${hint}`, {
      cause,
    });
  }
};

const WARN_MS = 30 * 24 * 60 * 60 * 1000;

/** Logs present and imminent problems of the certificate. The process starts in any case; only signing is refused. */
export const checkCertificate = async ({
  config,
  clock,
  log,
}: Pick<Context, 'config' | 'clock' | 'log'>): Promise<void> => {
  try {
    const validTo = (await openCertificate(config, clock.now()))?.leaf.validToDate;
    if (validTo && validTo.getTime() - clock.now().getTime() < WARN_MS)
      log.warn({ validTo }, 'the certificate of REPORT_CERTIFICATE expires soon');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    log.error({ reason }, 'study reports cannot be sealed');
  }
};

const checked = (
  { key, certificates }: { key: KeyObject; certificates: X509Certificate[] },
  now: Date,
): SealCertificate => {
  const leaf = certificates.find((certificate) => certificate.checkPrivateKey(key));
  if (!leaf)
    throw new CertificateProblem('the file of REPORT_CERTIFICATE has no certificate for its private key');
  if (!isSupportedKey(leaf.publicKey))
    throw new CertificateProblem(
      'the key of REPORT_CERTIFICATE is not supported: it must be RSA of at least 2048 bits, P-256 or P-384',
    );
  if (now < leaf.validFromDate)
    throw new CertificateProblem(
      `the certificate of REPORT_CERTIFICATE is valid from ${dayOf(leaf.validFromDate)}`,
    );
  if (now > leaf.validToDate)
    throw new CertificateProblem(
      `the certificate of REPORT_CERTIFICATE expired on ${dayOf(leaf.validToDate)}`,
    );
  return { key, leaf, chain: certificates.filter((one) => one !== leaf && !one.raw.equals(leaf.raw)) };
};

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** The common name of a certificate's subject or issuer; the whole name if it has no common name. */
export const commonNameOf = (name: string): string =>
  /^CN=(.+)$/m.exec(name)?.[1] ?? name.replaceAll('\n', ', ');
