import { MAX_BATCH } from '@snimok/contract/studies/uploads';
import type { FileToSend, NamedSize, UploadApi, FileSource } from './upload-api.ts';

/**
 * URLs of a bucket are valid for ten minutes, URLs of a folder store for an hour. The time to start the transfer is
 * subtracted; a transfer that has begun continues.
 */
const FRESH_MS = 8 * 60_000;
/** A batch is small enough that sending starts soon, and large enough that few responses are waited for. */
const BATCH = Math.min(MAX_BATCH, 200);

type Register = (files: NamedSize[]) => ReturnType<UploadApi<FileSource>['register']>;

/** Presigned URLs, requested in batches shortly before they are needed. */
export function presignedURLs(register: Register, files: FileToSend[], now: () => number = Date.now) {
  const urls = new Map<string, { url: string; at: number }>();
  const position = new Map(files.map(({ filename }, index) => [filename, index]));
  /**
   * Registering a name again discards what the server has stored under it, so a batch contains only untouched
   * files.
   */
  const touched = new Set<string>();
  let lastRequest: Promise<void> = Promise.resolve();

  const freshURL = (filename: string) => {
    const address = urls.get(filename);
    return address && now() - address.at < FRESH_MS ? address.url : null;
  };

  async function requestBatch(filename: string) {
    const first = position.get(filename)!;
    const untouched = files.slice(first, first + BATCH).filter((file) => !touched.has(file.filename));
    const batch = [files[first]!, ...untouched.filter((file) => !freshURL(file.filename))];
    const at = now();
    const answer = await register(batch.map((one) => ({ filename: one.filename, filesize: one.file.size })));
    for (const one of answer) urls.set(one.filename, { url: one.presignedURL, at });
  }

  return {
    async urlFor(filename: string): Promise<string> {
      touched.add(filename);
      // One batch at a time: the next file in the queue is usually in the batch of the previous one.
      lastRequest = lastRequest
        .catch(() => {})
        .then(() => (freshURL(filename) ? undefined : requestBatch(filename)));
      await lastRequest;
      const url = freshURL(filename);
      if (!url) throw new Error(`the response has no URL for ${filename}`);
      return url;
    },
    /** Drops a rejected URL, so that the next call requests a new one. */
    forget: (filename: string) => void urls.delete(filename),
  };
}
