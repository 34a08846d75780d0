import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isImage } from '@snimok/imaging/pictures/signature';
import { unpackedFile } from '../../../platform/zip/zip-unpack.ts';
import { flagsOf } from './content-flags.ts';
import { inspectContent } from './inspect-file.ts';
import type { ExaminedFacts } from './collected-file.ts';
import { BrokenBundle, type BundleEntry, type BundleReason, readBundle } from './read-bundle.ts';

export interface UnbundleRequest {
  path: string;
  entries: BundleEntry[];
  /** an existing folder; its files are numbered from `first` as `unpackedFile` says */
  folder: string;
  first: number;
  /** the names by which files are flagged, in the order of the entries; null: the files are not examined */
  names: string[] | null;
  /** whether examined files are written too */
  keepExamined: boolean;
}

interface UnbundledFile {
  /** checksums of the payload */
  packedCRC32: number;
  packedSHA256: string;
  /**
   * null for images, which another process that writes no files examines, and for facts that exceed the size of an
   * answer
   */
  examined: ExaminedFacts | null;
  isWritten: boolean;
}

export type UnbundleReply =
  /** in the order of the entries */
  { unbundled: UnbundledFile[] } | { bundleProblem: { entry: number; reason: BundleReason } };

/** The headers of the files of one task as JSON; an answer may have 256 kB (`bounded-reply.ts`). */
const MAX_FACTS_LENGTH = 160 * 1024;

/** Compares each file of a bundle with what its sender declared, examines it and writes it. */
export const unbundle = async ({ path, entries, ...request }: UnbundleRequest): Promise<UnbundleReply> => {
  const { folder, first, names, keepExamined } = request;
  const file = await open(path, 'r');
  try {
    const unbundled: UnbundledFile[] = [];
    let factsLength = 0;
    for await (const { content, ...packed } of readBundle(file, entries)) {
      const name = names?.[unbundled.length];
      let examined = name === undefined ? null : await examine(content, name);
      factsLength += examined ? JSON.stringify(examined).length : 0;
      if (factsLength > MAX_FACTS_LENGTH) examined = null;
      const isWritten = keepExamined || examined === null;
      const target = join(folder, unpackedFile(first + unbundled.length));
      if (isWritten) await writeFile(target, content, { flag: 'wx', mode: 0o600 });
      unbundled.push({ ...packed, examined, isWritten });
    }
    return { unbundled };
  } catch (cause) {
    if (!(cause instanceof BrokenBundle)) throw cause;
    return { bundleProblem: { entry: cause.entry, reason: cause.reason } };
  } finally {
    await file.close();
  }
};

/**
 * Calls no native code: a malicious file that took over this process could change the other files that it has written,
 * and their checksums.
 */
const examine = async (content: Buffer, name: string): Promise<ExaminedFacts | null> =>
  isImage(content)
    ? null
    : { facts: await inspectContent(content, content, name), flags: flagsOf(name, content) };
