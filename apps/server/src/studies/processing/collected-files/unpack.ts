import { lstat, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { unpackedFile } from '../../../platform/zip/zip-unpack.ts';
import { problemsOf, reasons, ZipProblem } from '../../../platform/zip/zip-problem.ts';
import type { ScratchReservation } from '../../../platform/working-files/scratch.ts';
import type { UnpackedFile } from '../parser-tasks/collected-file.ts';
import type { ParserReply } from '../parser-tasks/parser-tasks.ts';
import { openOutput } from '../../../platform/parsers/take-output.ts';
import type { UnpackedLine, ZipContent } from '../parser-tasks/unpack-task.ts';
import type { UploadBudget } from '../upload-parser/upload-budget.ts';
import type { UploadParser } from '../upload-parser/upload-parser.ts';

/** Enough for the largest upload on a slow disk; the upload's own limit of parser time is shorter. */
const UNPACK_MS = 60 * 60_000;
/** A name of 1,024 bytes takes at most six times as many characters in JSON. */
const MAX_LINE_LENGTH = 8 * 1024;

export interface Unpacking {
  parser: UploadParser;
  budget: UploadBudget;
  reservation: ScratchReservation;
  signal: AbortSignal;
}

interface ZipToUnpack {
  path: string;
  /** the archive's file name, for sentences */
  archive: string;
  folder: string;
  /** the number of sent bytes if the ZIP was compressed once more */
  sentBytes: number | undefined;
}

/**
 * Unpacks a ZIP in the parser process, after its directory has been checked against the limits of the upload and of the
 * disk. The process is not trusted: what it reports is compared with the files that it wrote. The ZIP must stay where it
 * is, because the study's object copies its compressed bytes.
 * @throws ZipProblem if the ZIP is invalid or cannot be unpacked alone, Problem if the upload exceeds its limits
 */
export const unpack = async (
  { parser, budget, reservation, signal }: Unpacking,
  { path, archive, folder, sentBytes }: ZipToUnpack,
): Promise<UnpackedFile[]> => {
  const { maxFiles } = budget;
  const measured = await parser.run({ task: 'measure-zip', path, archive, maxFiles }, signal, UNPACK_MS);
  const content = resultOf(budget, archive, measured, 'content');
  const zipBytes = (await stat(path)).size;
  budget.addZip(sentBytes ?? zipBytes, content);
  // once unpacked, and once in the study object
  await reservation.add(2 * content.bytes);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // in the only folder that the process can write; the names of the files are numbers
  const list = join(folder, 'list');
  const reply = await parser.run(
    { task: 'unpack-zip', path, archive, folder, list, content },
    signal,
    UNPACK_MS,
  );
  resultOf(budget, archive, reply, 'unpacked');
  // from here on nothing changes the files any more
  await parser.stop();
  const files = await readList({ zip: path, zipBytes, list, folder, archive }, content);
  reservation.written(content.bytes);
  return files;
};

type Replies = { content: ZipContent; unpacked: number };

/** The result of a task; a ZIP that makes the parser process fail is damaged. */
const resultOf = <Key extends keyof Replies>(
  budget: UploadBudget,
  archive: string,
  reply: ParserReply,
  key: Key,
): Replies[Key] => {
  if (key in reply) return (reply as Replies)[key];
  if ('zipProblem' in reply) {
    const { sentence, exceedsLimits } = reply.zipProblem;
    throw new ZipProblem(sentence, { exceedsLimits });
  }
  budget.assertParserTime();
  throw problemsOf(archive)(reasons.damaged, 'failed' in reply ? reply.failed : undefined);
};

const Uint32 = z.number().int().min(0).max(0xffffffff);
const Bytes = z.number().int().min(0);
/** A line of the list as the process wrote it. */
const Line: z.ZodType<UnpackedLine> = z.object({
  name: z.string(),
  sizeBytes: Bytes,
  packed: z
    .object({
      offset: Bytes,
      packedBytes: Bytes,
      method: z.enum(['deflate', 'stored']),
      packedCRC32: Uint32,
      crc32: Uint32,
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    })
    .nullable(),
});

interface UnpackedZip {
  zip: string;
  zipBytes: number;
  list: string;
  folder: string;
  archive: string;
}

const readList = async (
  { zip, zipBytes, list, folder, archive }: UnpackedZip,
  content: ZipContent,
): Promise<UnpackedFile[]> => {
  const files: UnpackedFile[] = [];
  let bytes = 0;
  for await (const line of linesOf(list)) {
    const { name, sizeBytes, packed } = Line.parse(JSON.parse(line));
    const path = join(folder, unpackedFile(files.length));
    const found = await lstat(path);
    if (
      !found.isFile() ||
      found.size !== sizeBytes ||
      (packed && packed.offset + packed.packedBytes > zipBytes)
    )
      throw new Error(`the list of ${archive} differs from its files`);
    files.push({ name, path, sizeBytes, packed: packed ? { path: zip, sizeBytes, ...packed } : undefined });
    bytes += sizeBytes;
    if (files.length > content.files || bytes > content.bytes)
      throw new Error(`${archive} was unpacked to more than its directory declares`);
  }
  return files;
};

/** Unlike `readline`, limits the length of a line. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  const list = await openOutput(path);
  for await (const chunk of list.createReadStream({ encoding: 'utf8' })) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE_LENGTH) throw new Error('the list of unpacked files has an endless line');
    yield* lines;
  }
}
