import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { Offer } from './offer.ts';
import { sentences } from './sentences.ts';
import { UpdateProblem } from './update-problem.ts';
import { pause } from '../program/pause.ts';

/** A server that sends nothing for this long has failed. */
const SILENT_MS = 60_000;
/** After this many interruptions without progress the download is given up. */
const ATTEMPTS = 5;
const PROGRESS_BYTES = 1024 ** 2;
const PAUSE_MS = 5000;

interface Download {
  file: FileHandle;
  hash: Hash;
  sizeBytes: number;
}

class BrokenOff extends Error {}

/** Requests the bytes that are missing; a server that does not know ranges begins again. */
const requestRest = async (url: string, download: Download, signal: AbortSignal) => {
  const headers: HeadersInit = download.sizeBytes > 0 ? { range: `bytes=${download.sizeBytes}-` } : {};
  const reply = await ofConnection(fetch(url, { headers, signal }));
  if (!reply.ok || !reply.body) throw new BrokenOff(`status ${reply.status}`);
  if (reply.status !== 206) {
    await download.file.truncate(0);
    download.hash = createHash('sha256');
    download.sizeBytes = 0;
  }
  return reply.body;
};

/** Every error of the connection becomes a BrokenOff, so that those of the disk can be distinguished. */
const ofConnection = <T>(attempt: Promise<T>): Promise<T> =>
  attempt.catch((cause) => {
    throw cause instanceof BrokenOff ? cause : new BrokenOff('', { cause });
  });

const receive = async (offer: Offer, download: Download, stop: AbortSignal): Promise<void> => {
  const silent = new AbortController();
  const timer = setTimeout(() => silent.abort(), SILENT_MS);
  try {
    const signal = AbortSignal.any([stop, silent.signal]);
    const body = await requestRest(offer.url, download, signal);
    const parts = body[Symbol.asyncIterator]();
    for (;;) {
      const { done, value } = await ofConnection(parts.next());
      if (done) break;
      timer.refresh();
      if (download.sizeBytes + value.length > offer.sizeBytes) {
        silent.abort();
        throw new UpdateProblem(sentences.wrongFile);
      }
      await download.file.write(value, 0, value.length, download.sizeBytes);
      download.hash.update(value);
      download.sizeBytes += value.length;
    }
  } finally {
    clearTimeout(timer);
  }
  if (download.sizeBytes < offer.sizeBytes) throw new BrokenOff();
};

/**
 * Downloads the file of an offer to `path` and syncs it. Continues after an interruption. Throws an UpdateProblem if the file is not
 * the one that was signed; errors of the disk pass through.
 */
export const downloadProgram = async (
  path: string,
  offer: Offer,
  stop: AbortSignal,
  pauseMs = PAUSE_MS,
): Promise<void> => {
  const file = await open(path, 'w', 0o755);
  const download: Download = { file, hash: createHash('sha256'), sizeBytes: 0 };
  try {
    let progressBytes = 0;
    for (let attempt = 1; ; attempt += 1) {
      try {
        await receive(offer, download, stop);
        break;
      } catch (problem) {
        if (!(problem instanceof BrokenOff)) throw problem;
        if (download.sizeBytes >= progressBytes + PROGRESS_BYTES) {
          progressBytes = download.sizeBytes;
          attempt = 1;
        }
        if (stop.aborted || attempt === ATTEMPTS)
          throw new UpdateProblem(sentences.brokenOff, { isTemporary: true, cause: problem });
        await pause(pauseMs, stop);
      }
    }
    if (download.hash.digest('hex') !== offer.sha256) throw new UpdateProblem(sentences.wrongFile);
    // the umask of the process withdraws the access of other users, who run a program from a folder of the system
    await file.chmod(0o755);
    await file.sync();
  } finally {
    await file.close();
  }
};
