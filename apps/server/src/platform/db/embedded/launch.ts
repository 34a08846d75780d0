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

/** Recovery after a crash replays at most some gigabytes; old backends notice the death of their parent in seconds. */
const PATIENCE_MS = { alive: 10 * 60_000, absent: 60_000 };
const LARGEST_LOG_BYTES = 16 * 1024 * 1024;

/** Reasons to try again: a predecessor's backends are still dying, another start was first, the port was just taken. */
const PASSING =
  /shared memory block .* is still in use|lock file "postmaster.pid" (already exists|is empty)|could not create any TCP\/IP sockets/;

interface Launch {
  postgres: string;
  places: Paths;
  identity: Identity;
  settings?: Settings;
  log: (line: string) => void;
}

/** Brings the cluster to the state 'ready': by finding it so, by waiting for it, or by starting it. */
export async function ensureRunning(launch: Launch): Promise<Postmaster & { reused: boolean }> {
  const { places, log } = launch;
  const impatientAt = { alive: Date.now() + PATIENCE_MS.alive, absent: Date.now() + PATIENCE_MS.absent };
  const worthALine = setTimeout(() => {
    log(
      `PostgreSQL is still starting; after an unclean stop it first repairs itself. Its log is ${places.log}`,
    );
  }, 5_000);
  let attempt: Attempt | undefined;
  try {
    for (; ; await sleep(10)) {
      const found = readPidFile(places.cluster);
      const alive = found !== undefined && isPostmaster(found.pid, places.cluster);
      if (alive && found.status === 'ready' && (await acceptsConnections(found.port))) {
        return { ...found, reused: found.pid !== attempt?.child.pid };
      }
      if (alive && Date.now() > impatientAt.alive) {
        throw explain(`its process ${found.pid} has been '${found.status}' for too long`, places);
      }
      if (!alive && !attempt?.running) attempt = await tryAgain(launch, attempt, impatientAt.absent);
    }
  } finally {
    clearTimeout(worthALine);
  }
}

async function tryAgain(launch: Launch, failed: Attempt | undefined, impatientAt: number): Promise<Attempt> {
  const { places } = launch;
  if (failed) {
    const said = failed.said();
    if (!PASSING.test(said) || Date.now() > impatientAt) throw explain(said, places);
    await sleep(100);
    if (/"postmaster.pid" is empty/.test(said)) removeEmptyPidFile(places.cluster);
  }
  const left = readPidFile(places.cluster);
  if (left && !isPostmaster(left.pid, places.cluster)) invalidatePidFile(places.cluster);
  return startAttempt(launch);
}

interface Attempt {
  child: ChildProcess;
  running: boolean;
  said: () => string;
}

/**
 * Detached, in a session of its own: Ctrl+C in the terminal reaches the portal only, and the database lives until the
 * last write is done. Its output goes straight to the log, for a pipe would break when we are killed.
 */
async function startAttempt({ postgres, places, identity, settings }: Launch): Promise<Attempt> {
  turnOverLog(places.log);
  const descriptor = openSync(places.log, 'a', 0o600);
  const from = statSync(places.log).size;
  const args = ['-D', places.cluster, '-p', String(await freePort()), ...settingArguments(settings)];
  const child = runAs(identity, postgres, args, {
    detached: true,
    stdio: ['ignore', descriptor, descriptor],
  });
  closeSync(descriptor);
  child.unref();
  const attempt: Attempt = {
    child,
    running: true,
    said: () => readFileSync(places.log).subarray(from).toString('utf8'),
  };
  child.on('exit', () => {
    attempt.running = false;
  });
  child.on('error', ({ message }) => {
    attempt.running = false;
    attempt.said = () => message;
  });
  return attempt;
}

function turnOverLog(log: string) {
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LARGEST_LOG_BYTES) renameSync(log, `${log}.1`);
}

/** Somebody may take it before PostgreSQL does; then the next attempt asks for another. */
const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
      .on('error', reject)
      .listen(0, '127.0.0.1', () => {
        const address = server.address();
        server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
      });
  });
