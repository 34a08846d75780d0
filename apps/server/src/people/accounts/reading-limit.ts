import type { Actor } from '../../platform/access/actor.ts';
import type { Context } from '../../platform/context.ts';
import { HOUR_MS } from '../../platform/duration.ts';
import { sentences } from '../../platform/sentences.ts';
import { countAttempt, takeFirst } from './throttle.ts';

/**
 * Limits of one account, far above what a person does in an hour, so that a script with a stolen session cannot walk
 * through the whole centre. A crash may forget the last counts: a search must not wait for the disk.
 */
const hourly = { windowMs: HOUR_MS, isDurable: false } as const;

/** Each upload program counts for itself. The recipient of a share reaches one study only, and is not limited. */
const readerOf = (who: Actor): string | null => {
  if (who.kind === 'desktop') return `program:${who.grantID}`;
  return 'accountID' in who ? `account:${who.accountID}` : null;
};

/** @throws Problem 429 when the account has searched too often within an hour. */
export const countSearch = async (context: Context, who: Actor): Promise<void> => {
  const reader = readerOf(who);
  if (reader === null) return;
  const limit = { ...hourly, key: `searches:${reader}`, attempts: context.config.readingLimits.searches };
  await countAttempt(context, [limit], sentences.tooManySearches);
};

/**
 * Counts a study whose files or report an account fetches. One that is fetched again within the hour, in parts or file
 * by file, counts once.
 * @throws Problem 429 when the account has fetched too many studies within an hour.
 */
export const countDownload = async (context: Context, who: Actor, studyID: number): Promise<void> => {
  const reader = readerOf(who);
  if (reader === null) return;
  if (!(await takeFirst(context, { ...hourly, key: `download:${reader}:${studyID}` }))) return;
  await countExport(context, who);
};

/** Counts an exported list like one study. @throws Problem 429 as `countDownload` does. */
export const countExport = async (context: Context, who: Actor): Promise<void> => {
  const reader = readerOf(who);
  if (reader === null) return;
  const limit = { ...hourly, key: `downloads:${reader}`, attempts: context.config.readingLimits.downloads };
  await countAttempt(context, [limit], sentences.tooManyDownloads);
};
