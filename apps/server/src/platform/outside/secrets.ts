import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Secrets {
  /** Signs the store's URLs. */
  storage: string;
  /** Signs realtime tokens; Centrifugo's own secret when one is set, as both sides must know it. */
  realtime: Uint8Array;
  /** Seals the secrets of external links, so that a link can be told again. */
  shareLinks: Buffer;
  /** Hashes their PINs. */
  sharePINs: Buffer;
  /** Signs the tickets of online views. */
  viewTickets: Buffer;
  /** Signs what an API shows at the door of another machine's screens. */
  screens: Buffer;
  /** Hashes the codes that the desktop application shows. */
  userCodes: Buffer;
}

/** One secret, from the setting or made once for this data folder; each use has a key of its own (RFC 5869). */
export const openSecrets = async (
  dataDir: string,
  secret: string | undefined,
  centrifugoSecret: string | undefined,
): Promise<Secrets> => {
  const root = secret ?? (await keptSecret(dataDir));
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

const keptSecret = async (dataDir: string): Promise<string> => {
  const file = join(dataDir, 'secret');
  await mkdir(dataDir, { recursive: true });
  try {
    // `wx`: of two first starts at once exactly one writes, the other reads what it wrote
    await writeFile(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  }
  const kept = (await readFile(file, 'utf8')).trim();
  if (kept.length < 16) throw new Error(`${file} holds no secret: restore it from a backup, or remove it`);
  return kept;
};
