import { setTimeout as sleep } from 'node:timers/promises';
import { inParallel } from '../exchange.ts';
import { putHeaders } from '../sending.ts';
import type { TimedClient } from './timed-client.ts';
import { simulateUser } from './simulated-user.ts';
import type { PhantomStudy } from './phantoms.ts';
import { below, oneOf } from './random.ts';
import type { Dataset } from './dataset.ts';

export const UPLOADS_AT_ONCE = 20;
/** A study takes a slow line so long. */
export const UPLOAD_SECONDS = 180;
const PIECE_BYTES = 64 * 1024;
const LOOK_EVERY_MS = 1_000;

/** Twenty assistants whose programs send one study after the other, until `ends`; each began at another time. */
export const runUploads = (
  client: TimedClient,
  dataset: Dataset,
  phantoms: PhantomStudy[],
  ends: AbortSignal,
): Promise<unknown> => {
  const lanes = Array.from({ length: UPLOADS_AT_ONCE }, (_, at) => at);
  return inParallel(UPLOADS_AT_ONCE, lanes, async (lane) => {
    for (let n = 0; !ends.aborted; n++) {
      const phantom = phantoms[(lane + n) % phantoms.length];
      const share = n === 0 ? (lane + 1) / UPLOADS_AT_ONCE : 1;
      if (phantom) await sendOne(client, dataset, phantom, UPLOAD_SECONDS * share, ends);
    }
  });
};

const sendOne = async (
  client: TimedClient,
  dataset: Dataset,
  { type, files }: PhantomStudy,
  seconds: number,
  ends: AbortSignal,
): Promise<void> => {
  const user = simulateUser(client, dataset, oneOf(dataset.assistants), performance.now());
  const post = async <T>(call: string, path: string, body?: unknown): Promise<T | null> => {
    const { ok, text } = await user.send(call, 'POST', path, body);
    if (!ok) await sleep(LOOK_EVERY_MS);
    return ok ? (JSON.parse(text) as T) : null;
  };
  const [first, last] = dataset.patientIDs;
  const patientID = first + below(last - first);
  const made = await post<{ studyID: number }>('write: study', `/assistant/patients/${patientID}/studies`, {
    studyType: type,
  });
  const begun =
    made &&
    (await post<{ uploadUUID: string }>('upload: begin', `/assistant/studies/${made.studyID}/upload`));
  if (!begun) return;
  const upload = `/assistant/uploads/${begun.uploadUUID}`;
  const named = files.map(({ name, bytes }) => ({ filename: name, filesize: bytes.length }));
  const registered = await post<{ files: { presignedURL: string }[] }>(
    'upload: addresses',
    `${upload}/presigned-urls`,
    {
      files: named,
    },
  );
  if (!registered) return;
  const line = slowLine(files.reduce((sum, { bytes }) => sum + bytes.length, 0) / seconds, ends);
  for (const [at, { bytes }] of files.entries()) {
    // what is broken off stays unfinished, as a closed laptop leaves it
    if (ends.aborted) return;
    const url = registered.files[at]?.presignedURL ?? '';
    await client.ask('bytes: file up', url, {
      method: 'PUT',
      headers: putHeaders(bytes.length),
      body: line(bytes),
      drop: true,
    });
  }
  await post('upload: complete', `${upload}/complete`, { finalFiles: files.map(({ name }) => name) });
  const completed = performance.now();
  while (!ends.aborted) {
    await sleep(LOOK_EVERY_MS);
    const { ok, text } = await user.get('upload: state', upload);
    if (!ok) continue;
    const { status, error } = JSON.parse(text) as { status: string; error: string | null };
    if (status !== 'processed') continue;
    client.count('upload: until processed', performance.now() - completed, error);
    return;
  }
};

/** Bytes at an even pace, over all files of a study; the rest at once when the run is over. */
const slowLine = (bytesPerSecond: number, ends: AbortSignal) => {
  const begin = performance.now();
  let sent = 0;
  return async function* (bytes: Buffer): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      const piece = bytes.subarray(at, at + PIECE_BYTES);
      sent += piece.length;
      const wait = begin + (sent / bytesPerSecond) * 1000 - performance.now();
      if (wait > 1 && !ends.aborted) await sleep(wait, undefined, { signal: ends }).catch(() => undefined);
      yield piece;
    }
  };
};
