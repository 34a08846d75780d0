import { fileURLToPath } from 'node:url';
import { NO_KEYS, type StorageKeys } from '../file-encryption.ts';
import { LocalStore } from '../folder/local-store.ts';
import type { S3Store } from '../s3/s3-store.ts';
import type { URLSigner } from '../signed-url.ts';

/**
 * Opens `file:/abs/path` or `s3://bucket?endpoint=…&region=…&pathStyle=…`. The S3 client is imported only for S3,
 * to save memory in installations without it.
 */
export async function openStorage(
  url: string,
  { signer, keys = NO_KEYS }: { signer: URLSigner; keys?: StorageKeys },
): Promise<LocalStore | S3Store> {
  const { protocol } = new URL(url);
  if (protocol === 'file:') return LocalStore.open(fileURLToPath(new URL(url)), signer, keys);
  if (protocol === 's3:') return new (await import('../s3/s3-store.ts')).S3Store(url, signer);
  throw new TypeError(`not a storage URL: must begin with file: or s3:, not ${protocol}`);
}
