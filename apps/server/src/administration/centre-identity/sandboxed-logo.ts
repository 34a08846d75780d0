import { join } from 'node:path';
import type { Sandbox } from '../../platform/outside/sandbox/sandbox.ts';
import type { ParseFailure } from '../../platform/parsers/parser-failure.ts';
import { ParserProcess } from '../../platform/parsers/parser-process.ts';

export interface LogoTask {
  file: Uint8Array;
}

const threadFile = join(import.meta.dirname, 'parser-thread.ts');
const TASK_MS = 20_000;

/** Encodes an uploaded logo in a parser process of its own, which sees no file. */
export const encodeSandboxed = async (
  sandbox: Sandbox,
  file: Uint8Array,
): Promise<{ png: Uint8Array } | ParseFailure> => {
  const accessOf = () => ({ read: [], write: [], files: [] });
  const parser = new ParserProcess<LogoTask, { png: Uint8Array }>({ sandbox, threadFile, accessOf });
  try {
    return await parser.run({ file }, new AbortController().signal, TASK_MS);
  } finally {
    parser.close();
  }
};
