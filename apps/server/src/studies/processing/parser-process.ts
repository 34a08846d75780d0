import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InternalFailure, ParseFailure } from './parser-failure.ts';
import type { ParserReply, ParserTask } from './parser-tasks.ts';

const childFile = join(import.meta.dirname, 'parser-child.ts');
const defaultThreadFile = join(import.meta.dirname, 'parser-thread.ts');
const TASK_MS = 60_000;
const WATCH_EVERY_MS = 100;
/** The largest file that is read whole has 1 GiB; decoding one of its frames takes little more. */
const MEMORY_BYTES = 2.5 * 1024 ** 3;
const HEAP_MB = 512;
const PAGE_BYTES = 4096;

/**
 * A child process that parses untrusted files, one task at a time, under limits of time and memory. If a file makes it
 * exceed a limit or crash, that task fails and the next one gets a new process. `threadFile` is the module that runs
 * the tasks.
 */
export class ParserProcess<Request extends object = ParserTask, Reply extends object = ParserReply> {
  readonly #threadFile: string;
  #child: ChildProcess | null = null;
  /** Prevents a run that has failed elsewhere from starting another process that nobody would end. */
  #closed = false;

  constructor(threadFile = defaultThreadFile) {
    this.#threadFile = threadFile;
  }

  /** @throws if the machine and not the file caused the failure, or `signal` is aborted */
  async run(task: Request, signal: AbortSignal, limitMs = TASK_MS): Promise<Reply | ParseFailure> {
    signal.throwIfAborted();
    if (this.#closed) return { failed: 'the run is over' };
    this.#child ??= startChild(this.#threadFile);
    const child = this.#child;
    const reply = await runTask<Reply>(child, task, signal, limitMs);
    if (child.exitCode !== null || child.killed || !child.connected) this.#child = null;
    signal.throwIfAborted();
    if ('internal' in reply) throw new Error(reply.internal);
    return reply;
  }

  close(): void {
    this.#closed = true;
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }
}

/** Kills the process if the task exceeds a limit or is aborted. Never rejects. */
const runTask = <Reply extends object>(
  child: ChildProcess,
  task: object,
  signal: AbortSignal,
  limitMs: number,
): Promise<Reply | ParseFailure | InternalFailure> =>
  new Promise((resolve) => {
    let isFinished = false;
    const kill = (reason: string) => {
      // memory is read asynchronously: when the answer arrives, the process may already run the next task
      if (isFinished) return;
      child.kill('SIGKILL');
      finish({ failed: reason });
    };
    const deadline = setTimeout(() => kill('the parser process exceeded its time limit'), limitMs);
    const watch = setInterval(async () => {
      const bytes = await residentBytes(child.pid);
      if (bytes > MEMORY_BYTES) kill('the parser process exceeded its memory limit');
    }, WATCH_EVERY_MS);
    const onAbort = () => kill('stopped');
    const onExit = () => finish({ failed: 'the parser process ended unexpectedly' });
    const finish = (reply: Reply | ParseFailure | InternalFailure) => {
      isFinished = true;
      clearTimeout(deadline);
      clearInterval(watch);
      signal.removeEventListener('abort', onAbort);
      child.off('message', finish);
      child.off('exit', onExit);
      child.off('error', onExit);
      resolve(reply);
    };
    child.on('message', finish);
    child.on('exit', onExit);
    child.on('error', onExit);
    signal.addEventListener('abort', onAbort);
    child.send(task, (cause) => cause && onExit());
  });

const startChild = (threadFile: string): ChildProcess =>
  fork(childFile, [threadFile], {
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    // without the environment of the worker, which contains secrets and the database's address
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });

/** 0 on systems without /proc (macOS), where only the time limit applies. */
const residentBytes = async (pid: number | undefined): Promise<number> => {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(statm.split(' ')[1] ?? 0) * PAGE_BYTES;
};
