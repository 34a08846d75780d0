import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../../settings/config.ts';
import { isStorageKey } from '../../settings/secret-settings.ts';
import { deriveStorageKey, type StorageKeys } from './file-encryption.ts';
import { hasCode, nullWhenMissing } from './disk-errors.ts';

type KeySettings = Pick<Config, 'dataDir' | 'storageEncryption' | 'storageKeys'>;

/**
 * The keys of the folder store, from the setting or from a file, one on each line, the current one first. They are read
 * with encryption switched off too, for the files that are encrypted already.
 */
export const openStorageKeys = async (config: KeySettings): Promise<StorageKeys> => {
  const texts = config.storageKeys ?? (await readKeyFile(config));
  const all = texts.map((text) => deriveStorageKey(Buffer.from(text, 'base64')));
  return { current: config.storageEncryption ? (all[0] ?? null) : null, all };
};

const readKeyFile = async ({ dataDir, storageEncryption }: KeySettings): Promise<string[]> => {
  const file = join(dataDir, 'keys/storage.key');
  if (storageEncryption) await createKeyFile(file);
  const text = (await readFile(file, 'utf8').catch(nullWhenMissing)) ?? '';
  const keys = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  if (!keys.every((key) => isStorageKey(key.trim())) || (storageEncryption && keys.length === 0))
    throw new Error(`${file} must contain keys of 32 bytes in base64, one on each line`);
  return keys.map((key) => key.trim());
};

const createKeyFile = async (file: string): Promise<void> => {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const complete = `${file}.${randomUUID()}`;
  const text = `${randomBytes(32).toString('base64')}\n`;
  await writeFile(complete, text, { mode: 0o600, flush: true });
  try {
    // fails if the file exists: of two processes that start at once, both read the same complete file
    await link(complete, file);
  } catch (cause) {
    if (!hasCode(cause, 'EEXIST')) throw cause;
  } finally {
    await rm(complete);
  }
};
