import type { PackedFile, PackedSpan } from '@snimok/api-client/compression/packed-file';
import { CannotPack } from '@snimok/api-client/compression/bundling';
import type { Span } from '@snimok/api-client/compression/span';
import { fileChanged } from './put-file.ts';
import type { PackRequest, PackResponse } from './pack-messages.ts';
import packWorkerURL from './pack.worker.ts?worker&url';

/** An old clinic PC has two cores; one of them stays free for the page and other programs. */
const MAX_WORKERS = 4;
export const packers = Math.max(1, Math.min(MAX_WORKERS, (navigator.hardwareConcurrency || 2) - 1));

/** A worker keeps its memory, so an unused one is stopped. */
const IDLE_MS = 10_000;

type Request = PackRequest extends infer One ? (One extends PackRequest ? Omit<One, 'id'> : never) : never;

interface Waiting {
  resolve: (packed: PackedFile | PackedSpan) => void;
  reject: (problem: unknown) => void;
}

let workers: { worker: Worker; pending: number }[] = [];
const waiting = new Map<number, Waiting & { done: () => void }>();
let lastID = 0;
let isBroken = false;
let idleTimer: ReturnType<typeof setTimeout> | undefined;

/** Reads and packs the file. The cast is safe: the worker answers what it was asked for. */
export const packFile = (file: File, compress: boolean, signal: AbortSignal) =>
  inWorker({ task: 'file', blob: file, compress }, signal) as Promise<PackedFile>;

/** Reads and compresses a part of the file. */
export const packSpan = (file: File, { start, end }: Span, signal: AbortSignal) =>
  inWorker({ task: 'part', blob: file.slice(start, end) }, signal) as Promise<PackedSpan>;

/** Runs in the least busy worker; all uploads of the page share the workers. */
function inWorker(request: Request, signal: AbortSignal): Promise<PackedFile | PackedSpan> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    if (isBroken) throw new CannotPack();
    clearTimeout(idleTimer);
    if (workers.length === 0) workers = Array.from({ length: packers }, startWorker);
    const chosen = workers.reduce((least, one) => (one.pending < least.pending ? one : least));
    const id = (lastID += 1);
    const cancel = () => reject(signal.reason);
    signal.addEventListener('abort', cancel);
    chosen.pending += 1;
    const done = () => {
      signal.removeEventListener('abort', cancel);
      chosen.pending -= 1;
      waiting.delete(id);
      if (waiting.size === 0) idleTimer = setTimeout(stopWorkers, IDLE_MS);
    };
    waiting.set(id, { resolve, reject, done });
    chosen.worker.postMessage({ id, ...request } satisfies PackRequest);
  });
}

function startWorker() {
  const worker = new Worker(packWorkerURL, { type: 'module' });
  worker.addEventListener('message', ({ data: { id, packed } }: MessageEvent<PackResponse>) => {
    const one = waiting.get(id);
    one?.done();
    if (packed) one?.resolve(packed);
    else one?.reject(fileChanged());
  });
  worker.addEventListener('error', giveUp);
  return { worker, pending: 0 };
}

/**
 * The worker's script cannot be loaded or run, for example after an update of the portal. Files are then sent one by one,
 * without bundles.
 */
function giveUp() {
  isBroken = true;
  for (const { done, reject } of [...waiting.values()]) {
    done();
    reject(new CannotPack());
  }
  stopWorkers();
}

function stopWorkers() {
  for (const { worker } of workers) worker.terminate();
  workers = [];
}
