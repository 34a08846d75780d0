import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rawOf } from './signature/asn1.ts';
import { readCertificateSeal } from './certificate-seal.ts';
import { parseCertificate } from './signature/cms.ts';
import { verifyReport } from './verify-report.ts';

/** Reports that an earlier version, without the library for ASN.1, has sealed with certificates of a test. */
const readSealed = async (name: string) => {
  const pdf = await readFile(join(import.meta.dirname, 'sealed-before', `${name}.pdf`));
  const { publicKey, raw } = new X509Certificate(
    await readFile(join(import.meta.dirname, 'sealed-before', `${name}.pem`)),
  );
  return { pdf, publicKey, raw };
};

test.each(['rsa', 'p256'])('a report that an earlier version has sealed (%s) is verified', async (name) => {
  const { pdf, publicKey } = await readSealed(name);
  expect(verifyReport(pdf, [publicKey])).toEqual({
    isIntact: true,
    sentences: [
      'The seal is valid: no byte of the file was changed since.',
      expect.stringContaining('with the certificate «Центр «Снимок»»'),
      expect.stringContaining('revoked is not examined'),
    ],
  });
  pdf[1000]! ^= 1;
  expect(verifyReport(pdf, [publicKey]).isIntact).toBe(false);
});

/** The same signature with a length of four bytes where three are enough. It is one byte longer, so the padding is one shorter. */
const withLongLength = (pdf: Buffer): Buffer => {
  const changed = Buffer.from(pdf);
  const from = changed.indexOf('/Contents <3082') + '/Contents <'.length;
  const end = changed.indexOf('>', from);
  const hex = changed.toString('latin1', from, end);
  changed.write(`308300${hex.slice(4, -2)}`, from, 'latin1');
  return changed;
};

test.each(['rsa', 'p256'])('a signature (%s) in BER instead of DER is not valid', async (name) => {
  const { pdf, publicKey } = await readSealed(name);
  const changed = withLongLength(pdf);
  expect(changed.length).toBe(pdf.length);
  expect(readCertificateSeal(pdf)?.isValid).toBe(true);
  // the library reads this encoding, which is a valid one of BER
  expect(readCertificateSeal(changed)?.isValid).toBe(false);
  expect(verifyReport(changed, [publicKey]).isIntact).toBe(false);
});

test('a certificate that is not encoded in DER is refused', async () => {
  const { raw } = await readSealed('rsa');
  expect(rawOf(parseCertificate(raw))).toEqual(raw);
  const long = Buffer.concat([Buffer.from('308300', 'hex'), raw.subarray(2)]);
  expect(() => parseCertificate(long)).toThrow('not in DER');
});
