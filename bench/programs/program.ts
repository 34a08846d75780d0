import { spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A child process that runs a Node program of this repository. */
export interface Program {
  pid: number;
  stop(): Promise<void>;
  /** Ends the program with SIGKILL. */
  kill(): Promise<void>;
}

const START_WITHIN_MS = 300_000;

/** Starts a Node program with its output appended to `log`; resolves when `readyText` appears there. */
export const startProgram = async (
  file: string,
  {
    log,
    env = {},
    options = [],
    args = [],
    readyText = 'started',
  }: { log: string; env?: Record<string, string>; options?: string[]; args?: string[]; readyText?: string },
): Promise<Program> => {
  const output = openSync(log, 'a');
  // an earlier program may have written the ready text to the same file
  const from = fstatSync(output).size;
  // a free port for the inspector, in case SIGUSR1 opens it
  const debugOptions = ['--inspect-port=0', ...profilingOptions()];
  const child = spawn(process.execPath, [...debugOptions, ...options, file, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const running = () => child.exitCode === null && child.signalCode === null;
  for (const deadline = Date.now() + START_WITHIN_MS; ; await sleep(20)) {
    const written = (await readFile(log)).subarray(from).toString();
    if (written.includes(readyText)) break;
    if (running() && Date.now() < deadline) continue;
    child.kill('SIGKILL');
    throw new Error(`${file} did not start:\n${written.slice(-2000)}`);
  }
  return {
    pid: child.pid ?? 0,
    async stop() {
      if (running()) child.kill('SIGTERM');
      await ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
};

/** With `BENCH_CPU_PROF=folder` each program writes a CPU profile there. */
const profilingOptions = (): string[] => {
  const folder = process.env.BENCH_CPU_PROF;
  return folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : [];
};

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
      .on('error', reject)
      .listen(0, '127.0.0.1', () => {
        const address = server.address();
        server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
      });
  });
