import type { RegisteredFile } from '@snimok/contract/studies/uploads';
import type { z } from 'zod';
import type { FileToSend, FileSource } from '../transfer/upload-api.ts';

export type Registered = z.infer<typeof RegisteredFile>;

export interface ResumePlan<Source extends FileSource> {
  /** files that the server has stored completely, with the same size */
  stored: FileToSend<Source>[];
  missing: FileToSend<Source>[];
  /** files that the server has stored completely and that are not among the chosen ones */
  onlyStored: Registered[];
  /**
   * bytes of missing files whose parts are stored; the checksums of these parts are compared during the
   * upload
   */
  storedPartBytes: number;
}

/** Determines what an interrupted upload still lacks. Files are identified by name and size. */
export function planResume<Source extends FileSource>(
  chosen: FileToSend<Source>[],
  registered: Registered[],
): ResumePlan<Source> {
  const uploaded = new Map(registered.filter((file) => file.uploaded).map((file) => [file.filename, file]));
  const there: FileToSend<Source>[] = [];
  const missing: FileToSend<Source>[] = [];
  for (const one of chosen) {
    const same = uploaded.get(one.filename)?.filesize === one.file.size;
    (same ? there : missing).push(one);
  }
  const names = new Set(chosen.map(({ filename }) => filename));
  const known = new Map(registered.map((file) => [file.filename, file]));
  return {
    stored: there,
    missing,
    onlyStored: [...uploaded.values()].filter(({ filename }) => !names.has(filename)),
    storedPartBytes: missing.reduce((sum, { filename, file }) => {
      const same = known.get(filename);
      return same?.filesize === file.size ? sum + bytesInParts(same) : sum;
    }, 0),
  };
}

/** Number of stored bytes of an incomplete file. */
export function bytesInParts({ filesize, uploaded, parts }: Registered): number {
  if (uploaded || !parts) return 0;
  const { partSize, there } = parts;
  const sizeOf = (number: number) => Math.min(partSize, filesize - (number - 1) * partSize);
  return [...new Set(there.map(({ number }) => number))].reduce((sum, number) => sum + sizeOf(number), 0);
}
