import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { explain } from './failure.ts';
import type { Places } from './places.ts';
import { answers, disownPidFile, isPostmaster, type Postmaster, readPidFile } from './postmaster.ts';
import { type Identity, runAs } from './run-as.ts';
import { type Settings, settingArguments } from './settings.ts';

/** Recovery after a crash replays at most some gigabytes; old backends notice the death of their parent in seconds. */
const PATIENCE_MS = { alive: 10 * 60_000, absent: 60_000 };
const LARGEST_LOG_BYTES = 16 * 1024 * 1024;

/** Reasons to try again: a predecessor's backends are still dying, another start was first, the port was just taken. */
const PASSING =
  /shared memory block .* is still in use|lock file "postmaster.pid"|could not create any TCP\/IP sockets/;

interface Launch {
  postgres: string;
  places: Places;
  identity: Identity;
  settings?: Settings;
  log: (line: string) => void;
}

/** Brings the cluster to the state 'ready': by finding it so, by waiting for it, or by starting it. */
export async function bringUp(launch: Launch): Promise<Postmaster & { reused: boolean }> {
  const { places, log } = launch;
  const began = Date.now();
  let attempt: Attempt | undefined;
  let patient = true;
  for (;;) {
    const found = readPidFile(places.cluster);
    const alive = found !== undefined && isPostmaster(found.pid, places.cluster);
    if (alive && found.status === 'ready' && (await answers(found.port))) {
      return { ...found, reused: found.pid !== attempt?.child.pid };
    }
    if (!alive && !attempt?.running) {
      if (attempt && !PASSING.test(attempt.said())) throw explain('postgres', attempt.said(), places);
      if (found) disownPidFile(places.cluster);
      if (attempt) await sleep(100);
      attempt = await startAttempt(launch);
    }
    const waitedMs = Date.now() - began;
    if (waitedMs > (alive ? PATIENCE_MS.alive : PATIENCE_MS.absent)) {
      throw explain(
        'postgres',
        `process ${found?.pid} is not ready after ${Math.round(waitedMs / 1000)} s`,
        places,
      );
    }
    if (patient && waitedMs > 5_000) {
      patient = false;
      log(
        `PostgreSQL is still starting; after an unclean stop it first repairs itself. Its log is ${places.log}`,
      );
    }
    await sleep(10);
  }
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
  let failedToRun = '';
  const attempt = {
    child,
    running: true,
    said: () => failedToRun + readFileSync(places.log).subarray(from).toString('utf8'),
  };
  child.on('error', (error) => {
    failedToRun = `${error.message}\n`;
    attempt.running = false;
  });
  child.on('exit', () => {
    attempt.running = false;
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
