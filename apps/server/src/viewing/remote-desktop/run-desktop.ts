import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../platform/context.ts';
import { job } from '../../platform/jobs/jobs.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';
import type { RunningWorkstation } from '../../platform/outside/workstation/workstation.ts';
import { extractStudy } from './extract-study.ts';
import {
  claimDesktop,
  type DesktopRow,
  type EndedBecause,
  endDesktop,
  findDesktop,
  markRunning,
  removeDesktop,
} from './queries.ts';
import { isStillAllowed } from './rights.ts';

const POLL_MS = 1_000;
/** A browser that lost its connection reconnects within this time. */
const UNATTENDED_MS = 60_000;
/** Access cannot be checked without the database; after this the desktop ends. */
const UNVERIFIED_LIMIT_MS = 15_000;

/**
 * The job of one desktop: starts it, checks each second that it is permitted and in use, ends it and removes its files.
 * @internal
 */
export const runRemoteDesktop = async (
  context: Context,
  { uuid }: { uuid: string },
  signal: AbortSignal,
): Promise<void> => {
  const { db, workstation, log, config } = context;
  const claimed = await claimDesktop(db, uuid, { host: hostname(), reach: config.workerURL ?? null });
  if (!claimed) {
    // closed, or started before by a worker that was killed
    await workstation.removeLeftovers();
    return endDesktop(db, uuid, 'failed');
  }
  try {
    const { study } = await workstation.prepare(uuid);
    const count = await extractStudy(context, claimed.studyID, study, dirname(study), signal);
    if (count === 0) throw new Error('the study has no DICOM files');
    const running = await workstation.start(uuid);
    try {
      await markRunning(db, uuid, context.clock.now());
      log.info({ uuid, studyID: claimed.studyID, files: count }, 'a remote desktop has started');
      const because = await waitForEnd(context, uuid, running, signal);
      // written before the screen closes, so that the proxy finds the reason
      if (because === 'over') await removeDesktop(db, uuid);
      else await endDesktop(db, uuid, because);
      log.info({ uuid, because }, 'a remote desktop has ended');
    } finally {
      await running.stop();
    }
  } catch (cause) {
    if (!signal.aborted) log.error({ err: cause, uuid }, 'a remote desktop failed');
    await endDesktop(db, uuid, signal.aborted ? 'stopped' : 'failed');
  } finally {
    await workstation.remove(uuid);
  }
};

type End = EndedBecause | 'over';

const waitForEnd = async (
  context: Context,
  uuid: string,
  running: RunningWorkstation,
  signal: AbortSignal,
): Promise<End> => {
  let checkedAt = performance.now();
  for (;;) {
    const closed = running.ended.then(() => true);
    if (await Promise.race([closed, pause(POLL_MS, false, { signal })])) return 'closed';
    try {
      const because = await reasonToEnd(context, await findDesktop(context.db, uuid));
      if (because) return because;
      checkedAt = performance.now();
    } catch (cause) {
      context.log.warn({ err: cause, uuid }, 'could not check whether a remote desktop is still allowed');
      if (performance.now() - checkedAt > UNVERIFIED_LIMIT_MS) return 'failed';
    }
  }
};

const reasonToEnd = async (context: Context, desktop: DesktopRow | undefined): Promise<End | null> => {
  // closed by the user, or deleted with the session or share
  if (!desktop) return 'over';
  // another worker assumed that this one had been killed and marked the desktop as failed
  if (desktop.state === 'ended') return 'failed';
  const { idleMs, maxAgeMs } = context.config.remoteDesktop;
  const now = context.clock.now();
  if (now >= after(desktop.createdAt, maxAgeMs)) return 'limit';
  if (now >= after(desktop.activeAt, idleMs) || now >= after(desktop.attendedAt, UNATTENDED_MS))
    return 'idle';
  return (await isStillAllowed(context, desktop)) ? null : 'over';
};

/**
 * Runs as long as the desktop. A second attempt happens only after a worker was killed: the desktop ended with that
 * worker, so the attempt only marks it as failed.
 */
export const runDesktop = job('run-desktop', { attempts: 2, pool: 'desktops', run: runRemoteDesktop });
