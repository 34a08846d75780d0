import type { Context } from '../../../platform/context.ts';
import { readEffectiveConfig } from '../../../platform/stored-settings/effective-config.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { type Reason, REASONS } from '../../../platform/releases/failures.ts';
import type { Installation } from '../../../platform/releases/places.ts';
import { type Outcome, type Progress, readProgress, type Step } from '../../../platform/releases/progress.ts';
import { isNewer } from '@snimok/releases/version';
import { after } from '../../../platform/time-and-sizes/clock.ts';
import type { UpdateRow } from './queries.ts';

/** systemd starts the updater at once. */
const STARTS_WITHIN_MS = 2 * 60_000;

interface Result {
  /**
   * `unstarted`: the updater did not take the request; `stopped`: the updater was killed, and the old version has not been
   * restored yet
   */
  outcome: Outcome | 'unstarted' | 'stopped';
  reason: Reason | null;
  version: string | null;
  endedAt: Date;
}

export interface UpdateState {
  /** null if the portal cannot be updated here */
  installation: Installation | null;
  source: string | undefined;
  offered: string | null;
  lookedAt: Date | null;
  problem: Reason | null;
  problemSince: Date | null;
  dueAt: Date | null;
  dueVersion: string | null;
  /** null if no update runs */
  step: Step | 'waiting' | null;
  target: string | null;
  /** null while an update runs */
  result: Result | null;
}

/** The package that can be updated here; null for a demonstration, which has no administrator. */
export const updatable = ({ config, installation }: Pick<Context, 'config' | 'installation'>) =>
  config.publicDemo ? null : installation;

const isReason = (text: string | null): text is Reason => REASONS.some((reason) => reason === text);

const resultOf = (progress: Progress): Result => ({
  outcome: progress.outcome ?? 'stopped',
  reason: progress.outcome ? progress.reason : 'interrupted',
  version: progress.to,
  endedAt: new Date(progress.endedAt ?? progress.startedAt),
});

type Running = Pick<UpdateState, 'step' | 'target' | 'result'>;

/**
 * What the updater is doing or has done, from its progress file and from the request that it may not have taken
 * yet.
 */
const findRunning = async (
  { progress: path }: Installation,
  { requestID, requestedAt, requestedVersion }: UpdateRow,
  now: Date,
): Promise<Running> => {
  const known = await readProgress(path, now);
  if (known?.isAlive) return { step: known.progress.step, target: known.progress.to, result: null };
  const isAnswered =
    known !== null &&
    (known.progress.id === requestID ||
      requestedAt === null ||
      new Date(known.progress.startedAt) > requestedAt);
  if (requestedAt === null || isAnswered)
    return { step: null, target: null, result: known && resultOf(known.progress) };
  if (after(requestedAt, STARTS_WITHIN_MS) > now)
    return { step: 'waiting', target: requestedVersion, result: null };
  const unstarted = { outcome: 'unstarted', reason: null, version: requestedVersion } as const;
  return { step: null, target: null, result: { ...unstarted, endedAt: requestedAt } };
};

/** What is known about updates of this portal. */
export const updateState = async (context: Context, db: Tx, row: UpdateRow): Promise<UpdateState> => {
  const installation = updatable(context);
  const { config } = await readEffectiveConfig(context, db);
  const now = context.clock.now();
  const running = installation
    ? await findRunning(installation, row, now)
    : { step: null, target: null, result: null };
  const hasSource = installation !== null && config.updateSource !== undefined;
  const offered = hasSource ? row.offeredVersion : null;
  const isOffered = offered !== null && isNewer(offered, installation?.version ?? offered);
  return {
    installation,
    source: hasSource ? config.updateSource : undefined,
    offered: isOffered ? offered : null,
    lookedAt: hasSource ? row.lookedAt : null,
    problem: hasSource && isReason(row.lookProblem) ? row.lookProblem : null,
    problemSince: row.problemSince,
    dueAt: row.dueAt,
    dueVersion: row.dueVersion,
    ...running,
  };
};
