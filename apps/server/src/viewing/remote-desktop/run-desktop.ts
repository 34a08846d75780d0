import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../platform/context.ts';
import { after } from '../../platform/outside/clock.ts';
import type { RunningWorkstation } from '../../platform/outside/workstation/workstation.ts';
import { layOutStudy } from './extract-study.ts';
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

const LOOK_EVERY_MS = 1_000;
/** A page that was cut off comes back within this, or not at all. */
const UNATTENDED_MS = 60_000;
/** Without an answer from the database nobody knows whether she still may. */
const BLIND_MS = 15_000;

/** From the wish to the last trace: runs one desktop for as long as it is wanted, allowed and used. */
export const keepDesktop = async (
  context: Context,
  { uuid }: { uuid: string },
  signal: AbortSignal,
): Promise<void> => {
  const { db, workstation, log, config } = context;
  const claimed = await claimDesktop(db, uuid, { host: hostname(), reach: config.workerURL ?? null });
  if (!claimed) {
    // it was begun by a worker that was killed
    await workstation.removeLeftovers();
    return endDesktop(db, uuid, 'failed');
  }
  try {
    const { study } = await workstation.prepare(uuid);
    const count = await layOutStudy(context, claimed.studyID, study, dirname(study), signal);
    if (count === 0) throw new Error('the study has no DICOM files');
    const running = await workstation.start(uuid);
    try {
      await markRunning(db, uuid, context.clock.now());
      log.info({ uuid, studyID: claimed.studyID, files: count }, 'a remote desktop runs');
      const because = await untilOver(context, uuid, running, signal);
      // said before the screen goes black, so that the page knows
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

const untilOver = async (
  context: Context,
  uuid: string,
  running: RunningWorkstation,
  signal: AbortSignal,
): Promise<End> => {
  let seenAt = performance.now();
  for (;;) {
    const closed = running.ended.then(() => true);
    if (await Promise.race([closed, pause(LOOK_EVERY_MS, false, { signal })])) return 'closed';
    try {
      const because = await whyOver(context, await findDesktop(context.db, uuid));
      if (because) return because;
      seenAt = performance.now();
    } catch (cause) {
      context.log.warn({ err: cause, uuid }, 'cannot ask whether a remote desktop is still allowed');
      if (performance.now() - seenAt > BLIND_MS) return 'failed';
    }
  }
};

const whyOver = async (context: Context, desktop: DesktopRow | undefined): Promise<End | null> => {
  // closed by the person, or gone with her session or share
  if (!desktop) return 'over';
  // another worker thought that this one was dead
  if (desktop.state === 'ended') return 'failed';
  const { idleMs, maxAgeMs } = context.config.remoteDesktop;
  const now = context.clock.now();
  if (now >= after(desktop.createdAt, maxAgeMs)) return 'limit';
  if (now >= after(desktop.activeAt, idleMs) || now >= after(desktop.attendedAt, UNATTENDED_MS))
    return 'idle';
  return (await isStillAllowed(context, desktop)) ? null : 'over';
};
