import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { S3Store } from '../s3-store.ts';
import type { Storage } from '../storage.ts';
import { checkPreflight } from './preflight.ts';
import { reasonOf } from './errors.ts';

export interface ProbeOptions {
  /** Scheme and host of the portal, by which its pages ask; null for a store that no page talks to. */
  origin: string | null;
  print(line: string): void;
}

const BYTES = Buffer.from('a probe of the portal, to be removed');
/** More than one part, so that an upload in parts is seen too. */
const LARGE_BYTES = Buffer.alloc(9 * 1024 * 1024, BYTES);
const URL_LASTS_MS = 5 * 60_000;

const mustBe = (found: unknown, wanted: unknown, what: string): void => {
  if (found !== wanted) throw new Error(`${what}: ${found} instead of ${wanted}`);
};

/** Does with an object of its own all that the portal does with its objects, and answers how much of it went wrong. */
export const probe = async (
  storage: Storage | S3Store,
  others: Storage[],
  { origin, print: say }: ProbeOptions,
): Promise<{ wrong: number }> => {
  const folder = `probe/${randomUUID()}`;
  const [key, copied, large] = [`${folder}/object`, `${folder}/copy`, `${folder}/large`];
  let wrong = 0;
  const attempt = async (what: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
      say(`  good: ${what}`);
    } catch (cause) {
      wrong += 1;
      say(`  WRONG: ${what}: ${reasonOf(cause)}`);
    }
  };
  await attempt('the store answers', () => storage.check());
  // the rest would say the same again
  if (wrong > 0) return { wrong };
  await attempt('writes an object', async () => void (await storage.put(key, Readable.from([BYTES]))));
  await attempt('reads a part of it', async () => {
    const part = await buffer(await storage.read(key, { start: 2, end: 7 }));
    mustBe(part.toString(), BYTES.toString('utf8', 2, 7), 'bytes 2 to 6');
  });
  await attempt('writes a large one in parts', async () => {
    await storage.put(large, Readable.from([LARGE_BYTES]));
    mustBe((await storage.head(large))?.sizeBytes, LARGE_BYTES.length, 'its size');
  });
  await attempt('copies within the store', async () => {
    await storage.copyTo(key, storage, copied);
    mustBe((await buffer(await storage.read(copied))).equals(BYTES), true, 'the copy is the same');
  });
  for (const other of others) {
    await attempt('moves to the other store and back', async () => {
      await storage.move(copied, other, copied);
      await other.move(copied, storage, copied);
      mustBe((await storage.head(copied))?.sizeBytes, BYTES.length, 'its size');
    });
  }
  if (origin !== null && 'redirectFor' in storage) await probeURLs(storage, folder, origin, attempt);
  await attempt('removes what was written', async () => {
    await storage.removeAll(`${folder}/`);
    mustBe(await storage.head(key), null, 'afterwards');
  });
  return { wrong };
};

/** What pages of the portal do with the store: a folder has no URLs of its own. */
const probeURLs = async (
  storage: S3Store,
  folder: string,
  origin: string,
  attempt: (what: string, work: () => Promise<void>) => Promise<void>,
): Promise<void> => {
  const [key, sizeBytes] = [`${folder}/sent`, BYTES.length];
  const url = await storage.presign({
    ...{ method: 'PUT', key, sizeBytes, origin },
    expiresAt: new Date(Date.now() + URL_LASTS_MS),
  });
  await attempt('takes a file by a signed URL, and of its length alone', async () => {
    const longer = await fetch(url, { method: 'PUT', body: Buffer.concat([BYTES, BYTES]) });
    mustBe(longer.ok, false, 'a longer file is taken');
    mustBe((await fetch(url, { method: 'PUT', body: BYTES })).status, 200, 'the answer');
  });
  await attempt('gives a part by a signed URL, under a Russian name', async () => {
    const ticket = { method: 'GET' as const, key, sizeBytes, filename: 'Снимок.zip', expiresAt: new Date() };
    const reply = await fetch(await storage.redirectFor(ticket, 'GET'), { headers: { range: 'bytes=2-6' } });
    mustBe(reply.status, 206, 'the answer');
    mustBe(await reply.text(), BYTES.toString('utf8', 2, 7), 'bytes 2 to 6');
    mustBe(reply.headers.get('content-disposition')?.includes("UTF-8''%D0%A1"), true, 'it has the name');
  });
  await attempt(`takes files from pages of ${origin} (CORS)`, () => checkPreflight(url, origin));
};
