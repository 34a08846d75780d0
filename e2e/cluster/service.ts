import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from './machines.ts';
import type { Network } from './network.ts';

/** `RestartSec` of the units in ops/systemd/. */
const RESTART_AFTER_MS = 2_000;

export interface Plan {
  name: string;
  machine: Machine;
  program: string;
  args: string[];
  settings?: Record<string, string>;
  /** the user of the process; root if absent */
  user?: string;
}

/** A program on one of the machines, restarted when it ends, as by systemd with `Restart=always`. */
export class Service {
  #plan: Plan;
  readonly #subnet: Network;
  readonly logFile: string;
  #child: ChildProcess | undefined;
  #shouldRun = false;
  #restartTimer: NodeJS.Timeout | undefined;

  constructor(plan: Plan, network: Network, logs: string) {
    this.#plan = plan;
    this.#subnet = network;
    this.logFile = join(logs, `${plan.name}.log`);
  }

  start(): void {
    if (this.#shouldRun) return;
    this.#shouldRun = true;
    this.#run();
  }

  /** Kills the program and its descendants; it is not restarted before `start`. */
  kill(): void {
    this.#shouldRun = false;
    clearTimeout(this.#restartTimer);
    this.#signal('SIGKILL');
  }

  /** Kills the program and its descendants; it is restarted as by systemd. */
  crash(): void {
    this.#signal('SIGKILL');
  }

  /** Stops the processes without ending them: their connections stay open and unanswered. */
  freeze(): void {
    this.#signal('SIGSTOP');
  }

  thaw(): void {
    this.#signal('SIGCONT');
  }

  /** Stops the program with SIGTERM, as a service manager does, and starts another one in its place. */
  async replace(plan: Plan): Promise<void> {
    this.#shouldRun = false;
    clearTimeout(this.#restartTimer);
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
  logTail(): string {
    return readFileSync(this.logFile, 'utf8').split('\n').slice(-4).join('\n').slice(-1000);
  }

  #run(): void {
    const { machine, program, args, settings = {}, user } = this.#plan;
    const asUser = user ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups'] : [];
    const ipArgs = ['netns', 'exec', this.#subnet.namespaceOf(machine), ...asUser, program, ...args];
    // `ip` and `setpriv` replace themselves by the program, so that the child's pid is the program's
    const log = openSync(this.logFile, 'a');
    const child = spawn('ip', ipArgs, {
      stdio: ['ignore', log, log],
      detached: true,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, LANG: 'C.UTF-8', ...settings },
    });
    this.#child = child;
    closeSync(log);
    child.once('exit', () => {
      if (this.#shouldRun)
        this.#restartTimer = setTimeout(() => this.#shouldRun && this.#run(), RESTART_AFTER_MS);
    });
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid, exitCode, signalCode } = this.#child ?? {};
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    for (const one of [pid, ...descendantsOf(pid)]) {
      try {
        process.kill(one, signal);
      } catch {
        // the process has ended meanwhile
      }
    }
  }
}

/** PostgreSQL's backends and the worker's children have their own process groups, so descendants are found by parent pid. */
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

/** proc(5): the parent pid is the second field after the name in brackets. */
const parentOf = (pid: string): number | undefined => {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return undefined;
  }
};
