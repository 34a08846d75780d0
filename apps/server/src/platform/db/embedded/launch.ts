import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { explain } from './failure.ts';
import type { Paths } from './paths.ts';
import {
  acceptsConnections,
  invalidatePidFile,
  isPostmaster,
  type Postmaster,
  readPidFile,
  removeEmptyPidFile,
} from './postmaster.ts';
import { type Identity, runAs } from './run-as.ts';
import { type Settings, settingArguments } from './settings.ts';

/** Recovery after a crash replays at most some gigabytes; backends end within seconds after their parent. */
const START_TIMEOUT_MS = { alive: 10 * 60_000, absent: 60_000 };
const MAX_LOG_BYTES = 16 * 1024 * 1024;

/** Reasons to try again: a dead server's backends have not ended yet, another start was faster, or the port was taken. */
const TEMPORARY_FAILURE =
  /shared memory block .* is still in use|lock file "postmaster.pid" (already exists|is empty)|could not create any TCP\/IP sockets/;

interface Launch {
  postgres: string;
  paths: Paths;
  identity: Identity;
  settings?: Settings;
  log: (line: string) => void;
}

/**
 * Waits until the cluster has the status 'ready', and starts it unless it runs already or another process starts it.
 */
export async function ensureRunning(launch: Launch): Promise<Postmaster & { reused: boolean }> {
  const { paths, log } = launch;
  const deadline = {
    alive: Date.now() + START_TIMEOUT_MS.alive,
    absent: Date.now() + START_TIMEOUT_MS.absent,
  };
  const slowStartTimer = setTimeout(() => {
    log(`PostgreSQL is still starting; after an unclean stop it first recovers. Its log is ${paths.log}`);
  }, 5_000);
  let attempt: Attempt | undefined;
  try {
    for (; ; await sleep(10)) {
      const found = readPidFile(paths.cluster);
      const alive = found !== undefined && isPostmaster(found.pid, paths.cluster);
      if (alive && found.status === 'ready' && (await acceptsConnections(found.port))) {
        return { ...found, reused: found.pid !== attempt?.child.pid };
      }
      if (alive && Date.now() > deadline.alive) {
        throw explain(`its process ${found.pid} has been '${found.status}' for too long`, paths);
      }
      if (!alive && !attempt?.running) attempt = await startAgain(launch, attempt, deadline.absent);
    }
  } finally {
    clearTimeout(slowStartTimer);
  }
}

async function startAgain(launch: Launch, failed: Attempt | undefined, deadline: number): Promise<Attempt> {
  const { paths } = launch;
  if (failed) {
    const output = failed.output();
    if (!TEMPORARY_FAILURE.test(output) || Date.now() > deadline) throw explain(output, paths);
    await sleep(100);
    if (/"postmaster.pid" is empty/.test(output)) removeEmptyPidFile(paths.cluster);
  }
  const left = readPidFile(paths.cluster);
  if (left && !isPostmaster(left.pid, paths.cluster)) invalidatePidFile(paths.cluster);
  return startAttempt(launch);
}

interface Attempt {
  child: ChildProcess;
  running: boolean;
  output: () => string;
}

/**
 * PostgreSQL runs detached in a session of its own: Ctrl+C in the terminal reaches only the portal, which stops the
 * database after its last write. Output goes directly to the log file, since a pipe breaks when the portal is killed.
 */
async function startAttempt({ postgres, paths, identity, settings }: Launch): Promise<Attempt> {
  rotateLog(paths.log);
  const descriptor = openSync(paths.log, 'a', 0o600);
  const from = statSync(paths.log).size;
  const args = ['-D', paths.cluster, '-p', String(await freePort()), ...settingArguments(settings)];
  const child = runAs(identity, postgres, args, {
    detached: true,
    stdio: ['ignore', descriptor, descriptor],
  });
  closeSync(descriptor);
  child.unref();
  const attempt: Attempt = {
    child,
    running: true,
    output: () => readFileSync(paths.log).subarray(from).toString('utf8'),
  };
  child.on('exit', () => {
    attempt.running = false;
  });
  child.on('error', ({ message }) => {
    attempt.running = false;
    attempt.output = () => message;
  });
  return attempt;
}

function rotateLog(log: string) {
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  if (size > MAX_LOG_BYTES) renameSync(log, `${log}.1`);
}

/** Another process may take the port before PostgreSQL does; the next attempt then uses another port. */
const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
      .on('error', reject)
      .listen(0, '127.0.0.1', () => {
        const address = server.address();
        server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
      });
  });
