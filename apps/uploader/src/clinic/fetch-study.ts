import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CallProblem } from '@snimok/api-client/call';

interface StoredStudy {
  presignedURL: string;
  sizeBytes: number;
  /** hexadecimal */
  sha256: string;
}

/** A transfer without a byte for this long counts as broken. */
const SILENCE_MS = 60_000;

/**
 * Downloads the ZIP of a study to `path`, which may contain its beginning from an earlier attempt, and compares its
 * SHA-256. A file that differs is deleted.
 * @throws CallProblem, or Error if the bytes differ
 */
export const fetchStudy = async (
  { presignedURL, sizeBytes, sha256 }: StoredStudy,
  path: string,
  signal: AbortSignal,
): Promise<void> => {
  const have = await sizeOf(path);
  if (have > sizeBytes) await rm(path, { force: true });
  const from = have > sizeBytes ? 0 : have;
  if (from < sizeBytes) await download(presignedURL, path, from, signal);
  if ((await hashOf(path)) === sha256) return;
  await rm(path, { force: true });
  throw new Error('the downloaded study differs from the stored one');
};

/** 0 if nothing has been downloaded yet. */
const sizeOf = async (path: string): Promise<number> => (await stat(path).catch(() => null))?.size ?? 0;

const download = async (url: string, path: string, from: number, signal: AbortSignal): Promise<void> => {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  const ends = AbortSignal.any([signal, silence.signal]);
  try {
    const reply = await fetch(url, {
      signal: ends,
      ...(from > 0 && { headers: { range: `bytes=${from}-` } }),
    });
    if (!reply.ok || !reply.body) throw new CallProblem(reply.status);
    // a server that ignores the range sends everything
    const flags = reply.status === 206 ? 'a' : 'w';
    async function* watched(body: AsyncIterable<Uint8Array>) {
      for await (const chunk of body) {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), SILENCE_MS);
        yield chunk;
      }
    }
    const body = Readable.fromWeb(reply.body as Parameters<typeof Readable.fromWeb>[0]);
    await pipeline(watched(body), createWriteStream(path, { flags, mode: 0o600 }));
  } catch (problem) {
    if (problem instanceof CallProblem || signal.aborted) throw problem;
    // what has arrived stays for the next attempt
    throw new CallProblem();
  } finally {
    clearTimeout(timer);
  }
};

const hashOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};
