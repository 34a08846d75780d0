import { fileURLToPath } from 'node:url';
import { LocalStore } from './local-store.ts';
import type { URLSigner } from './signed-url.ts';
import type { Storage } from './storage.ts';

/**
 * `file:/abs/path` or `s3://bucket?endpoint=…&region=…&pathStyle=…`. The S3 client is loaded only when it is wanted:
 * it costs memory that one machine on its own never needs.
 */
export async function openStorage(url: string, { signer }: { signer: URLSigner }): Promise<Storage> {
  const { protocol } = new URL(url);
  if (protocol === 'file:') return LocalStore.open(fileURLToPath(new URL(url)), signer);
  throw new TypeError(`not a storage URL: ${protocol}`);
}
