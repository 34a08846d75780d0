import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { Problem, tooMany } from '../../../platform/errors/errors.ts';
import { dayAfter, dayIn } from '../../../platform/time-and-sizes/calendar.ts';
import { instantAt } from '../../../platform/time-and-sizes/wall-time.ts';
import { sentences } from '../sentences.ts';
import { addUsage, findUsage, sumFiles, type Usage } from '../upload-rows/usage-queries.ts';

type Limits = Pick<Context, 'config' | 'clock'>;

/** The calendar day of the centre, on which an account's uploads are counted. */
export const usageDay = ({ config, clock }: Limits): string => dayIn(config.timeZone, clock.now());

/** 429 until the centre's next midnight. */
const dailyLimitReached = ({ config, clock }: Limits): Problem => {
  const now = clock.now();
  const midnight = instantAt(dayAfter(dayIn(config.timeZone, now), 1), 0, config.timeZone);
  const seconds = Math.max(1, Math.ceil((midnight.getTime() - now.getTime()) / 1000));
  return tooMany(sentences.dailyUploadLimit, seconds);
};

/** Whether a limit is used up. Only what has been sent may reach its limit exactly. */
const isUsedUp = ({ config: { dailyLimits } }: Limits, usage: Usage): boolean =>
  usage.sentBytes > dailyLimits.bytes ||
  usage.sentFiles > dailyLimits.files ||
  usage.unpackedBytes >= dailyLimits.bytes ||
  usage.unpackedFiles >= dailyLimits.files ||
  usage.parserMs >= dailyLimits.parserMs;

/**
 * Counts registered files for their account and checks the limits of the upload and of the day, in the transaction that
 * registers the files. A file that is registered again counts again, because its earlier bytes stay in the store until
 * the end of the upload. A compressed file counts with its original bytes, so that limits do not depend on the sender.
 */
export const countRegistered = async (
  context: Limits,
  tx: Tx,
  { uploadUUID, accountID }: { uploadUUID: string; accountID: number },
  registered: readonly { sizeBytes: number; sentBytes?: number }[],
): Promise<void> => {
  await assertUploadLimits(context, tx, uploadUUID);
  const usage = await addUsage(tx, accountID, usageDay(context), {
    sentFiles: registered.length,
    sentBytes: registered.reduce(
      (sum, { sizeBytes, sentBytes = 0 }) => sum + Math.max(sizeBytes, sentBytes),
      0,
    ),
  });
  if (isUsedUp(context, usage)) throw dailyLimitReached(context);
};

/** @throws Problem 413 if the registered files exceed the limits of one upload */
export const assertUploadLimits = async (
  { config: { uploadLimits } }: Pick<Context, 'config'>,
  tx: Tx,
  uploadUUID: string,
): Promise<void> => {
  const { files, bytes } = await sumFiles(tx, uploadUUID);
  if (files > uploadLimits.files) throw new Problem(413, sentences.tooManyFiles(uploadLimits.files));
  if (bytes > uploadLimits.sentBytes)
    throw new Problem(413, sentences.uploadTooLarge(uploadLimits.sentBytes));
};

/** @throws Problem if the account has reached a limit of the day, so that no more of its uploads are processed. */
export const assertDayOpen = async (context: Limits, tx: Tx, accountID: number): Promise<void> => {
  const usage = await findUsage(tx, accountID, usageDay(context));
  if (isUsedUp(context, usage)) throw dailyLimitReached(context);
};

/**
 * Adds what a run has used to the day of the account that opened the upload. The portal's own uploads are not counted.
 */
export const countRun = async (
  context: Limits,
  tx: Tx,
  { creatorID, isMetered }: { creatorID: number; isMetered: boolean },
  used: Partial<Usage>,
): Promise<void> => {
  if (isMetered) await addUsage(tx, creatorID, usageDay(context), used);
};

/** Counts a file that is not part of an upload, and the time that it occupied parser processes. */
export const countFile = async (
  context: Limits,
  tx: Tx,
  accountID: number,
  file: { sizeBytes: number } | { parserMs: number },
): Promise<void> => {
  const used = 'sizeBytes' in file ? { sentFiles: 1, sentBytes: file.sizeBytes } : file;
  const usage = await addUsage(tx, accountID, usageDay(context), used);
  if ('sizeBytes' in file && isUsedUp(context, usage)) throw dailyLimitReached(context);
};
