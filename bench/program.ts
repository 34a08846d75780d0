import { spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A Node program of ours, run as a process of its own, with its output in a file. */
export interface Program {
  pid: number;
  stop(): Promise<void>;
}

const START_WITHIN_MS = 60_000;

/** Resolves when the program has said what it says once it is there. */
export const startProgram = async (
  file: string,
  {
    log,
    env = {},
    options = [],
    args = [],
    says = 'started',
  }: { log: string; env?: Record<string, string>; options?: string[]; args?: string[]; says?: string },
): Promise<Program> => {
  const output = openSync(log, 'a');
  // an earlier program may have said it there too
  const from = fstatSync(output).size;
  // if it is asked for its inspector, on a port of its own
  const own = ['--inspect-port=0', ...profiling()];
  const child = spawn(process.execPath, [...own, ...options, file, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const running = () => child.exitCode === null && child.signalCode === null;
  for (const deadline = Date.now() + START_WITHIN_MS; ; await sleep(20)) {
    const said = (await readFile(log)).subarray(from).toString();
    if (said.includes(says)) break;
    if (running() && Date.now() < deadline) continue;
    child.kill('SIGKILL');
    throw new Error(`${file} did not start:\n${said.slice(-2000)}`);
  }
  return {
    pid: child.pid ?? 0,
    async stop() {
      if (running()) child.kill('SIGTERM');
      await ended;
    },
  };
};

/** `BENCH_CPU_PROF=folder` leaves a CPU profile of each program there. */
const profiling = (): string[] => {
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
