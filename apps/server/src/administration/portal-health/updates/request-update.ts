import { randomUUID } from 'node:crypto';
import { type Initiator, record } from '../../../platform/audit/record.ts';
import type { Context } from '../../../platform/context.ts';
import { conflict } from '../../../platform/errors/errors.ts';
import type { Installation } from '../../../platform/releases/places.ts';
import { writeRequest } from '../../../platform/releases/progress.ts';
import { dayAfter, dayIn } from '../../../platform/time-and-sizes/calendar.ts';
import { after } from '../../../platform/time-and-sizes/clock.ts';
import { HOUR_MS } from '../../../platform/time-and-sizes/duration.ts';
import { instantAt } from '../../../platform/time-and-sizes/wall-time.ts';
import { isQueued, makeBackup } from '../jobs.ts';
import { noBackupFolder } from '../sentences.ts';
import { changeUpdate, lockUpdate } from './queries.ts';
import { updateSentences } from './sentences.ts';
import { updatable, updateState } from './state.ts';

/** Minutes after midnight of the centre's time zone: an hour after the usual time of backups. */
const NIGHT_MINUTES = 4 * 60;
/** An update whose time passed while the portal was off, or a backup ran, does not begin in the working day. */
const GIVE_UP_MS = 2 * HOUR_MS;

/** The packaged portal of this process. Throws 409 if it cannot be updated here. */
export const requireUpdatable = (context: Pick<Context, 'config' | 'installation'>): Installation => {
  const installation = updatable(context);
  if (!installation) throw conflict(updateSentences.notPackage);
  return installation;
};

export const nextNight = ({ clock, config }: Pick<Context, 'clock' | 'config'>): Date => {
  const now = clock.now();
  const today = dayIn(config.timeZone, now);
  const night = instantAt(today, NIGHT_MINUTES, config.timeZone);
  return night > now ? night : instantAt(dayAfter(today, 1), NIGHT_MINUTES, config.timeZone);
};

/** Has the offered version installed, now or in the coming night. A later choice replaces an earlier one that has not begun. */
export const requestUpdateBy = async (
  context: Context,
  by: Initiator,
  { version, when }: { version: string; when: 'now' | 'tonight' },
): Promise<void> => {
  requireUpdatable(context);
  const { db, config, clock } = context;
  await db.transaction().execute(async (tx) => {
    const { step, offered } = await updateState(context, tx, await lockUpdate(tx));
    if (step !== null) throw conflict(updateSentences.alreadyRuns);
    if (offered !== version) throw conflict(updateSentences.otherVersion);
    if (config.scheduledBackups.folder === undefined) throw conflict(noBackupFolder);
    if (when === 'now' && (await isQueued(tx, makeBackup))) throw conflict(updateSentences.backupRuns);
    const dueAt = when === 'now' ? clock.now() : nextNight(context);
    await changeUpdate(tx, { dueAt, dueVersion: version });
    await record(tx, by, { action: 'portal.update', details: { version, when } });
  });
  if (when === 'now') await handOver(context);
};

/** Cancels the update of the coming night. Throws 409 if there is none. */
export const cancelUpdateBy = async ({ db }: Context, by: Initiator): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    const { dueVersion } = await lockUpdate(tx);
    if (dueVersion === null) throw conflict(updateSentences.nothingDue);
    await changeUpdate(tx, { dueAt: null, dueVersion: null });
    await record(tx, by, { action: 'portal.update-cancel', details: { version: dueVersion } });
  });
};

/** Hands a due update over to the updater, which runs as root; once for each update. */
export const handOver = async (context: Context): Promise<void> => {
  const { db, clock, log } = context;
  const installation = updatable(context);
  if (!installation) return;
  await db.transaction().execute(async (tx) => {
    const row = await lockUpdate(tx);
    const { dueAt, dueVersion } = row;
    const now = clock.now();
    if (dueAt === null || dueVersion === null || dueAt > now) return;
    if (after(dueAt, GIVE_UP_MS) < now) {
      log.warn('an update that was asked for did not begin in time, and is cancelled');
      await changeUpdate(tx, { dueAt: null, dueVersion: null });
      return;
    }
    // tried again in a minute
    if ((await isQueued(tx, makeBackup)) || (await updateState(context, tx, row)).step !== null) return;
    const request = { id: randomUUID(), version: dueVersion, requestedAt: now.toISOString() };
    await changeUpdate(tx, {
      dueAt: null,
      dueVersion: null,
      requestID: request.id,
      requestedVersion: dueVersion,
      requestedAt: now,
    });
    await writeRequest(installation.request, request);
  });
};
