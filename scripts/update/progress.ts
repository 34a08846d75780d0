import { chmod, mkdir, readFile, utimes } from 'node:fs/promises';
import { PROGRESS, WORK } from '../../apps/server/src/platform/releases/places.ts';
import {
  BEAT_MS,
  type Outcome,
  Progress,
  replaceFile,
  type Step,
} from '../../apps/server/src/platform/releases/progress.ts';
import type { Reason } from '../../apps/server/src/platform/releases/failures.ts';

/** Makes the folder of the updates. Everybody may read the progress in it, whose name is known; only root may list it. */
export const makeWorkFolder = async (): Promise<void> => {
  await mkdir(WORK, { recursive: true });
  await chmod(WORK, 0o711);
};

const write = async (progress: Progress): Promise<void> => {
  try {
    await makeWorkFolder();
    await replaceFile(PROGRESS, JSON.stringify(progress), 0o644);
  } catch (cause) {
    // a full disk must not end an update, or prevent its return
    process.stderr.write(`The progress cannot be recorded for the portal: ${String(cause)}\n`);
  }
};

/** The progress of the newest update; null if it cannot be read. */
const read = async (): Promise<Progress | null> => {
  try {
    return Progress.parse(JSON.parse(await readFile(PROGRESS, 'utf8')));
  } catch {
    return null;
  }
};

const change = async (changes: Partial<Progress>): Promise<void> => {
  const known = await read();
  // an update that dpkg could not record ends a second time
  if (known && (known.endedAt === null || known.outcome === 'unrecorded'))
    await write({ ...known, ...changes });
};

/** Records the beginning of an update for the portal. */
export const beginProgress = (begun: Pick<Progress, 'id' | 'from' | 'to'>): Promise<void> =>
  write({
    ...begun,
    step: 'checking',
    startedAt: new Date().toISOString(),
    endedAt: null,
    outcome: null,
    reason: null,
  });

export const recordStep = (step: Step): Promise<void> => change({ step });
export const recordTarget = (to: string): Promise<void> => change({ to });

/** Records how the update ended, unless that is recorded. */
export const endProgress = (outcome: Outcome, reason: Reason | null = null): Promise<void> =>
  change({ outcome, reason, endedAt: new Date().toISOString() });

/** Renews the time of the file until the process ends, so that the portal can see that the update goes on. */
export const beat = (): void => {
  const renew = () => {
    const now = new Date();
    // the next beat follows; a missing file is no update
    utimes(PROGRESS, now, now).catch(() => {});
  };
  setInterval(renew, BEAT_MS).unref();
};
