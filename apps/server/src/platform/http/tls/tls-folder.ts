import { createPrivateKey, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { hasCode } from '../../outside/storage/disk-errors.ts';
import type { Config } from '../../settings/config.ts';

/** A certificate with its chain and its key, in PEM. */
export interface Certificate {
  cert: string;
  key: string;
  validFrom: Date;
  validTo: Date;
}

/** Why the portal has no valid certificate, or cannot answer with it. */
const TLS_PROBLEMS = ['files', 'unreachable', 'limit', 'authority', 'refused'] as const;
export type TLSProblem = (typeof TLS_PROBLEMS)[number];

const TLSState = z.object({
  /** the host for which a certificate was ordered */
  hostname: z.string(),
  problem: z.enum(TLS_PROBLEMS).nullable(),
  /** failed orders since the last certificate */
  failures: z.number().int(),
  /** no order before this time */
  nextAt: z.coerce.date(),
});
export type TLSState = z.output<typeof TLSState>;

type Folder = Pick<Config, 'dataDir'>;
const pathIn = ({ dataDir }: Folder, name: string) => join(dataDir, 'tls', name);
const STATE = 'state.json';
const ORDERED = 'certificate.pem';
const ACCOUNT = 'account.pem';

const read = async (path: string): Promise<string | null> => {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return null;
    throw cause;
  }
};

/** Replaces a file as a whole, so that a process that is killed leaves the earlier one. */
const replace = async (folder: Folder, name: string, text: string): Promise<void> => {
  const path = pathIn(folder, name);
  await mkdir(pathIn(folder, ''), { recursive: true, mode: 0o700 });
  await writeFile(`${path}.new`, text, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
};

/** @throws if a text is not PEM, or the key does not belong to the certificate */
const certificateOf = (cert: string, key: string): Certificate => {
  const leaf = new X509Certificate(cert);
  if (!leaf.checkPrivateKey(createPrivateKey(key)))
    throw new Error('the key does not belong to the certificate');
  return { cert, key, validFrom: leaf.validFromDate, validTo: leaf.validToDate };
};

/**
 * The certificate from the operator's files, or the ordered one; null if none was ordered.
 * @throws if the files cannot be read, or do not belong together
 */
export const readCertificate = async (
  config: Pick<Config, 'dataDir' | 'tls'>,
): Promise<Certificate | null> => {
  const { source, files } = config.tls;
  if (source === 'files')
    return certificateOf(await readFile(files.certificate, 'utf8'), await readFile(files.key, 'utf8'));
  const text = await read(pathIn(config, ORDERED));
  // `X509Certificate` and `createPrivateKey` each find their part of the text
  return text === null ? null : certificateOf(text, text);
};

export const saveCertificate = async (folder: Folder, cert: string, key: KeyObject): Promise<Certificate> => {
  const text = `${key.export({ type: 'pkcs8', format: 'pem' })}${cert}`;
  await replace(folder, ORDERED, text);
  return certificateOf(text, text);
};

export const newKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

/** The key of the account at the authority, made at its first use. */
export const accountKey = async (folder: Folder): Promise<KeyObject> => {
  const text = await read(pathIn(folder, ACCOUNT));
  if (text !== null) return createPrivateKey(text);
  const key = newKey();
  await replace(folder, ACCOUNT, key.export({ type: 'pkcs8', format: 'pem' }).toString());
  return key;
};

/** Null before the first order, and if the file is damaged: then the next order does not wait. */
export const readTLSState = async (folder: Folder): Promise<TLSState | null> => {
  const text = await read(pathIn(folder, STATE));
  try {
    return text === null ? null : TLSState.parse(JSON.parse(text));
  } catch {
    return null;
  }
};

export const saveTLSState = (folder: Folder, state: TLSState): Promise<void> =>
  replace(folder, STATE, JSON.stringify(state));
