import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import type { Bundling } from '@snimok/api-client/compression/bundling';
import { hexOf } from '@snimok/api-client/compression/crc32';
import type { UploadApi } from '@snimok/api-client/transfer/upload-api';
import { problemOfStore, SendProblem } from '@snimok/api-client/transfer/send-problem';
import { sentences } from '../program/sentences.ts';
import type { LocalFile } from '../ledger/local-file.ts';
import type { Pace } from '../program/rate-limit.ts';

/** A connection without any data for this long counts as lost. */
const SILENCE_MS = 60_000;
/** The status for a file that has changed or disappeared: the upload does not retry it. */
export const GONE = 410;
/** Small enough for an even rate and live progress. */
const PIECE_BYTES = 16 * 1024;

type Put = UploadApi<LocalFile>['put'];
type PutBundle = Bundling<LocalFile>['put'];

/** Sends files and bundles, not faster than `pace` permits. */
export const senderOf = (pace: Pace): { put: Put; putBundle: PutBundle } => ({
  async put({ file: { path, size: whole }, span, ...request }) {
    const file = await open(path).catch(() => {
      throw new SendProblem(sentences.fileGone, GONE);
    });
    try {
      if ((await file.stat()).size !== whole) throw new SendProblem(sentences.fileChanged, GONE);
      const { start, end } = span ?? { start: 0, end: whole };
      const chunks = () => file.createReadStream({ autoClose: false, start, end: end - 1 });
      await putBody({ ...request, sizeBytes: end - start, chunks, pace });
    } finally {
      await file.close();
    }
  },
  putBundle({ payloads, ...request }) {
    const sizeBytes = payloads.reduce((sum, { length }) => sum + length, 0);
    return putBody({ ...request, sizeBytes, chunks: () => payloads, pace });
  },
});

/** The CRC-32 of a byte range of the file, in hexadecimal. */
export const checksum: UploadApi<LocalFile>['checksum'] = async ({ path }, { start, end }, signal) => {
  let crc = 0;
  try {
    for await (const chunk of createReadStream(path, { start, end: end - 1, signal }))
      crc = crc32(chunk, crc);
  } catch (cause) {
    throw signal.aborted ? cause : new SendProblem(sentences.fileGone, GONE);
  }
  return hexOf(crc);
};

interface PutBody {
  url: string;
  sizeBytes: number;
  chunks: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  headers?: Record<string, string>;
  signal: AbortSignal;
  onMoved: (bytes: number) => void;
  pace: Pace;
}

async function putBody(request: PutBody): Promise<void> {
  const reply = await exchange(request);
  const answer = await text(reply).catch(() => {
    throw new SendProblem(sentences.noAnswer, null);
  });
  if (!reply.statusCode || reply.statusCode > 299) {
    throw problemOfStore(reply.statusCode ?? 0, answer, reply.headers['retry-after'] ?? null);
  }
}

/**
 * Resolves with the store's response, even if it arrives before everything is sent. Uses node:http, because `fetch` sends
 * streams without Content-Length and reports no upload progress.
 */
function exchange({ url, sizeBytes, chunks, headers, signal, onMoved, pace }: PutBody) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const send = url.startsWith('https:') ? httpsRequest : httpRequest;
    const allHeaders = {
      'content-type': 'application/octet-stream',
      'content-length': sizeBytes,
      ...headers,
    };
    const request = send(url, { method: 'PUT', headers: allHeaders, signal, timeout: SILENCE_MS }, resolve);
    request.on('timeout', () => request.destroy());
    request.on('error', () => {
      // the response may still arrive after the store closes the connection
      setImmediate(() => reject(signal.aborted ? signal.reason : new SendProblem(sentences.noAnswer, null)));
    });
    if (sizeBytes === 0) return void request.end();
    let moved = 0;
    async function* paced() {
      try {
        for await (const chunk of chunks()) {
          for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
            const piece = chunk.subarray(at, at + PIECE_BYTES);
            await pace(piece.length, signal);
            yield piece;
            onMoved((moved += piece.length));
          }
        }
      } catch (problem) {
        reject(signal.aborted ? signal.reason : new SendProblem(sentences.fileGone, GONE));
        throw problem;
      }
    }
    pipeline(paced, request).catch(() => request.destroy());
  });
}
