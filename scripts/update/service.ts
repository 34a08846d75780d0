import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../../apps/server/src/platform/releases/failures.ts';
import { ended, type Ended, lastLines, outputOf, run } from './programs.ts';

const USER = 'snimok';
const POLL_MS = 500;
/** Longer than `/readyz` waits for a database. */
const ANSWER_MS = 15_000;
/** A portal finishes its work within 25 seconds. */
const STOP_MS = 30_000;
/** A process of the portal may restart, or wait for a busy disk, for this long. */
const TOLERATED_MS = 20_000;
/** A portal that ends again and again is not healthy, even if it is ready in between. */
const TOLERATED_INTERRUPTIONS = 2;

/** Waits, or throws the reason for which `signal` was aborted. */
const pause = async (signal?: AbortSignal): Promise<void> => {
  await sleep(POLL_MS, undefined, signal ? { signal } : {}).catch(() => signal?.throwIfAborted());
};

/** The command that runs Node as the user of the portal; it ends with this process. */
const asPortal = (tree: string, args: string[]): [string, string[]] => [
  'setpriv',
  [
    `--reuid=${USER}`,
    `--regid=${USER}`,
    '--clear-groups',
    '--pdeathsig=TERM',
    join(tree, 'node_modules/node/bin/node'),
    '--disable-warning=ExperimentalWarning',
    ...args,
  ],
];

/** Node's cache of a version, which only root fills. */
const cacheOf = (tree: string) => join(tree, 'node_modules/.cache/snimok-compile');

const environment = (tree: string, settings: Record<string, string> = {}): SpawnOptions => ({
  cwd: tree,
  env: { ...process.env, NODE_COMPILE_CACHE: cacheOf(tree), ...settings },
});

/** Runs a program of a version to its end, as the user of the portal. */
export const runAsPortal = (tree: string, args: string[]): Promise<Ended> =>
  ended(...asPortal(tree, args), environment(tree));

/** Fills Node's cache of compiled modules, as the package does. Without it parser processes start more slowly. */
export const compileParsers = async (tree: string): Promise<void> => {
  const node = join(tree, 'node_modules/node/bin/node');
  await ended(node, ['apps/server/src/entry/commands/compile-parsers.ts'], environment(tree));
};

export const restartService = (...options: string[]): Promise<string> =>
  run('systemctl', ['restart', ...options, 'snimok']);

/** Whether the portal at this address says that it is ready. */
const isReady = async (origin: string): Promise<boolean> => {
  try {
    return (await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS) })).ok;
  } catch {
    return false;
  }
};

/** Where the service answers, by the settings of the environment. */
const serviceOrigin = (): string => {
  const { HOST = '127.0.0.1', PORT = '8080' } = process.env;
  if (HOST === '0.0.0.0' || HOST === '::') return `http://127.0.0.1:${PORT}`;
  return `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`;
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await exited;
  clearTimeout(timer);
};

/**
 * Starts an API of a version beside the running portal, with the same database and another port, and stops it when it was ready. Its start
 * migrates the database. Throws with its last lines if it ends, or is not ready within the time.
 */
export const tryBeside = async (tree: string, withinMs: number, signal: AbortSignal): Promise<void> => {
  const port = await freePort();
  // an API with FIRST_START=browser would replace the one-time address of the running portal
  const settings = { HOST: '127.0.0.1', PORT: String(port), FIRST_START: 'command', DEMO: 'off' };
  const [program, args] = asPortal(tree, ['apps/server/src/entry/api.ts']);
  const child = spawn(program, args, { ...environment(tree, settings), stdio: ['ignore', 'pipe', 'pipe'] });
  const output = outputOf(child);
  const failed = new AbortController();
  const fail = (why: string) =>
    failed.abort(new Failure(`The new version ${why}:\n${lastLines(output())}`, 'start'));
  child.on('error', (cause) => failed.abort(cause));
  child.on('close', (code) => fail(`ended with code ${code}`));
  const either = AbortSignal.any([signal, failed.signal]);
  const timer = setTimeout(() => fail('was not ready in time'), withinMs);
  try {
    while (!(await isReady(`http://127.0.0.1:${port}`))) await pause(either);
  } finally {
    clearTimeout(timer);
    await end(child);
  }
};

/** Waits until the service is ready. */
export const waitUntilReady = async (withinMs: number, signal?: AbortSignal): Promise<void> => {
  const deadline = performance.now() + withinMs;
  while (!(await isReady(serviceOrigin()))) {
    if (performance.now() > deadline)
      throw new Error(`The portal was not ready within ${withinMs / 1000} seconds.`);
    await pause(signal);
  }
};

/** Watches the service, which is ready. Throws if it is not ready for long, or again and again. */
export const watchHealth = async (forMs: number, signal: AbortSignal): Promise<void> => {
  const until = performance.now() + forMs;
  let failingSince: number | null = null;
  let interruptions = 0;
  while (performance.now() < until || failingSince !== null) {
    await pause(signal);
    if (await isReady(serviceOrigin())) {
      failingSince = null;
      continue;
    }
    if (failingSince === null) interruptions += 1;
    failingSince ??= performance.now();
    if (interruptions > TOLERATED_INTERRUPTIONS)
      throw new Error('The portal ended again and again after the switch.');
    if (performance.now() - failingSince > TOLERATED_MS)
      throw new Error(`The portal was not ready for ${TOLERATED_MS / 1000} seconds after the switch.`);
  }
};
