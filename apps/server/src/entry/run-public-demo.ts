import { EventEmitter } from 'node:events';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathsIn } from '../platform/db/embedded/paths.ts';
import { readPidFile } from '../platform/db/embedded/postmaster.ts';
import { shutDown } from '../platform/db/embedded/shut-down.ts';
import { openLog } from '../platform/logging/log.ts';
import { readConfig } from '../platform/settings/config.ts';
import { nextNight } from '../platform/time-and-sizes/next-night.ts';
import { greetVisitors } from './greet.ts';
import { startPortal } from './start-portal.ts';
import { fillDemo } from './demo/fill.ts';
import { sendDemoStudiesLater } from './demo/send.ts';

/** Below the data folder. A portal that is no public demonstration keeps nothing here. */
const FOLDER = 'public-demo';

/**
 * Runs a public demonstration (decision 158) until the process is stopped. Each night, and when it receives SIGUSR2, it stops the
 * portal, starts a new one in a new folder, and removes the earlier folders. It writes and removes nothing else in the data
 * folder except the log, so it can harm no centre whose data is there.
 */
export const runPublicDemo = async (
  environment: Record<string, string | undefined>,
  reportStart: () => void,
): Promise<void> => {
  const { dataDir } = readConfig(environment);
  const log = await openLog(dataDir);
  const folder = join(dataDir, FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const requests = new EventEmitter();
  // the signal would end the process while nothing listens, such as during a reset
  process.on('SIGUSR2', () => requests.emit('reset'));
  for (let isFirst = true; ; isFirst = false) {
    const earlier = await readdir(folder);
    const name = new Date().toISOString().replaceAll(':', '-');
    const config = readConfig({ ...environment, DATA_DIR: join(folder, name) });
    const portal = await startPortal(config, log, { api: true, worker: true });
    if (portal.address === null) throw new Error('The portal has no address.');
    // the portal has its port now, so no other process runs a demonstration in this folder
    for (const each of earlier) await removeDemo(join(folder, each));
    await fillDemo(portal.context);
    sendDemoStudiesLater(portal, portal.address);
    if (isFirst) greetVisitors(portal.address, config);
    reportStart();
    const reason = await nextReset(nextNight(new Date(), config.timeZone), requests, portal.stopping);
    if (reason === 'stopping') return;
    log.info({ reason }, 'the demonstration starts again');
    await portal.stop();
  }
};

/** Stops the database that a killed process has left running in the folder, and removes the folder. */
const removeDemo = async (folder: string): Promise<void> => {
  const { cluster } = pathsIn(folder);
  const running = readPidFile(cluster);
  if (running) await shutDown(running.pid, cluster);
  await rm(folder, { recursive: true, force: true });
};

const CHECK_EVERY_MS = 60_000;

/**
 * Resolves at this time, at the event `reset`, or when the portal stops. The clock is asked each minute, because a timer of hours
 * would be wrong after a change of the clock.
 */
const nextReset = (
  at: Date,
  requests: EventEmitter,
  stopping: AbortSignal,
): Promise<'night' | 'request' | 'stopping'> =>
  new Promise((resolve) => {
    const end = (reason: 'night' | 'request' | 'stopping') => {
      clearInterval(timer);
      requests.removeAllListeners('reset');
      resolve(reason);
    };
    const timer = setInterval(() => new Date() >= at && end('night'), CHECK_EVERY_MS);
    requests.once('reset', () => end('request'));
    stopping.addEventListener('abort', () => end('stopping'), { once: true });
  });
