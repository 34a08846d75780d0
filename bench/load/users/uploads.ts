import { setTimeout as sleep } from 'node:timers/promises';
import { inParallel } from '../../measuring/exchange.ts';
import { putHeaders } from '../../transfer/sending.ts';
import type { TimedClient } from './timed-client.ts';
import { simulateUser } from './simulated-user.ts';
import type { PhantomStudy } from '../dataset/phantoms.ts';
import { below, oneOf } from './random.ts';
import type { Dataset } from '../dataset/dataset.ts';

const CONCURRENT_UPLOADS = 20;
/** Transfer time of one study over the simulated line. */
const UPLOAD_SECONDS = 180;
const CHUNK_BYTES = 64 * 1024;
const POLL_MS = 1_000;

/**
 * Keeps twenty uploads of assistants running until `ends` is aborted. The first ones are shortened by different
 * factors, so that they do not end at the same time.
 */
export const runUploads = (
  client: TimedClient,
  dataset: Dataset,
  phantoms: PhantomStudy[],
  ends: AbortSignal,
): Promise<unknown> => {
  const slots = Array.from({ length: CONCURRENT_UPLOADS }, (_, at) => at);
  return inParallel(CONCURRENT_UPLOADS, slots, async (slot) => {
    for (let n = 0; !ends.aborted; n++) {
      const phantom = phantoms[(slot + n) % phantoms.length];
      const share = n === 0 ? (slot + 1) / CONCURRENT_UPLOADS : 1;
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
    if (!ok) await sleep(POLL_MS);
    return ok ? (JSON.parse(text) as T) : null;
  };
  const [first, last] = dataset.patientIDs;
  const patientID = first + below(last - first);
  const created = await post<{ studyID: number }>(
    'write: study',
    `/assistant/patients/${patientID}/studies`,
    {
      studyType: type,
    },
  );
  const begun =
    created &&
    (await post<{ uploadUUID: string }>('upload: begin', `/assistant/studies/${created.studyID}/upload`));
  if (!begun) return;
  const upload = `/assistant/uploads/${begun.uploadUUID}`;
  const entries = files.map(({ name, bytes }) => ({ filename: name, filesize: bytes.length }));
  const registered = await post<{ files: { presignedURL: string }[] }>(
    'upload: addresses',
    `${upload}/presigned-urls`,
    {
      files: entries,
    },
  );
  if (!registered) return;
  const line = slowLine(files.reduce((sum, { bytes }) => sum + bytes.length, 0) / seconds, ends);
  for (const [at, { bytes }] of files.entries()) {
    // the upload stays unfinished, as when a laptop is closed
    if (ends.aborted) return;
    const url = registered.files[at]?.presignedURL ?? '';
    await client.send('bytes: file up', url, {
      method: 'PUT',
      headers: putHeaders(bytes.length),
      body: line(bytes),
      dropBody: true,
    });
  }
  await post('upload: complete', `${upload}/complete`, { finalFiles: files.map(({ name }) => name) });
  const completed = performance.now();
  while (!ends.aborted) {
    await sleep(POLL_MS);
    const { ok, text } = await user.get('upload: state', upload);
    if (!ok) continue;
    const { status, error } = JSON.parse(text) as { status: string; error: string | null };
    if (status !== 'processed') continue;
    client.record('upload: until processed', performance.now() - completed, error);
    return;
  }
};

/**
 * Yields the bytes of all files of a study at a constant rate. After `ends` is aborted, it yields the rest at
 * once.
 */
const slowLine = (bytesPerSecond: number, ends: AbortSignal) => {
  const begin = performance.now();
  let sent = 0;
  return async function* (bytes: Buffer): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      const chunk = bytes.subarray(at, at + CHUNK_BYTES);
      sent += chunk.length;
      const wait = begin + (sent / bytesPerSecond) * 1000 - performance.now();
      if (wait > 1 && !ends.aborted) await sleep(wait, undefined, { signal: ends }).catch(() => undefined);
      yield chunk;
    }
  };
};
