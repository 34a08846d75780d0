import type { CommandContext } from '../program/context.ts';
import { readCredentials } from '../portal/credentials.ts';
import { fetchUpdate } from './fetch-update.ts';
import type { Installed, Offer } from './offer.ts';
import { sentences } from './sentences.ts';
import { clearRequest, isCheckRequested, readUpdateState, recordUpdateState } from './state.ts';
import { UpdateProblem } from './update-problem.ts';
import { pause } from '../program/pause.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** After a start the studies that wait are sent first. */
const FIRST_MS = 10 * MINUTE_MS;
const LOOK_MS = 2000;
/** A version that failed this often is tried again only by hand. */
const MOST_FAILURES = 3;

interface KeepOptions extends Omit<Installed, 'portal'> {
  program: string;
  /** false: only on request */
  isAutomatic: boolean;
  /** whether nothing is received or sent at the moment */
  isIdle: () => Promise<boolean>;
  /** hands the version beside the program to the service, which stops this process */
  install: (version: string) => void;
  lookMs?: number;
  firstMs?: number;
}

const laterBy = (ms: number) => new Date(Date.now() + ms);

/** Whether the time has come; the clock of the PC may have been wrong when it was recorded. */
const isDue = (nextAt: Date | null): boolean => {
  const remainingMs = nextAt === null ? 0 : nextAt.getTime() - Date.now();
  return remainingMs <= 0 || remainingMs > DAY_MS;
};

/** Looks once a day, and on request, for a newer version of the program, until the service stops. */
export const keepUpdated = async (context: CommandContext, options: KeepOptions): Promise<void> => {
  const { paths, stop } = context;
  const { program, isAutomatic, lookMs = LOOK_MS, firstMs = FIRST_MS } = options;
  recordUpdateState(paths, { program });
  const firstAt = performance.now() + firstMs;
  while (!stop.aborted) {
    const isRequested = isCheckRequested(paths);
    if (isRequested) clearRequest(paths);
    const isTime = isAutomatic && performance.now() >= firstAt && isDue(readUpdateState(paths).nextAt);
    if (isRequested || isTime) {
      const version = await check(context, options, isRequested);
      if (version !== null) {
        if (!isRequested) await waitUntilIdle(options, stop);
        if (!stop.aborted) options.install(version);
      }
    }
    await pause(lookMs, stop);
  }
};

/** Returns the version that is ready beside the program, or null. The outcome is recorded, and a reason is logged. */
const check = async (
  { paths, print, log, stop }: CommandContext,
  { program, version, releaseKey, system }: KeepOptions,
  isRequested: boolean,
): Promise<string | null> => {
  const portal = readCredentials(paths.credentials)?.portal;
  if (portal === undefined) return null;
  const accept = (offer: Offer) => {
    const { failed } = readUpdateState(paths);
    const hasFailed = failed?.version === offer.version && failed.times >= MOST_FAILURES;
    if (hasFailed && !isRequested) throw new UpdateProblem(sentences.failedBefore(offer.version));
    print(sentences.downloading(offer.version));
  };
  try {
    const installed = { portal, version, releaseKey, system };
    const next = await fetchUpdate({ ...installed, program, accept, stop });
    log('update-checked', { version, next });
    recordUpdateState(paths, { checkedAt: new Date(), nextAt: laterBy(DAY_MS), problem: null });
    return next;
  } catch (problem) {
    if (stop.aborted) return null;
    if (!(problem instanceof UpdateProblem)) throw problem;
    const { message, isTemporary } = problem;
    log('not-updated', { version, reason: message });
    print(sentences.notUpdated(message));
    const nextAt = laterBy(isTemporary ? HOUR_MS : DAY_MS);
    recordUpdateState(paths, { checkedAt: new Date(), nextAt, problem: message });
    return null;
  }
};

/** Waits at most an hour: an upload goes on after the restart, but a machine would have to send again. */
const waitUntilIdle = async ({ isIdle }: KeepOptions, stop: AbortSignal): Promise<void> => {
  const lastAt = performance.now() + HOUR_MS;
  while (!stop.aborted && performance.now() < lastAt && !(await isIdle())) await pause(LOOK_MS, stop);
};
