import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../../../entry/entry-point.fixture.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { startReporting } from '../study-reports.fixture.ts';
import { issueCertificate, PASSWORD, withOpenSSL } from './certificate-seal.fixture.ts';

/** Signs a report in the portal. Returns the PDF as its doctor downloads it, and the command that verifies a file. */
const signInPortal = async (settings: Record<string, string> = {}) => {
  const server = await startServer(settings);
  const { one, doctor, ofDoctor, studyID } = await startReporting(server);
  await one.start();
  await one.text('conclusion', 'Хронический периодонтит зуба 36');
  const { pool, config } = server.context;
  const environment = {
    DATABASE_URL: pool.options.connectionString ?? '',
    DATA_DIR: config.dataDir,
    ...settings,
  };
  const download = async () => {
    const { cookie } = doctor;
    const reply = await fetch(`${server.address}/api/1${ofDoctor}/1/document`, { headers: { cookie } });
    return Buffer.from(await reply.arrayBuffer());
  };
  const folder = await mkdtemp(join(tmpdir(), 'snimok-signed-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'report.pdf');
  const verify = async (pdf: Buffer) => {
    await writeFile(file, pdf);
    return runCommand(environment, 'audit', 'verify-report', file);
  };
  return { server, one, download, verify, file, studyID };
};

test('a report that was signed in the portal is confirmed by the audit history until a byte changes', async () => {
  const { one, download, verify, studyID } = await signInPortal();
  await one.sign();
  const pdf = await download();
  const { code, out } = await verify(pdf);
  expect([code, out]).toEqual([0, expect.stringContaining(`, study ${studyID}.`)]);
  expect(out).toMatch(/^INTACT\nThe seal is valid[^]*Sealed on .* with the portal's key [0-9a-f]{16}/);
  pdf[100]! ^= 1;
  expect((await verify(pdf)).code).toBe(1);
}, 120_000);

test('with a certificate a report is signed by PAdES, and if the certificate cannot be read, signing is refused', async () => {
  const made = await withOpenSSL();
  const p12 = await issueCertificate(made, 'centre');
  const settings = { REPORT_CERTIFICATE: p12, REPORT_CERTIFICATE_PASSWORD: PASSWORD };
  const { one, download, verify, file } = await signInPortal(settings);
  await one.sign();
  const { code, out } = await verify(await download());
  expect([code, out]).toEqual([0, expect.stringContaining('issued by «Test Authority»')]);
  expect(execFileSync('pdfsig', ['-nocert', file]).toString()).toContain('Signature is Valid');

  const broken = await signInPortal({ ...settings, REPORT_CERTIFICATE_PASSWORD: 'another' });
  const refused = await broken.one.trySign();
  expect([refused.status, refused.body]).toEqual([
    409,
    { error: expect.stringContaining('Сертификат центра для подписи заключений недействителен') },
  ]);
}, 120_000);
