import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runInPortal, type Outcome, type PortalTarget } from '../targets/run-portal.ts';
import { FuzzedPortal } from './portal.ts';
import { visibleData } from './visible-data.ts';

const POLL_EVERY_MS = 5_000;
/** The images of the demonstration are uploaded one after the other, so its data changes more often until all are done. */
const UNCHANGED_MS = 30_000;
/** Within this time after a reset all images are there again. A busy machine generates them slowly. */
const SAME_AGAIN_WITHIN_MS = 10 * 60_000;

const isSame = (one: readonly string[], other: readonly string[]) => one.join('\n') === other.join('\n');

/** The data of a new demonstration, when its images are there. */
const dataWhenReady = async (portal: FuzzedPortal): Promise<string[]> => {
  let data = await visibleData(portal);
  for (let unchangedMs = 0; unchangedMs < UNCHANGED_MS; unchangedMs += POLL_EVERY_MS) {
    await sleep(POLL_EVERY_MS);
    const now = await visibleData(portal);
    if (!isSame(now, data)) unchangedMs = 0;
    data = now;
  }
  return data;
};

/** The lines that differ from `before` after the reset; none if the demonstration is as it was. */
const differences = async (portal: FuzzedPortal, before: readonly string[]): Promise<string[]> => {
  const endsAt = Date.now() + SAME_AGAIN_WITHIN_MS;
  for (;;) {
    const after = await visibleData(portal);
    if (isSame(after, before)) return [];
    if (Date.now() > endsAt)
      return [
        ...before.filter((line) => !after.includes(line)).map((line) => `lost: ${line}`),
        ...after.filter((line) => !before.includes(line)).map((line) => `new: ${line}`),
        `${before.length} lines before, ${after.length} after`,
      ];
    await sleep(POLL_EVERY_MS);
  }
};

/**
 * Sends the cases of all targets at once to a public demonstration, then resets it. What is not as it was before, and a folder of
 * earlier data that remains, are findings of `reset`.
 */
export const attackDemo = async (
  targets: Record<string, (portal: FuzzedPortal) => PortalTarget | Promise<PortalTarget>>,
  seed: string,
  milliseconds: number,
): Promise<Record<string, Outcome>> => {
  const portal = await FuzzedPortal.start({ isDemo: true });
  try {
    const before = await dataWhenReady(portal);
    const outcomes = await Promise.all(
      Object.entries(targets).map(async ([name, open]) => {
        const target = await open(portal);
        return [name, await runInPortal(portal, name, target, seed, milliseconds)] as const;
      }),
    );
    await portal.reset();
    const reasons = await differences(portal, before);
    const folders = await readdir(join(portal.dataDir, 'public-demo'));
    if (folders.length !== 1) reasons.push(`${folders.length} folders of data remain`);
    const findings = reasons.map((reason) => ({ target: 'reset', case: 0, reason, bytes: null }));
    return { ...Object.fromEntries(outcomes), reset: { cases: before.length, findings, peakBytes: 0 } };
  } finally {
    await portal.stop();
  }
};
