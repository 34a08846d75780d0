import type { Sample } from '../inspect/inspect-files.ts';
import thumbnailWorkerURL from './thumbnail.worker.ts?worker&url';

/** Longer than an old PC needs for a panoramic. */
const LIMIT_MS = 15_000;

/** One at a time, so that the processor and the memory stay free for the upload. */
let last: Promise<unknown> = Promise.resolve();
const made = new WeakMap<Sample, Promise<ImageBitmap | null>>();

/** Null if the image cannot be decoded here. */
export function thumbnailOf(sample: Sample): Promise<ImageBitmap | null> {
  const known = made.get(sample);
  if (known) return known;
  const making = last.then(() => makeInWorker(sample));
  last = making;
  made.set(sample, making);
  return making;
}

/** Uses a worker of its own, which ends with its answer and frees its memory. */
function makeInWorker(sample: Sample): Promise<ImageBitmap | null> {
  return new Promise((resolve) => {
    const worker = new Worker(thumbnailWorkerURL, { type: 'module' });
    const end = (bitmap: ImageBitmap | null) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(bitmap);
    };
    const timer = setTimeout(() => end(null), LIMIT_MS);
    worker.addEventListener('message', ({ data }: MessageEvent<ImageBitmap | null>) => end(data));
    worker.addEventListener('error', () => end(null));
    worker.postMessage(sample);
  });
}
