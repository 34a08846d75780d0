import { hkdfSync } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../platform/settings/config.ts';

const fileIn = (dataDir: string) => join(dataDir, 'secret');

/** The portal's secret, from the setting or else from its file. */
export const secretOf = async ({ secret, dataDir }: Config): Promise<string> =>
  secret ?? (await readFile(fileIn(dataDir), 'utf8')).trim();

/** A fingerprint that distinguishes secrets without revealing them. */
export const fingerprintOf = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'snimok backup', 16)).toString('hex');

export const replaceSecret = async ({ dataDir }: Config, secret: string): Promise<void> => {
  const newFile = join(dataDir, 'secret.new');
  await writeFile(newFile, secret, { mode: 0o600, flush: true });
  await rename(newFile, fileIn(dataDir));
};
