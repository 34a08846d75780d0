import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const NODE = join(ROOT, 'node_modules/node/bin/node');

export interface Outcome {
  /** null when a signal ended it */
  code: number | null;
  stdout: string;
  stderr: string;
}

/** One of the product's programs, in a process group of its own. */
export class Program {
  readonly #child: ChildProcess;
  readonly ended: Promise<Outcome>;
  stdout = '';
  stderr = '';

  constructor(file: string, args: string[], settings: Record<string, string>) {
    this.#child = spawn(NODE, ['--disable-warning=ExperimentalWarning', file, ...args], {
      cwd: ROOT,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings },
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.ended = new Promise((resolve, reject) => {
      this.#child.on('error', reject);
      this.#child.on('close', (code) => resolve({ code, stdout: this.stdout, stderr: this.stderr }));
    });
  }

  /** Resolves once this has been printed; fails when the program ends first. */
  async says(words: RegExp): Promise<RegExpExecArray> {
    const heard = new Promise<RegExpExecArray>((resolve) => {
      const listen = () => {
        const found = words.exec(this.stdout);
        if (found) resolve(found);
      };
      this.#child.stdout?.on('data', listen);
      listen();
    });
    const ended = this.ended.then(({ code, stderr }) => {
      throw new Error(`ended with code ${code} before it said ${words}: ${stderr}`);
    });
    return Promise.race([heard, ended]);
  }

  /** As a service manager or Ctrl+C would. */
  async stop(): Promise<Outcome> {
    this.#child.kill('SIGTERM');
    return this.ended;
  }

  /** Ctrl+C in a terminal reaches the portal twice: by itself and handed on by `npm start`. */
  async interrupt(): Promise<Outcome> {
    this.#child.kill('SIGINT');
    this.#child.kill('SIGTERM');
    return this.ended;
  }

  /** The whole group at once: the portal and the workers it has started. */
  async kill(): Promise<void> {
    const { pid, exitCode, signalCode } = this.#child;
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL');
    await this.ended;
  }
}

export const run = (file: string, args: string[], settings: Record<string, string>): Promise<Outcome> =>
  new Program(file, args, settings).ended;

/** Below those that Linux gives to calls which go out (32768), of which one could take it before it is listened on. */
const PORTS = { from: 20_000, count: 12_000 };
let nextPort = Math.floor(Math.random() * PORTS.count);

/** A port that nobody listens on just now. */
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

/** The database server of this folder, when one runs (PostgreSQL's own postmaster.pid: its first line is the pid). */
export const databasePid = (dataDir: string): number | undefined => {
  try {
    const pid = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(pid, 0);
    return pid;
  } catch {
    return undefined;
  }
};
