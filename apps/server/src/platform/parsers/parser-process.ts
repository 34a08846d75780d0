import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { residentBytes } from '../outside/sandbox/resident-bytes.ts';
import type { Access, Sandbox } from '../outside/sandbox/sandbox.ts';
import type { InternalFailure, ParseFailure } from './parser-failure.ts';

const childFile = join(import.meta.dirname, 'parser-child.ts');
const TASK_MS = 60_000;
const WATCH_EVERY_MS = 100;
/** Files of up to 1 GiB are read whole; decoding one of their frames takes little more memory. */
const MEMORY_BYTES = 2.5 * 1024 ** 3;
const HEAP_MB = 512;

/** What one task may use. The access of a process is fixed, so a task with other files or folders gets another process. */
export interface TaskAccess extends Access {
  /** the files that the task reads, in the folders that the process may read */
  files: string[];
}

export interface ParserOptions<Request> {
  sandbox: Sandbox;
  /** the module that runs the tasks */
  threadFile: string;
  accessOf(task: Request): TaskAccess;
  /** the limit for an answer that may be larger than facts about a file */
  maxReplyBytes?: number;
}

/**
 * A sandboxed process that parses untrusted files, one task at a time, under limits of time and memory. If a file makes
 * it exceed a limit or crash, that task fails and the next one gets a new process.
 */
export class ParserProcess<Request extends object, Reply extends object> {
  readonly #options: ParserOptions<Request>;
  #child: ChildProcess | null = null;
  /** the access of the running process, as text */
  #granted = '';
  /**
   * After `close` no process is started: a run that has already failed could still start one, and nothing would end
   * it.
   */
  #closed = false;

  constructor(options: ParserOptions<Request>) {
    this.#options = options;
  }

  /** @throws if the machine and not the file caused the failure, or `signal` is aborted */
  async run(task: Request, signal: AbortSignal, limitMs = TASK_MS): Promise<Reply | ParseFailure> {
    signal.throwIfAborted();
    const access = this.#options.accessOf(task);
    const child = await this.#childWith(access);
    if (!child) return { failed: 'the run is over' };
    await this.#options.sandbox.share(pathsOf(access));
    signal.throwIfAborted();
    const reply = await runTask<Reply>(child, task, signal, limitMs);
    if (hasEnded(child) && this.#child === child) this.#child = null;
    signal.throwIfAborted();
    if ('internal' in reply) throw new Error(reply.internal);
    return reply;
  }

  /**
   * Ends the process, so that it can no longer change the files that it has written. The next task starts a new process.
   */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  close(): void {
    this.#closed = true;
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }

  /** The running process if it has this access, else a new one; null after `close`. */
  async #childWith({ read, write }: Access): Promise<ChildProcess | null> {
    if (this.#closed) return null;
    const granted = JSON.stringify([read, write]);
    if (this.#child && !hasEnded(this.#child) && granted === this.#granted) return this.#child;
    this.#child?.kill('SIGKILL');
    this.#child = null;
    const { sandbox, threadFile, maxReplyBytes } = this.#options;
    const child = await sandbox.start({
      file: childFile,
      args: [threadFile, ...(maxReplyBytes === undefined ? [] : [String(maxReplyBytes)])],
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      access: { read, write },
    });
    if (this.#closed) child.kill('SIGKILL');
    else [this.#child, this.#granted] = [child, granted];
    await waitUntilReady(child);
    return this.#closed ? null : child;
  }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.killed || !child.connected;

/** The files of a task, and the folders below the permitted ones that contain them. */
const pathsOf = ({ files, read }: TaskAccess): string[] => {
  const folders = new Set(files.map((path) => dirname(path)));
  const isBelow = (folder: string) => read.some((permitted) => folder.startsWith(`${permitted}/`));
  return [...[...folders].filter(isBelow), ...files];
};

/** @throws if the process ends before it is ready: no file can cause that */
const waitUntilReady = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    const onExit = () => finish(() => reject(new Error('the parser process could not be started')));
    const onReady = () => finish(resolve);
    const finish = (end: () => void) => {
      child.off('message', onReady);
      child.off('exit', onExit);
      child.off('error', onExit);
      end();
    };
    child.on('message', onReady);
    child.on('exit', onExit);
    child.on('error', onExit);
  });

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
      // the memory is read asynchronously, so the process may already run the next task by now
      if (isFinished) return;
      child.kill('SIGKILL');
      finish({ failed: reason });
    };
    const deadline = setTimeout(() => kill('the parser process exceeded its time limit'), limitMs);
    const watch = setInterval(async () => {
      const bytes = child.pid === undefined ? 0 : await residentBytes(child.pid);
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
