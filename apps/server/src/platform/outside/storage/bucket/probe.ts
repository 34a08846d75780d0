import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { S3Store } from '../s3/s3-store.ts';
import type { Storage } from '../storage.ts';
import { checkPreflight } from './preflight.ts';
import { reasonOf } from './errors.ts';

interface ProbeOptions {
  /** The origin of the portal's pages; null for a store to which pages send no requests. */
  origin: string | null;
  print(line: string): void;
}

const BYTES = Buffer.from('a probe of the portal, to be removed');
/** Larger than one part, so that a multipart upload is tried too. */
const LARGE_BYTES = Buffer.alloc(9 * 1024 * 1024, BYTES);
const URL_LASTS_MS = 5 * 60_000;

const assertEqual = (found: unknown, expected: unknown, what: string): void => {
  if (found !== expected) throw new Error(`${what}: ${found} instead of ${expected}`);
};

/** Tries the portal's operations with objects of its own, prints each result, and returns the number of failures. */
export const probe = async (
  storage: Storage | S3Store,
  others: Storage[],
  { origin, print }: ProbeOptions,
): Promise<{ failures: number }> => {
  const folder = `probe/${randomUUID()}`;
  const key = `${folder}/object`;
  const copied = `${folder}/copy`;
  const large = `${folder}/large`;
  let failures = 0;
  const attempt = async (what: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
      print(`  ok: ${what}`);
    } catch (cause) {
      failures += 1;
      print(`  FAILED: ${what}: ${reasonOf(cause)}`);
    }
  };
  await attempt('the store responds', () => storage.check());
  // everything else would fail for the same reason
  if (failures > 0) return { failures };
  await attempt('writes an object', async () => void (await storage.put(key, Readable.from([BYTES]))));
  await attempt('reads a range of it', async () => {
    const range = await buffer(await storage.read(key, { start: 2, end: 7 }));
    assertEqual(range.toString(), BYTES.toString('utf8', 2, 7), 'bytes 2 to 6');
  });
  await attempt('writes a large object in parts', async () => {
    await storage.put(large, Readable.from([LARGE_BYTES]));
    assertEqual((await storage.head(large))?.sizeBytes, LARGE_BYTES.length, 'its size');
  });
  await attempt('copies within the store', async () => {
    await storage.copyTo(key, storage, copied);
    assertEqual((await buffer(await storage.read(copied))).equals(BYTES), true, 'the copy is the same');
  });
  for (const other of others) {
    await attempt('copies to the other store and back', async () => {
      await storage.copyTo(copied, other, copied);
      await storage.remove(copied);
      await other.copyTo(copied, storage, copied);
      await other.remove(copied);
      assertEqual((await storage.head(copied))?.sizeBytes, BYTES.length, 'its size');
    });
  }
  if (origin !== null && 'redirectFor' in storage) await probeURLs(storage, folder, origin, attempt);
  await attempt('removes the objects', async () => {
    await storage.removeAll(`${folder}/`);
    assertEqual(await storage.head(key), null, 'the removed object');
  });
  return { failures };
};

/** Tries presigned URLs as pages use them; a local store has none. */
const probeURLs = async (
  storage: S3Store,
  folder: string,
  origin: string,
  attempt: (what: string, work: () => Promise<void>) => Promise<void>,
): Promise<void> => {
  const key = `${folder}/sent`;
  const sizeBytes = BYTES.length;
  const url = await storage.presign({
    method: 'PUT',
    key,
    sizeBytes,
    origin,
    expiresAt: new Date(Date.now() + URL_LASTS_MS),
  });
  await attempt('accepts a file at a signed URL, and only with its length', async () => {
    const longer = await fetch(url, { method: 'PUT', body: Buffer.concat([BYTES, BYTES]) });
    assertEqual(longer.ok, false, 'a longer file is accepted');
    assertEqual((await fetch(url, { method: 'PUT', body: BYTES })).status, 200, 'the status');
    const isEncrypted = await storage.isEncryptedAsRequired(key);
    assertEqual(isEncrypted, true, 'the file is encrypted as sse in the URL says');
  });
  await attempt('serves a range at a signed URL with a Russian file name', async () => {
    const claims = { method: 'GET' as const, key, sizeBytes, filename: 'Снимок.zip', expiresAt: new Date() };
    const reply = await fetch(await storage.redirectFor(claims, 'GET'), { headers: { range: 'bytes=2-6' } });
    assertEqual(reply.status, 206, 'the status');
    assertEqual(await reply.text(), BYTES.toString('utf8', 2, 7), 'bytes 2 to 6');
    assertEqual(
      reply.headers.get('content-disposition')?.includes("UTF-8''%D0%A1"),
      true,
      'the name in the response',
    );
  });
  await attempt(`accepts files from pages of ${origin} (CORS)`, () => checkPreflight(url, origin));
};
