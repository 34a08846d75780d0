import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { EXIT } from '../program/exit-error.ts';

/**
 * What the process that works sends to the service that has started it. During an update they are of different versions, in either
 * order, so these messages never change. The end of the channel asks the process to stop.
 */
const Message = z.discriminatedUnion('type', [
  /** the portal has answered */
  z.object({ type: z.literal('reached') }),
  /** a newer version is ready beside the program */
  z.object({ type: z.literal('update'), version: z.string() }),
]);
export type Message = z.infer<typeof Message>;

/** The variable by which a process knows the file that a newer version replaces. A version that is tried is beside it. */
export const PROGRAM = 'SNIMOK_PROGRAM';

const STOP_MS = 30_000;

/** A process of the program that does the work of the service. */
export class Worker {
  readonly #child: ChildProcess;
  /** the exit code; a process that could not be started or was killed has failed */
  readonly ended: Promise<number>;
  readonly reached: Promise<void>;
  /** a newer version that is ready beside the program */
  readonly offered: Promise<string>;

  /** @param file what is started: the program itself, or a newer version beside it */
  constructor(file: string, args: string[], program: string) {
    const env = { ...process.env, [PROGRAM]: program };
    this.#child = spawn(file, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env });
    const reached = Promise.withResolvers<void>();
    const offered = Promise.withResolvers<string>();
    this.reached = reached.promise;
    this.offered = offered.promise;
    this.#child.on('message', (received) => {
      const message = Message.safeParse(received);
      if (message.data?.type === 'reached') reached.resolve();
      if (message.data?.type === 'update') offered.resolve(message.data.version);
    });
    this.ended = new Promise((resolve) => {
      this.#child.on('error', () => resolve(EXIT.failed));
      this.#child.on('exit', (code) => resolve(code ?? EXIT.failed));
    });
  }

  /** Stops the process, which finishes what it does; resolves when it has ended. */
  async stop(): Promise<void> {
    if (this.#child.connected) this.#child.disconnect();
    const waiting = new AbortController();
    const isLate = await Promise.race([
      this.ended.then(() => false),
      sleep(STOP_MS, true, { signal: waiting.signal }).catch(() => false),
    ]);
    waiting.abort();
    if (isLate) this.#child.kill('SIGKILL');
    await this.ended;
  }
}
