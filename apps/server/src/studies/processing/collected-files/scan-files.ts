import { createReadStream } from 'node:fs';
import { runInOrder, type Task } from '../../../platform/zip/in-order.ts';
import type { Antivirus } from '../../../platform/outside/antivirus/antivirus.ts';
import { Problem } from '../../../platform/errors/errors.ts';
import type { UnpackedFile } from '../parser-tasks/collected-file.ts';
import { sentences } from '../sentences.ts';

/** clamd scans with ten threads by default, for all its clients together. */
const AT_ONCE = 4;

/** The upload contains malicious software; nothing of it may be published. */
export class Infected extends Problem {
  readonly virus: string;

  constructor(filename: string, virus: string) {
    super(400, sentences.infected(filename.slice(0, 200), virus));
    this.virus = virus;
  }
}

/**
 * Sends every file to the scanner, including each file of unpacked ZIPs.
 * @throws Infected at the first file in which something is found, AntivirusUnavailable if a file cannot be checked
 */
export const scanFiles = async (
  antivirus: Antivirus,
  files: readonly UnpackedFile[],
  signal: AbortSignal,
): Promise<void> => {
  for await (const { name, virus } of runInOrder(tasksOf(antivirus, files, signal), AT_ONCE)) {
    if (virus !== null) throw new Infected(name, virus);
  }
};

function* tasksOf(
  antivirus: Antivirus,
  files: readonly UnpackedFile[],
  signal: AbortSignal,
): Generator<Task<{ name: string; virus: string | null }>> {
  for (const { name, path } of files) {
    signal.throwIfAborted();
    // each file counts as one of the AT_ONCE files that are scanned at the same time
    yield {
      memoryBytes: 1,
      run: async () => ({ name, virus: await antivirus.scan(createReadStream(path), signal) }),
    };
  }
}
