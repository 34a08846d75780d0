import type { RegisteredFile } from '@snimok/contract/uploads';
import type { z } from 'zod';
import type { FileToSend, FileSource } from './upload-api.ts';

export type Registered = z.infer<typeof RegisteredFile>;

export interface ResumePlan<Source extends FileSource> {
  /** on the server already, whole and of the same size */
  stored: FileToSend<Source>[];
  missing: FileToSend<Source>[];
  /** whole on the server, but not among the files chosen now */
  onlyStored: Registered[];
  /** of what is missing, in parts on the server already; their checksums are compared when they are sent */
  storedPartBytes: number;
}

/** What an interrupted upload still lacks. Name and size tell whether a file is the same one. */
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

/** How much of a file that is not whole yet is on the server. */
export function bytesInParts({ filesize, uploaded, parts }: Registered): number {
  if (uploaded || !parts) return 0;
  const { partSize, there } = parts;
  const sizeOf = (number: number) => Math.min(partSize, filesize - (number - 1) * partSize);
  return [...new Set(there.map(({ number }) => number))].reduce((sum, number) => sum + sizeOf(number), 0);
}
