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

/** A file on this PC's disk, as long as it was when it was chosen. */
export interface LocalFile {
  path: string;
  size: number;
}

/** A line that has been silent this long is dead, though no one said so. */
const SILENCE_MS = 60_000;
/** The file itself is not what it was: a status that is not tried again. */
const GONE = 410;

type Put = UploadApi<LocalFile>['put'];
type Sending = Parameters<Put>[0];

/** node:http and not `fetch`, which sends streams without a length and tells nothing of the bytes that have left. */
export const putFile: Put = async (sending) => {
  const file = await open(sending.file.path).catch(() => {
    throw new SendProblem(sentences.fileGone, GONE);
  });
  try {
    if ((await file.stat()).size !== sending.file.size) throw new SendProblem(sentences.fileChanged, GONE);
    const reply = await exchange(file, sending);
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

/** The checksum of a part, read as a stream. */
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

/** Answers what the store says, even when it says so before it has everything. */
function exchange(file: FileHandle, { url, file: { size: whole }, span, headers, signal, onMoved }: Sending) {
  const { start, end } = span ?? { start: 0, end: whole };
  const size = end - start;
  return new Promise<IncomingMessage>((resolve, reject) => {
    const send = url.startsWith('https:') ? httpsRequest : httpRequest;
    const said = { 'content-type': 'application/octet-stream', 'content-length': size, ...headers };
    const request = send(url, { method: 'PUT', headers: said, signal, timeout: SILENCE_MS }, resolve);
    request.on('timeout', () => request.destroy());
    request.on('error', () => {
      // a refusal may still be on its way when the store closes the line
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
