import { open } from 'node:fs/promises';
import type { PackedRange } from '../../../platform/zip/packed-content.ts';
import { DEFAULT_LIMITS, readDirectory } from '../../../platform/zip/zip-directory.ts';
import { problemsOf, ZipProblem } from '../../../platform/zip/zip-problem.ts';
import { unpackZip } from '../../../platform/zip/zip-unpack.ts';

export interface ZipRequest {
  path: string;
  /** the archive's file name, for sentences */
  archive: string;
}

export interface UnpackRequest extends ZipRequest {
  /** an existing folder; the files in it are numbered as `unpackedFile` says */
  folder: string;
  /** a file that gets one line of JSON per unpacked file, because 50,000 names would be a large message */
  list: string;
  content: ZipContent;
}

/** What the directory of a ZIP declares. */
export interface ZipContent {
  files: number;
  bytes: number;
}

/** A line of the list. */
export interface UnpackedLine {
  name: string;
  sizeBytes: number;
  packed: PackedRange | null;
}

export type ZipReply =
  | { content: ZipContent }
  | { unpacked: number }
  | { zipProblem: { sentence: string; exceedsLimits: boolean } };

/** Reads the directory only, so that the limits are checked before anything is written. */
export const measureZip = ({ path, archive, maxFiles }: ZipRequest & { maxFiles: number }) =>
  answerProblems(async () => {
    const file = await open(path, 'r');
    try {
      const limits = { ...DEFAULT_LIMITS, entries: maxFiles, totalBytes: Number.MAX_SAFE_INTEGER };
      const declared = await readDirectory(file, limits, problemsOf(archive));
      const bytes = declared.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      return { content: { files: declared.length, bytes } };
    } finally {
      await file.close();
    }
  });

/** Unpacks at most the content that was measured. */
export const unpackInto = ({ path, archive, folder, list, content }: UnpackRequest) =>
  answerProblems(async () => {
    const lines = await open(list, 'wx', 0o600);
    try {
      let unpacked = 0;
      let block = '';
      const limits = { entries: Number.MAX_SAFE_INTEGER, totalBytes: content.bytes };
      for await (const { name, sizeBytes, packed } of unpackZip(path, folder, { archive, limits })) {
        const line: UnpackedLine = { name, sizeBytes, packed };
        block += `${JSON.stringify(line)}\n`;
        unpacked += 1;
        if (block.length < BLOCK_LENGTH) continue;
        await lines.write(block);
        block = '';
      }
      await lines.write(block);
      return { unpacked };
    } finally {
      await lines.close();
    }
  });

const BLOCK_LENGTH = 64 * 1024;

const answerProblems = async (run: () => Promise<ZipReply>): Promise<ZipReply> => {
  try {
    return await run();
  } catch (cause) {
    if (!(cause instanceof ZipProblem)) throw cause;
    return { zipProblem: { sentence: cause.message, exceedsLimits: cause.exceedsLimits } };
  }
};
