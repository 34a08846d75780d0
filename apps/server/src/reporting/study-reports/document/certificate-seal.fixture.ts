import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export const PASSWORD = 'пароль centre';

/** Commands of openssl in a folder of the test. */
export const withOpenSSL = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-certificates-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] }).toString();
  const file = (name: string) => join(folder, name);
  return { folder, openssl, file };
};

export type OpenSSL = Awaited<ReturnType<typeof withOpenSSL>>;

/** A certificate that an authority has issued, as a PKCS #12 file with both certificates. */
export const issueCertificate = async (
  { openssl, file }: OpenSSL,
  name: string,
  { key = ['rsa:2048'], encryption = [] }: { key?: string[]; encryption?: string[] } = {},
): Promise<string> => {
  const authority = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', '-subj', '/CN=Test Authority'];
  openssl('req', ...authority, '-keyout', `${name}-ca.key`, '-out', `${name}-ca.pem`);
  const subject = ['-subj', '/C=RU/O=Centre/CN=Центр «Снимок»', '-utf8'];
  openssl('req', '-newkey', ...key, '-nodes', ...subject, '-keyout', `${name}.key`, '-out', `${name}.csr`);
  await writeFile(file(`${name}.ext`), 'keyUsage=critical,digitalSignature,nonRepudiation\n');
  const issuer = ['-CA', `${name}-ca.pem`, '-CAkey', `${name}-ca.key`, '-CAcreateserial', '-days', '10'];
  openssl('x509', '-req', '-in', `${name}.csr`, ...issuer, '-extfile', `${name}.ext`, '-out', `${name}.pem`);
  const input = ['-inkey', `${name}.key`, '-in', `${name}.pem`, '-certfile', `${name}-ca.pem`];
  openssl(
    'pkcs12',
    '-export',
    ...input,
    ...encryption,
    '-passout',
    `pass:${PASSWORD}`,
    '-out',
    `${name}.p12`,
  );
  return file(`${name}.p12`);
};
