import { randomBytes } from 'node:crypto';
import { crc32 as nodeCRC32, deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { CannotPack } from '../compression/bundling.ts';
import { packSpan } from '../compression/packed-file.ts';
import { hexOf } from '../compression/crc32.ts';
import { SendProblem } from '../transfer/send-problem.ts';
import { partCompressor } from './compress-parts.ts';
import type { UploadApi } from '../transfer/upload-api.ts';
import { runUpload } from './upload.ts';

const PART = 8 * 1024 ** 2;
const uploadUUID = '6f1c8a52-6a1f-4c62-9a3c-0f6f0c9d1a11';
const deflate = async (bytes: Uint8Array) => new Uint8Array(deflateRawSync(bytes, { level: 1 }));

interface Sent {
  number: number;
  sentBytes: number;
  deflatedBytes: number | undefined;
}

interface Server {
  acceptsDeflate?: boolean;
  there?: { number: number; checksum: string }[];
  /** refuses the PUT of a compressed part, as an older server beside a newer one */
  refusesDeflated?: boolean;
}

/** A fake server and the environment of a sender; the file is in memory. */
function fakePortal({ acceptsDeflate = true, there = [], refusesDeflated = false }: Server) {
  const sent: Sent[] = [];
  const state = { uploadUUID, error: null, progress: null };
  const receive = (url: string, sentBytes: number) => {
    const [, , , number, deflatedBytes] = url.split('/');
    if (deflatedBytes && refusesDeflated) throw new SendProblem('с искажением', 400);
    sent.push({ number: Number(number), sentBytes, deflatedBytes: Number(deflatedBytes) || undefined });
  };
  const portal: UploadApi<Blob> = {
    start: async () => ({ ...state, status: 'uploading', files: [] }),
    register: async (_, files) =>
      files.map(({ filename }) => ({
        filename,
        presignedURL: 'https://store/whole',
        parts: { partSize: PART, there, ...(acceptsDeflate && { deflate: true }) },
      })),
    checksum: async (file, { start, end }) =>
      hexOf(nodeCRC32(new Uint8Array(await file.slice(start, end).arrayBuffer()))),
    partURL: async (_uploadUUID, _filename, { number, deflatedBytes = '' }) => ({
      presignedURL: `https://store/${number}/${deflatedBytes}`,
      headers: {},
    }),
    put: async ({ url, file, span, onMoved }) => {
      const bytes = span ? span.end - span.start : file.size;
      onMoved(bytes);
      receive(url, bytes);
    },
    joinParts: async () => ({ uploaded: true, missing: [] }),
    complete: async () => ({ ...state, status: 'completed' }),
    bundling: {
      compression: true,
      packers: 2,
      pack: () => Promise.reject(new CannotPack()),
      packSpan: async (file, { start, end }) =>
        packSpan(new Uint8Array(await file.slice(start, end).arrayBuffer()), deflate),
      register: () => Promise.reject(new SendProblem('нет', 404)),
      put: async ({ url, payloads, onMoved }) => {
        const bytes = payloads.reduce((sum, { length }) => sum + length, 0);
        onMoved(bytes);
        receive(url, bytes);
      },
    },
  };
  return { portal, sent };
}

/** Four parts and one byte; the third one is random. */
const file = (() => {
  const bytes = new Uint8Array(4 * PART + 1);
  bytes.set(randomBytes(PART), 2 * PART);
  return new Blob([bytes]);
})();

const send = async (server: Server, change: (portal: UploadApi<Blob>) => void = () => {}) => {
  const { portal, sent } = fakePortal(server);
  change(portal);
  const upload = runUpload({ studyID: 1, files: [{ filename: 'скан.dcm', file }], keep: [] }, portal);
  await upload.stopped;
  expect(upload.snapshot).toMatchObject({ stage: 'completed', progress: { share: 1 } });
  const bySize = (one: Sent, other: Sent) => one.number - other.number;
  return { sent: sent.toSorted(bySize), progress: upload.snapshot.progress };
};

test('parts that shrink are sent deflated, each compressed by itself', async () => {
  const { sent, progress } = await send({});
  expect(sent.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  // random bytes and a single byte do not shrink
  expect(sent.map(({ deflatedBytes }) => deflatedBytes !== undefined)).toEqual([
    true,
    true,
    false,
    true,
    false,
  ]);
  for (const { sentBytes, deflatedBytes } of sent) if (deflatedBytes) expect(sentBytes).toBe(deflatedBytes);
  expect(progress.arrived.originalBytes).toBe(file.size);
  expect(progress.arrived.sentBytes).toBe(sent.reduce((sum, { sentBytes }) => sum + sentBytes, 0));
});

test('only missing parts are compressed and sent', async () => {
  const { portal } = fakePortal({});
  const { signal } = new AbortController();
  const checksum = await portal.checksum(file, { start: 0, end: PART }, signal);
  const { sent } = await send({ there: [{ number: 1, checksum }] });
  expect(sent.map(({ number }) => number)).toEqual([2, 3, 4, 5]);
});

test.each<[string, Server, (portal: UploadApi<Blob>) => void]>([
  ['a server that does not accept them', { acceptsDeflate: false }, () => {}],
  ['an older server beside a newer one', { refusesDeflated: true }, () => {}],
  ['a sender without compression', {}, ({ bundling }) => bundling && (bundling.compression = false)],
  [
    'a worker that does not start',
    {},
    ({ bundling }) => bundling && (bundling.packSpan = () => Promise.reject(new CannotPack())),
  ],
])('no compressed part is stored: %s', async (_, server, change) => {
  const { sent } = await send(server, change);
  expect(sent).toEqual([
    ...[1, 2, 3, 4].map((number) => ({ number, sentBytes: PART, deflatedBytes: undefined })),
    { number: 5, sentBytes: 1, deflatedBytes: undefined },
  ]);
});

test('compression is off while the line is faster than the compressor', async () => {
  let now = 0;
  const { portal } = fakePortal({});
  const { bundling } = portal;
  if (!bundling) throw new Error('no compressor');
  const compressed = { deflated: new Uint8Array(10), compressMs: 1000 };
  bundling.packSpan = async () => compressed;
  const compressor = partCompressor(portal, () => now);
  const { signal } = new AbortController();
  const span = { start: 0, end: PART };
  const transfer = (ms: number) =>
    compressor.measured({ url: '', headers: {}, signal, onMoved: () => {} }, async ({ onMoved }) => {
      onMoved(PART);
      now += ms;
    });
  expect(await compressor.compress(file, span, signal)).toBe(compressed.deflated);
  await transfer(250);
  expect(await compressor.compress(file, span, signal)).toBeNull();
  for (let i = 0; i < 5; i += 1) await transfer(4000);
  expect(await compressor.compress(file, span, signal)).toBe(compressed.deflated);
});
