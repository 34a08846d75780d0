import { hkdfSync } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../platform/config.ts';

const fileIn = (dataDir: string) => join(dataDir, 'secret');

/** The portal's own secret, kept or set. */
export const secretOf = async ({ secret, dataDir }: Config): Promise<string> =>
  secret ?? (await readFile(fileIn(dataDir), 'utf8')).trim();

/** Tells secrets apart and gives nothing of them away. */
export const fingerprintOf = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'snimok backup', 16)).toString('hex');

export const replaceSecret = async ({ dataDir }: Config, secret: string): Promise<void> => {
  const whole = join(dataDir, 'secret.new');
  await writeFile(whole, secret, { mode: 0o600, flush: true });
  await rename(whole, fileIn(dataDir));
};
