import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { pdfText } from '../../../testing/pictures-and-documents/pdf-text.ts';
import type { Context } from '../../../platform/context.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { issueCertificate, type OpenSSL, PASSWORD, withOpenSSL } from './certificate-seal.fixture.ts';
import { checkCertificate } from './signature/certificate.ts';
import { makeSealedReport } from './make-sealed-report.ts';
import { reportInput } from './sealed-report.fixture.ts';
import { listSealKeys, publicKeyOf } from './seal-keys.ts';
import { verifyReport } from './verify-report.ts';

const EC = { key: ['ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'] };
const TRIPLE_DES = {
  encryption: ['-certpbe', 'PBE-SHA1-3DES', '-keypbe', 'PBE-SHA1-3DES', '-macalg', 'sha1'],
};

const signWith = async (file: string, password = PASSWORD) => {
  const { context } = await startServer();
  const config = { ...context.config, reportCertificate: { file, password } };
  const now = new Date();
  const sign = (at = now, signedAt = at) =>
    makeSealedReport(
      { ...context, config, clock: { now: () => at } },
      {
        ...reportWithoutPictures,
        signedAt,
      },
    );
  return { sign, context };
};
const reportWithoutPictures = await reportInput({ pictures: [] });

/** What openssl says about the signature and its attributes, and poppler about the PDF. */
const verifyElsewhere = async (pdf: Buffer, { openssl, file }: OpenSSL, name: string) => {
  await writeFile(file('report.pdf'), pdf);
  const [, a, b, c, d] = /\/ByteRange \[(\d+) +(\d+) +(\d+) +(\d+) *\]/.exec(pdf.toString('latin1')) ?? [];
  const from = Number(a) + Number(b);
  const to = Number(c);
  expect(to + Number(d)).toBe(pdf.length);
  await writeFile(file('content'), Buffer.concat([pdf.subarray(0, from), pdf.subarray(to)]));
  await writeFile(file('cms'), Buffer.from(pdf.toString('latin1', from + 1, to - 1), 'hex'));
  const input = ['-inform', 'DER', '-in', 'cms', '-content', 'content', '-binary', '-out', 'out'];
  openssl('cms', '-verify', '-cades', ...input, '-CAfile', `${name}-ca.pem`, '-purpose', 'any');
  return execFileSync('pdfsig', ['-nocert', file('report.pdf')]).toString();
};

test.each([
  ['RSA', {}],
  ['P-256', EC],
  ['RSA in an older file', TRIPLE_DES],
])(
  'a report signed with a certificate (%s) is PAdES for other programs, and names who signed',
  async (_, kind) => {
    const made = await withOpenSSL();
    const { sign, context } = await signWith(await issueCertificate(made, 'centre', kind));
    const { pdf, seal } = await sign();
    expect(seal.kind).toBe('certificate');
    const poppler = await verifyElsewhere(pdf, made, 'centre');
    expect(poppler).toContain('Signature Type: ETSI.CAdES.detached');
    expect(poppler).toContain('Signature is Valid');
    expect(poppler).toContain('Total document signed');
    expect(poppler).toContain('Центр «Снимок»');
    expect(pdf.includes('<pdfaid:part>3</pdfaid:part>')).toBe(true);
    const text = pdfText(pdf).replaceAll(/\s+/g, ' ');
    expect(text).toContain(
      'Документ заверен электронной подписью: Центр «Снимок» (сертификат выдан: Test Authority)',
    );

    const kept = (await listSealKeys(context.db)).map(({ pem }) => publicKeyOf(pem));
    const authority = publicKeyOf(await readFile(made.file('centre-ca.pem'), 'utf8'));
    for (const known of [kept, [authority]]) {
      const { isIntact, sentences } = verifyReport(pdf, known);
      expect(isIntact).toBe(true);
      expect(sentences.join(' ')).toMatch(
        /with the certificate «Центр «Снимок»», .* issued by «Test Authority»/,
      );
    }
    const untrusted = verifyReport(pdf, []);
    expect(untrusted.isIntact).toBe(false);
    expect(untrusted.sentences.join(' ')).toContain('Nobody vouches for this certificate');
  },
  120_000,
);

test.each([
  ['RSA', {}],
  ['P-256', EC],
])(
  'a change of any byte of a report signed with a certificate (%s) is found',
  async (_, kind) => {
    const made = await withOpenSSL();
    const { sign, context } = await signWith(await issueCertificate(made, 'centre', kind));
    const { pdf } = await sign();
    const known = (await listSealKeys(context.db)).map(({ pem }) => publicKeyOf(pem));
    const isIntact = (bytes: Buffer) => verifyReport(bytes, known).isIntact;
    expect(isIntact(pdf)).toBe(true);
    const from = pdf.indexOf('/SubFilter');
    const to = pdf.indexOf('endobj', from);
    const changed = Buffer.from(pdf);
    const missed: number[] = [];
    for (let at = 0; at < pdf.length; at++) {
      const isInSignature = at >= from && at < to;
      if (!isInSignature && at % 16 !== 0) continue;
      for (const flip of isInSignature ? [0x01, 0x20] : [0x01]) {
        changed[at] = pdf[at]! ^ flip;
        if (isIntact(changed)) missed.push(at);
      }
      changed[at] = pdf[at]!;
    }
    expect(missed).toEqual([]);
    for (const other of [Buffer.concat([pdf, Buffer.from('\n')]), pdf.subarray(0, -1), pdf.subarray(1)])
      expect(isIntact(other)).toBe(false);
  },
  180_000,
);

test('an expired, broken or missing certificate, or a wrong password, is a clear error, and nothing is sealed', async () => {
  const made = await withOpenSSL();
  const file = await issueCertificate(made, 'centre');
  const refusal = 'Сертификат центра для подписи заключений недействителен или не читается';
  const { sign, context } = await signWith(file);
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  await expect(sign(inDays(11))).rejects.toThrow(refusal);
  await expect(sign(inDays(-1))).rejects.toThrow(refusal);
  const broken = made.file('broken.p12');
  await writeFile(broken, 'no certificate');
  for (const [other, password] of [
    [file, 'another'],
    [broken, PASSWORD],
    [made.file('missing.p12'), PASSWORD],
  ] as const)
    await expect((await signWith(other, password)).sign()).rejects.toThrow(refusal);
  expect(await listSealKeys(context.db)).toEqual([]);

  const { lines, checkAt } = logOf(context, file);
  for (const days of [0, 11]) await checkAt(inDays(days));
  await checkAt(inDays(0), 'another');
  expect(lines).toEqual([
    expect.stringContaining('the certificate of REPORT_CERTIFICATE expires soon'),
    expect.stringMatching(/expired on .*study reports cannot be sealed/),
    expect.stringMatching(/REPORT_CERTIFICATE_PASSWORD is not its password.*study reports cannot be sealed/),
  ]);
  expect(lines.join()).not.toContain('another');
}, 60_000);

test('a report dated outside the validity of its certificate is not valid, and revocation is not examined', async () => {
  const made = await withOpenSSL();
  const { sign, context } = await signWith(await issueCertificate(made, 'centre'));
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  const { pdf } = await sign();
  const known = (await listSealKeys(context.db)).map(({ pem }) => publicKeyOf(pem));
  // the certificate has expired by the time of the verification, but not when the report was sealed
  expect(verifyReport(pdf, known).sentences.join(' ')).toContain('revoked is not examined');
  // the certificate is checked with a clock that is wrong
  for (const days of [-1, 11, 400]) {
    const { pdf: late } = await sign(new Date(), inDays(days));
    const { isIntact, sentences } = verifyReport(late, known);
    expect([days, isIntact, sentences.at(-1)]).toEqual([
      days,
      false,
      'The certificate was not valid at that time.',
    ]);
  }
}, 60_000);

/** What a process logs at its start. */
const logOf = ({ config }: Context, file: string) => {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  const checkAt = (at: Date, password = PASSWORD) =>
    checkCertificate({
      config: { ...config, reportCertificate: { file, password } },
      clock: { now: () => at },
      log,
    });
  return { lines, checkAt };
};
