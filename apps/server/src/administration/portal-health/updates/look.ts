import type { Context } from '../../../platform/context.ts';
import { Failure, type Reason } from '../../../platform/releases/failures.ts';
import { type Installation, trustedKey } from '../../../platform/releases/places.ts';
import { packageFor, readRelease } from '../../../platform/releases/release.ts';
import { openSource } from '../../../platform/releases/source.ts';
import { readEffectiveConfig } from '../../../platform/stored-settings/effective-config.ts';
import { changeUpdate, findUpdate } from './queries.ts';

/** A description and its signature have a few kilobytes. */
const WITHIN_MS = 20_000;

interface Found {
  /** a newer version that can be installed */
  version: string | null;
  problem: Reason | null;
}

/** Verifies the release of a source as the updater does. */
const findNewer = async (source: string, installation: Installation): Promise<Found> => {
  try {
    const opened = openSource(source, AbortSignal.timeout(WITHIN_MS));
    const release = await readRelease(opened, trustedKey(installation.keys));
    packageFor(release, installation.version);
    return { version: release.version, problem: null };
  } catch (cause) {
    const problem = cause instanceof Failure ? cause.reason : 'unreadable';
    const isNone = problem === 'installed' || problem === 'older';
    return { version: null, problem: isNone ? null : problem };
  }
};

/** Looks whether UPDATE_SOURCE has a newer release. False without an installed package or a source. */
export const look = async (context: Context, installation: Installation): Promise<boolean> => {
  const { db, clock, log } = context;
  const { config } = await readEffectiveConfig(context, db);
  if (config.updateSource === undefined) return false;
  const { version, problem } = await findNewer(config.updateSource, installation);
  if (problem) log.warn({ problem }, 'no newer version can be read from UPDATE_SOURCE');
  const now = clock.now();
  const row = await findUpdate(db);
  await changeUpdate(db, {
    lookedAt: now,
    offeredVersion: version,
    lookProblem: problem,
    problemSince: problem === null ? null : row.lookProblem === problem ? row.problemSince : now,
  });
  return true;
};
