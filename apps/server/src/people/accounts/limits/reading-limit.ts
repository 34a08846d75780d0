import type { Actor } from '../../../platform/access/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { HOUR_MS } from '../../../platform/time-and-sizes/duration.ts';
import { countAttempt, isSpent, refuseIfSpent, takeFirst } from './throttle.ts';
import { sentences } from '../sentences.ts';

/**
 * Limits of one account, far above what a person does in an hour, so that a script with a stolen session cannot read the data of
 * the whole centre. The last counts may be lost in a crash, because a search must not wait for the disk.
 */
const hourly = { windowMs: HOUR_MS, isDurable: false } as const;

/** Each upload program and each token is counted separately. The recipient of a share sees only one study and has no limit. */
const readerOf = (who: Actor): string | null => {
  if (who.kind === 'desktop' || who.kind === 'receiver') return `program:${who.grantID}`;
  if (who.kind === 'token') return `token:${who.tokenID}`;
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
 * Counts a study whose files or report an account fetches. A study that is fetched again within the hour, in parts or file by
 * file, counts once.
 * @throws Problem 429 when the account has fetched too many studies within an hour.
 */
export const countDownload = async (context: Context, who: Actor, studyID: number): Promise<void> => {
  const reader = readerOf(who);
  if (reader === null) return;
  const mark = { ...hourly, key: `download:${reader}:${studyID}`, attempts: 1 };
  if (await isSpent(context, mark)) return;
  // checked before the mark is set, so that a repeated request is refused as well
  await assertExportAllowed(context, who);
  if (await takeFirst(context, mark)) await countExport(context, who);
};

const exportLimit = (context: Context, reader: string) => ({
  ...hourly,
  key: `downloads:${reader}`,
  attempts: context.config.readingLimits.downloads,
});

/** Counts an exported list like one study. @throws Problem 429 as `countDownload` does. */
export const countExport = async (context: Context, who: Actor): Promise<void> => {
  const reader = readerOf(who);
  if (reader === null) return;
  await countAttempt(context, [exportLimit(context, reader)], sentences.tooManyDownloads);
};

/** Does not count. @throws Problem 429 when `countExport` would. */
export const assertExportAllowed = async (context: Context, who: Actor): Promise<void> => {
  const reader = readerOf(who);
  if (reader === null) return;
  await refuseIfSpent(context, [exportLimit(context, reader)], sentences.tooManyDownloads);
};
