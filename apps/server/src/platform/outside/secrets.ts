import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Secrets {
  /** Signs the URLs of the store. */
  storage: string;
  /** Signs realtime tokens; equals Centrifugo's secret if that is set, because Centrifugo verifies them. */
  realtime: Uint8Array;
  /** Encrypts the secrets of external shares, so that the portal can show a link again. */
  shareLinks: Buffer;
  /** Hashes the PINs of external shares. */
  sharePINs: Buffer;
  /** Signs the tickets of viewer sessions. */
  viewTickets: Buffer;
  /** Signs the pass with which an API process opens a screen connection on a worker's host. */
  screens: Buffer;
  /** Hashes the user codes of the upload program. */
  userCodes: Buffer;
}

/** Derives one key per use (HKDF, RFC 5869) from the configured secret or from one generated for the data folder. */
export const openSecrets = async (
  dataDir: string,
  secret: string | undefined,
  centrifugoSecret: string | undefined,
): Promise<Secrets> => {
  const root = secret ?? (await readOrCreateSecret(dataDir));
  const key = (use: string) => Buffer.from(hkdfSync('sha256', root, '', `snimok ${use}`, 32));
  return {
    storage: key('storage').toString('base64url'),
    realtime: centrifugoSecret ? new TextEncoder().encode(centrifugoSecret) : key('realtime'),
    shareLinks: key('share links'),
    sharePINs: key('share PINs'),
    viewTickets: key('view tickets'),
    screens: key('screens'),
    userCodes: key('user codes'),
  };
};

const readOrCreateSecret = async (dataDir: string): Promise<string> => {
  const file = join(dataDir, 'secret');
  await mkdir(dataDir, { recursive: true });
  try {
    // `wx`: if two processes start at once, one creates the file and the other reads it
    await writeFile(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  }
  const secret = (await readFile(file, 'utf8')).trim();
  if (secret.length < 16)
    throw new Error(`${file} does not contain a secret: restore it from a backup, or remove it`);
  return secret;
};
