import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { hexOf } from '@snimok/api-client/crc32';
import type { UploadApi } from '@snimok/api-client/upload-api';
import { problemOfStore, SendProblem } from '@snimok/api-client/send-problem';
import { sentences } from '../sentences.ts';
import type { LocalFile } from './local-file.ts';

/** A connection without any data for this long counts as lost. */
const SILENCE_MS = 60_000;
/** The status for a file that has changed or disappeared: the upload does not retry it. */
const GONE = 410;

type Put = UploadApi<LocalFile>['put'];
type PutRequest = Parameters<Put>[0];

/** Uses node:http, because `fetch` sends streams without Content-Length and reports no upload progress. */
export const putFile: Put = async (request) => {
  const file = await open(request.file.path).catch(() => {
    throw new SendProblem(sentences.fileGone, GONE);
  });
  try {
    if ((await file.stat()).size !== request.file.size) throw new SendProblem(sentences.fileChanged, GONE);
    const reply = await exchange(file, request);
    const answer = await text(reply).catch(() => {
      throw new SendProblem(sentences.noAnswer, null);
    });
    if (!reply.statusCode || reply.statusCode > 299) {
      throw problemOfStore(reply.statusCode ?? 0, answer, reply.headers['retry-after'] ?? null);
    }
  } finally {
    await file.close();
  }
};

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

/** Resolves with the store's response, even if it arrives before the whole file is sent. */
function exchange(
  file: FileHandle,
  { url, file: { size: whole }, span, headers, signal, onMoved }: PutRequest,
) {
  const { start, end } = span ?? { start: 0, end: whole };
  const size = end - start;
  return new Promise<IncomingMessage>((resolve, reject) => {
    const send = url.startsWith('https:') ? httpsRequest : httpRequest;
    const allHeaders = { 'content-type': 'application/octet-stream', 'content-length': size, ...headers };
    const request = send(url, { method: 'PUT', headers: allHeaders, signal, timeout: SILENCE_MS }, resolve);
    request.on('timeout', () => request.destroy());
    request.on('error', () => {
      // the response may still arrive after the store closes the connection
      setImmediate(() => reject(signal.aborted ? signal.reason : new SendProblem(sentences.noAnswer, null)));
    });
    if (size === 0) return void request.end();
    const bytes = file.createReadStream({ autoClose: false, start, end: end - 1 });
    let moved = 0;
    bytes.on('data', (chunk) => {
      moved += chunk.length;
      onMoved(moved);
    });
    bytes.on('error', () => reject(new SendProblem(sentences.fileGone, GONE)));
    pipeline(bytes, request).catch(() => request.destroy());
  });
}
