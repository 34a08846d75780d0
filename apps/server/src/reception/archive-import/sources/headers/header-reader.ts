import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DirectoryFile } from '@snimok/imaging/dicom/directory-files';
import type { StudyAttributes } from '@snimok/imaging/dicom/study-attributes';
import type { Context } from '../../../../platform/context.ts';
import type { ParseFailure } from '../../../../platform/parsers/parser-failure.ts';
import { ParserProcess } from '../../../../platform/parsers/parser-process.ts';
import type { Header, HeaderReply, HeaderTask } from './header-tasks.ts';

/** A DICOMDIR of 100,000 files takes about 20 MB as text. */
const MAX_REPLY_BYTES = 64 * 1024 ** 2;

/** The beginning of a file, in memory. */
export interface Head {
  bytes: Buffer;
  isCut: boolean;
}

/**
 * Reads headers in one sandboxed process. The process sees copies in `folder`, never the files of the archive: to make a file readable
 * for the process its permissions would have to be changed.
 */
export const openHeaderReader = ({ sandbox }: Pick<Context, 'sandbox'>, folder: string) => {
  const parser = new ParserProcess<HeaderTask, HeaderReply>({
    sandbox,
    threadFile: join(import.meta.dirname, 'header-thread.ts'),
    accessOf: ({ path }) => ({ read: [folder], write: [], files: [path] }),
    maxReplyBytes: MAX_REPLY_BYTES,
  });
  let count = 0;

  const withFile = async <Result>(
    parts: readonly Buffer[],
    task: (path: string) => Promise<Result>,
  ): Promise<Result> => {
    const path = join(folder, `heads-${(count += 1)}`);
    try {
      await writeFile(path, parts, { mode: 0o600 });
      return await task(path);
    } finally {
      await rm(path, { force: true });
    }
  };

  const read = async (heads: readonly Head[], signal: AbortSignal): Promise<Header[]> => {
    const reply = await withFile(
      heads.map(({ bytes }) => bytes),
      (path) => {
        const ranges = rangesOf(heads.map(({ bytes }) => bytes));
        const cut = ranges.map((range, at) => Object.assign(range, { isCut: heads[at]?.isCut ?? false }));
        return parser.run({ task: 'heads', path, heads: cut }, signal);
      },
    );
    if ('headers' in reply) return reply.headers;
    if (heads.length === 1) return [{ kind: 'broken' }];
    // one of them made the process fail
    const headers: Header[] = [];
    for (const head of heads) headers.push(...(await read([head], signal)));
    return headers;
  };

  return {
    /** The headers in the order of the heads. */
    read,
    /** The attributes of data sets without file meta information; null for what cannot be read. */
    async readIdentifiers(
      dataSets: readonly Buffer[],
      transferSyntaxUID: string,
      signal: AbortSignal,
    ): Promise<(StudyAttributes | null)[]> {
      if (dataSets.length === 0) return [];
      const reply: HeaderReply | ParseFailure = await withFile(dataSets, (path) =>
        parser.run({ task: 'identifiers', path, transferSyntaxUID, ranges: rangesOf(dataSets) }, signal),
      );
      return 'identifiers' in reply ? reply.identifiers : dataSets.map(() => null);
    },
    /** The files that a DICOMDIR names; null if it cannot be used. */
    async readDirectory(bytes: Buffer, signal: AbortSignal): Promise<DirectoryFile[] | null> {
      const reply = await withFile([bytes], (path) => parser.run({ task: 'directory', path }, signal));
      return 'directory' in reply ? reply.directory : null;
    },
    close: () => parser.close(),
  };
};

export type HeaderReader = ReturnType<typeof openHeaderReader>;

const rangesOf = (parts: readonly Buffer[]): { offset: number; length: number }[] => {
  let at = 0;
  return parts.map(({ length }) => {
    const offset = at;
    at += length;
    return { offset, length };
  });
};
