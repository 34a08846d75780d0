import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const NODE = join(ROOT, 'node_modules/node/bin/node');
/** Runs a program of the product from its source. */
const WITH_NODE = [NODE, '--disable-warning=ExperimentalWarning'];

export interface Outcome {
  /** null if a signal ended the process */
  code: number | null;
  stdout: string;
  stderr: string;
}

/** One of the product's programs, or with an empty `launcher` any program, in its own process group. */
export class Program {
  readonly #child: ChildProcess;
  readonly ended: Promise<Outcome>;
  stdout = '';
  stderr = '';

  constructor(file: string, args: string[], settings: Record<string, string>, launcher = WITH_NODE) {
    // without the cache each program compiles its modules again, which takes half of its start
    const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
    const [program = file, ...words] = [...launcher, file, ...args];
    this.#child = spawn(program, words, {
      cwd: ROOT,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH, HOME, NODE_COMPILE_CACHE, ...settings },
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.ended = new Promise((resolve, reject) => {
      this.#child.on('error', reject);
      this.#child.on('close', (code) => resolve({ code, stdout: this.stdout, stderr: this.stderr }));
    });
  }

  /** Resolves with the match in stdout; rejects if the program ends before. */
  async waitForOutput(pattern: RegExp): Promise<RegExpExecArray> {
    const printed = new Promise<RegExpExecArray>((resolve) => {
      const check = () => {
        const found = pattern.exec(this.stdout);
        if (found) resolve(found);
      };
      this.#child.stdout?.on('data', check);
      check();
    });
    const ended = this.ended.then(({ code, stderr }) => {
      throw new Error(`ended with code ${code} before it printed ${pattern}: ${stderr}`);
    });
    return Promise.race([printed, ended]);
  }

  /** Sends SIGKILL to the child processes of the program, such as the portal that `npm start` runs. */
  killChildren(): void {
    for (const child of this.children()) process.kill(child, 'SIGKILL');
  }

  /** The pids of the child processes. */
  children(): number[] {
    const { pid } = this.#child;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return children.split(' ').filter(Boolean).map(Number);
  }

  /** Stops the program without ending it: its connections stay open and nothing is answered. */
  pause(): void {
    this.#child.kill('SIGSTOP');
  }

  /** A public demonstration starts again with new data. */
  resetDemo(): void {
    this.#child.kill('SIGUSR2');
  }

  resume(): void {
    this.#child.kill('SIGCONT');
  }

  /** Sends SIGTERM, as a service manager does; a paused program resumes to handle it. */
  async stop(): Promise<Outcome> {
    this.#child.kill('SIGTERM');
    this.resume();
    return this.ended;
  }

  /** Simulates Ctrl+C in a terminal: the portal receives SIGINT from the terminal and SIGTERM from `npm start`. */
  async interrupt(): Promise<Outcome> {
    this.#child.kill('SIGINT');
    this.#child.kill('SIGTERM');
    return this.ended;
  }

  /** Sends SIGKILL to the whole process group: the program and its child processes. */
  async kill(): Promise<void> {
    const { pid, exitCode, signalCode } = this.#child;
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL');
    await this.ended;
  }
}

export const run = (file: string, args: string[], settings: Record<string, string>): Promise<Outcome> =>
  new Program(file, args, settings).ended;

/**
 * Ports below Linux's ephemeral ports (from 32768), so that no outgoing connection takes the port before the program
 * listens.
 */
const PORTS = { from: 20_000, count: 12_000 };
let nextPort = Math.floor(Math.random() * PORTS.count);

/** A port on which no process listens. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    nextPort = (nextPort + 1) % PORTS.count;
    const port = PORTS.from + nextPort;
    const isFree = await new Promise<boolean>((resolve, reject) => {
      const server = createServer();
      server.once('error', (cause: NodeJS.ErrnoException) =>
        cause.code === 'EADDRINUSE' ? resolve(false) : reject(cause),
      );
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
};

/** The pid of the running PostgreSQL of a data folder, from the first line of postmaster.pid. */
export const databasePid = (dataDir: string): number | undefined => {
  try {
    const pid = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(pid, 0);
    return pid;
  } catch {
    return undefined;
  }
};
