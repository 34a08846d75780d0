import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandContext } from '../program/context.ts';
import { freshPath, removeFresh, replaceProgram } from '../updates/program-files.ts';
import { sentences } from '../updates/sentences.ts';
import { readUpdateState, recordUpdateState } from '../updates/state.ts';
import { Worker } from './worker.ts';

interface SuperviseOptions {
  /** the file of the program; a newer version replaces it */
  program: string;
  version: string;
  /** of each process that works */
  args: string[];
  /** how long a new version may take until the portal has answered it */
  reachMs?: number;
  /** how long a new version has to run before it is trusted */
  aliveMs?: number;
}

const REACH_MS = 5 * 60_000;
const ALIVE_MS = 60_000;

/**
 * Has another process do the work, so that a newer version can be tried while the present one is still in its place. Returns the exit code
 * of the process when it ends; 0 when the service is stopped.
 */
export const supervise = async (context: CommandContext, options: SuperviseOptions): Promise<number> => {
  const { program, args } = options;
  const stopped = aborted(context.stop);
  let { version } = options;
  let worker = new Worker(program, args, program);
  for (;;) {
    const event = await Promise.race([
      worker.ended.then((code) => ({ code })),
      worker.offered.then((next) => ({ next })),
      stopped.then(() => ({ code: 0 })),
    ]);
    if (!('next' in event)) {
      await worker.stop();
      return event.code;
    }
    const { next } = event;
    context.print(sentences.trying(next));
    await worker.stop();
    worker = new Worker(freshPath(program), args, program);
    const problem = await tryWorker(worker, next, options, stopped);
    if (problem === null && install(context, { program, from: version, to: next })) {
      version = next;
      continue;
    }
    await worker.stop();
    removeFresh(program);
    if (context.stop.aborted) return 0;
    recordFailure(context, next, problem ?? sentences.notReplaced(next));
    worker = new Worker(program, args, program);
  }
};

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Returns why a version that was started is not trusted, or null. */
const tryWorker = async (
  worker: Worker,
  version: string,
  { reachMs = REACH_MS, aliveMs = ALIVE_MS }: SuperviseOptions,
  stopped: Promise<void>,
): Promise<string | null> => {
  const decided = new AbortController();
  const after = (ms: number) => sleep(ms, undefined, { signal: decided.signal });
  const works = Promise.all([worker.reached, after(aliveMs)]).then(() => null);
  const tooLate = after(Math.max(reachMs, aliveMs)).then(() => sentences.unreached(version));
  // the loser of the race rejects when `decided` is aborted, which is expected
  for (const outcome of [works, tooLate]) outcome.catch(() => undefined);
  try {
    return await Promise.race([
      worker.ended.then(() => sentences.ended(version)),
      stopped.then(() => sentences.ended(version)),
      works,
      tooLate,
    ]);
  } finally {
    decided.abort();
  }
};

/** Puts the version that works in the place of the program. Returns whether that succeeded. */
const install = (
  { paths, print, log }: CommandContext,
  { program, from, to }: { program: string; from: string; to: string },
): boolean => {
  try {
    replaceProgram(program);
  } catch (problem) {
    log('not-replaced', { version: to, code: (problem as NodeJS.ErrnoException).code ?? null });
    return false;
  }
  recordUpdateState(paths, { updatedAt: new Date(), previous: from, problem: null, failed: null });
  log('updated', { from, to });
  print(sentences.updated(from, to));
  return true;
};

const recordFailure = ({ paths, print, log }: CommandContext, version: string, problem: string): void => {
  const { failed } = readUpdateState(paths);
  const times = (failed?.version === version ? failed.times : 0) + 1;
  recordUpdateState(paths, { problem, failed: { version, times } });
  log('went-back', { version, times, reason: problem });
  print(sentences.notUpdated(problem));
};
