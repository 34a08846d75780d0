import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Reply, Task } from './facts.ts';
import type { Failed, OwnFailure } from './failure.ts';

const childFile = join(import.meta.dirname, 'child.ts');
const readerFile = join(import.meta.dirname, 'reader.ts');
const TASK_MS = 60_000;
const WATCH_EVERY_MS = 100;
/** The largest file that is read whole is 1 GiB; decoding one of its frames takes little more. */
const MEMORY_BYTES = 2.5 * 1024 ** 3;
const HEAP_MB = 512;
const PAGE_BYTES = 4096;

/**
 * A child process that reads files for us, one task at a time, under limits of time and memory. When it dies of a
 * file, that file has failed, and the next task gets a new child. Which tasks those are, its reader says.
 */
export class Examiner<Asked extends object = Task, Told extends object = Reply> {
  readonly #readerFile: string;
  #child: ChildProcess | null = null;
  /** A run that has failed elsewhere must not be outlived by a child that it asked for. */
  #closed = false;

  constructor(reader = readerFile) {
    this.#readerFile = reader;
  }

  /** @throws what failed by this machine, not by the file */
  async ask(task: Asked, signal: AbortSignal, limitMs = TASK_MS): Promise<Told | Failed> {
    signal.throwIfAborted();
    if (this.#closed) return { failed: 'the run is over' };
    this.#child ??= startChild(this.#readerFile);
    const child = this.#child;
    const reply = await new Promise<Told | Failed | OwnFailure>((resolve) => {
      const fail = (reason: string) => {
        child.kill('SIGKILL');
        finish({ failed: reason });
      };
      const deadline = setTimeout(() => fail('it took too long'), limitMs);
      const watch = setInterval(async () => {
        if ((await residentBytes(child.pid)) > MEMORY_BYTES) fail('it needed too much memory');
      }, WATCH_EVERY_MS);
      const onAbort = () => fail('stopped');
      const onExit = () => finish({ failed: 'the reader ended unexpectedly' });
      const finish = (answer: Told | Failed | OwnFailure) => {
        clearTimeout(deadline);
        clearInterval(watch);
        signal.removeEventListener('abort', onAbort);
        child.off('message', finish);
        child.off('exit', onExit);
        child.off('error', onExit);
        resolve(answer);
      };
      child.on('message', finish);
      child.on('exit', onExit);
      child.on('error', onExit);
      signal.addEventListener('abort', onAbort);
      child.send(task, (cause) => cause && onExit());
    });
    if (child.exitCode !== null || child.killed || !child.connected) this.#child = null;
    signal.throwIfAborted();
    if ('ours' in reply) throw new Error(reply.ours);
    return reply;
  }

  close(): void {
    this.#closed = true;
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }
}

const startChild = (reader: string): ChildProcess =>
  fork(childFile, [reader], {
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    // nothing of ours: no secret, no database
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });

/** 0 where the system does not tell (macOS): there the time limit alone stands guard. */
const residentBytes = async (pid: number | undefined): Promise<number> => {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(statm.split(' ')[1] ?? 0) * PAGE_BYTES;
};
