import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { issueCertificate, PASSWORD, withOpenSSL } from '../certificate-seal.fixture.ts';
import { readPKCS12 } from './pkcs12.ts';

const readWith = async (...encryption: string[]) => {
  const made = await withOpenSSL();
  const bytes = await readFile(await issueCertificate(made, 'centre', { encryption }));
  return readPKCS12(bytes, PASSWORD);
};

const subjectsOf = ({ certificates }: Awaited<ReturnType<typeof readWith>>) =>
  certificates.map(({ subject }) => subject.split('\n').at(-1));

test.each([
  ['AES-256', []],
  ['AES-192', ['-certpbe', 'AES-192-CBC', '-keypbe', 'AES-192-CBC']],
  ['AES-128 with many rounds', ['-certpbe', 'AES-128-CBC', '-keypbe', 'AES-128-CBC', '-iter', '20000']],
  ['Triple-DES', ['-certpbe', 'PBE-SHA1-3DES', '-keypbe', 'PBE-SHA1-3DES', '-macalg', 'sha1']],
  ['Triple-DES and AES', ['-certpbe', 'PBE-SHA1-3DES', '-keypbe', 'AES-256-CBC', '-macalg', 'sha512']],
  ['nothing but a MAC', ['-certpbe', 'NONE', '-keypbe', 'NONE']],
])('the key and certificates are read from a file that is encrypted with %s', async (_, encryption) => {
  const read = await readWith(...encryption);
  expect(subjectsOf(read)).toEqual(['CN=Центр «Снимок»', 'CN=Test Authority']);
  expect(read.certificates[0]?.checkPrivateKey(read.key)).toBe(true);
});

test('a cipher that is not supported is refused', async () => {
  const camellia = ['-certpbe', 'CAMELLIA-256-CBC', '-keypbe', 'CAMELLIA-256-CBC'];
  await expect(readWith(...camellia)).rejects.toThrow('make it again with AES-256');
});

test('a file without a key is refused', async () => {
  const made = await withOpenSSL();
  await issueCertificate(made, 'centre');
  const out = ['-passout', `pass:${PASSWORD}`, '-out', 'keyless.p12'];
  made.openssl('pkcs12', '-export', '-nokeys', '-in', 'centre.pem', '-certfile', 'centre-ca.pem', ...out);
  const bytes = await readFile(made.file('keyless.p12'));
  expect(() => readPKCS12(bytes, PASSWORD)).toThrow('Unable to load private key');
});
