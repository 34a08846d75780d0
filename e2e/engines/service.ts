import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from './machines.ts';
import type { Wires } from './network.ts';

/** What systemd waits before it starts a service again (ops/systemd: RestartSec). */
const RESTART_AFTER_MS = 2_000;

export interface Plan {
  name: string;
  /** the machine it runs on */
  place: Place;
  program: string;
  args: string[];
  settings?: Record<string, string>;
  /** whom it runs as; absent: root */
  user?: string;
}

/** A program on one of the machines, started again whenever it ends, as by systemd with `Restart=always`. */
export class Service {
  #plan: Plan;
  readonly #wires: Wires;
  readonly logFile: string;
  #child: ChildProcess | undefined;
  #wanted = false;
  #again: NodeJS.Timeout | undefined;

  constructor(plan: Plan, wires: Wires, logs: string) {
    this.#plan = plan;
    this.#wires = wires;
    this.logFile = join(logs, `${plan.name}.log`);
  }

  start(): void {
    if (this.#wanted) return;
    this.#wanted = true;
    this.#run();
  }

  /** Dies at once with all it has started, and stays dead until it is started. */
  kill(): void {
    this.#wanted = false;
    clearTimeout(this.#again);
    this.#signal('SIGKILL');
  }

  /** Dies, and is started again by whoever looks after services. */
  crash(): void {
    this.#signal('SIGKILL');
  }

  /** Neither works nor ends: its connections stay open and nothing answers. */
  freeze(): void {
    this.#signal('SIGSTOP');
  }

  thaw(): void {
    this.#signal('SIGCONT');
  }

  /** Stops as a service manager stops it, and begins anew by another plan. */
  async replace(plan: Plan): Promise<void> {
    this.#wanted = false;
    clearTimeout(this.#again);
    const child = this.#child;
    if (child?.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    }
    this.#plan = plan;
    this.start();
  }

  /** The end of its log. */
  lastWords(): string {
    return readFileSync(this.logFile, 'utf8').split('\n').slice(-4).join('\n').slice(-1000);
  }

  #run(): void {
    const { place, program, args, settings = {}, user } = this.#plan;
    const asUser = user ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups'] : [];
    const words = ['netns', 'exec', this.#wires.namespaceOf(place), ...asUser, program, ...args];
    // `ip` and `setpriv` become the program: the child's id is the program's
    const log = openSync(this.logFile, 'a');
    const child = spawn('ip', words, {
      stdio: ['ignore', log, log],
      detached: true,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, LANG: 'C.UTF-8', ...settings },
    });
    this.#child = child;
    closeSync(log);
    child.once('exit', () => {
      if (this.#wanted) this.#again = setTimeout(() => this.#wanted && this.#run(), RESTART_AFTER_MS);
    });
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid, exitCode, signalCode } = this.#child ?? {};
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    for (const one of [pid, ...descendantsOf(pid)]) {
      try {
        process.kill(one, signal);
      } catch {
        // it has ended by itself meanwhile
      }
    }
  }
}

/** PostgreSQL's backends and the worker's children are in groups of their own, so the tree of parents is walked. */
const descendantsOf = (root: number): number[] => {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const parent = parentOf(name);
      return parent === undefined ? [] : [{ pid: Number(name), parent }];
    });
  const below = (pid: number): number[] =>
    parents.filter(({ parent }) => parent === pid).flatMap((child) => [child.pid, ...below(child.pid)]);
  return below(root);
};

/** proc(5): the parent is the second word after the name in brackets. */
const parentOf = (pid: string): number | undefined => {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return undefined;
  }
};
