import { fileURLToPath } from 'node:url';
import { LocalStore } from './local-store.ts';
import type { S3Store } from './s3-store.ts';
import type { URLSigner } from './signed-url.ts';

/**
 * `file:/abs/path` or `s3://bucket?endpoint=…&region=…&pathStyle=…`. The S3 client is loaded only when it is wanted:
 * it costs memory that one machine on its own never needs.
 */
export async function openStorage(
  url: string,
  { signer }: { signer: URLSigner },
): Promise<LocalStore | S3Store> {
  const { protocol } = new URL(url);
  if (protocol === 'file:') return LocalStore.open(fileURLToPath(new URL(url)), signer);
  if (protocol === 's3:') return new (await import('./s3-store.ts')).S3Store(url, signer);
  throw new TypeError(`not a storage URL: ${protocol}`);
}
