import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { LocalStore } from '../../platform/outside/storage/folder/local-store.ts';
import type { URLSigner } from '../../platform/outside/storage/signed-url.ts';
import type { Storage } from '../../platform/outside/storage/storage.ts';
import { checkedLength } from '../../platform/outside/storage/write-whole.ts';
import { ageDecrypted, ageEncrypted, ageSizeOf } from './age/age.ts';
import type { Identity, Recipient } from './age/keys.ts';

/** The keys of a backup: the recipients encrypt it, the identities decrypt it. */
export interface BackupKeys {
  recipients?: readonly Recipient[];
  identities?: readonly Identity[];
}

/** Copies of objects, by their keys in the store. */
export type SavedObjects = Pick<Storage, 'head' | 'read' | 'put'>;

/** The ending of encrypted files' names. The copies of unencrypted backups are in the same folder. */
export const ENCRYPTED = '.age';

/** The copies of both stores. All backups of the folder share them, since an object never changes under its key. */
export const openCopies = async (folder: string, signer: URLSigner) => ({
  warm: await LocalStore.open(join(resolve(folder), 'objects/warm'), signer),
  cold: await LocalStore.open(join(resolve(folder), 'objects/cold'), signer),
});

/** The copies of both stores, encrypted if keys are given. */
export const openSavedObjects = async (
  folder: string,
  signer: URLSigner,
  keys: BackupKeys | null,
): Promise<{ warm: SavedObjects; cold: SavedObjects }> => {
  const { warm, cold } = await openCopies(folder, signer);
  return keys ? { warm: encryptedCopies(warm, keys), cold: encryptedCopies(cold, keys) } : { warm, cold };
};

const encryptedCopies = (
  store: LocalStore,
  { recipients = [], identities = [] }: BackupKeys,
): SavedObjects => {
  const pathOf = async (key: string) => (await store.localPath(`${key}${ENCRYPTED}`, '')).path;
  return {
    async head(key) {
      if (!(await store.head(`${key}${ENCRYPTED}`))) return null;
      return { sizeBytes: await ageSizeOf(await pathOf(key)) };
    },
    read: async (key): Promise<Readable> => ageDecrypted(await pathOf(key), identities),
    async put(key, source, expected) {
      const plain = { sizeBytes: 0 };
      const counted = checkedLength(source, expected?.sizeBytes, plain);
      await store.put(`${key}${ENCRYPTED}`, ageEncrypted(recipients, counted));
      return plain;
    },
  };
};
