import type { NotificationKind } from '@snimok/contract/people/notification-choices';
import type { Tx } from '../db/client.ts';
import { dayAfter, dayIn } from '../time-and-sizes/calendar.ts';
import { instantAt } from '../time-and-sizes/wall-time.ts';

export const findSettings = (db: Tx, accountID: number) =>
  db.selectFrom('notificationSettings').selectAll().where('accountID', '=', accountID).executeTakeFirst();

/** The account's row, locked until the end of the transaction. Creates it if it is missing. */
export const lockSettings = async (tx: Tx, accountID: number) => {
  await tx
    .insertInto('notificationSettings')
    .values({ accountID })
    .onConflict((existing) => existing.column('accountID').doNothing())
    .execute();
  return tx
    .selectFrom('notificationSettings')
    .selectAll()
    .where('accountID', '=', accountID)
    .forUpdate()
    .executeTakeFirstOrThrow();
};

export type SettingsRow = Awaited<ReturnType<typeof lockSettings>>;

export const updateSettings = async (
  tx: Tx,
  accountID: number,
  change: Partial<Omit<SettingsRow, 'accountID'>>,
): Promise<void> => {
  await tx.updateTable('notificationSettings').set(change).where('accountID', '=', accountID).execute();
};

/** The next time after `now` at which the wall clock of the centre shows the hour of the digest. */
export const nextDigestAt = (
  { digestEvery, digestHour }: Pick<SettingsRow, 'digestEvery' | 'digestHour'>,
  timeZone: string,
  now: Date,
): Date => {
  for (let day = dayIn(timeZone, now); ; day = dayAfter(day, 1)) {
    const at = instantAt(day, digestHour * 60, timeZone);
    const isMonday = new Date(`${day}T00:00:00Z`).getUTCDay() === 1;
    if (at > now && (digestEvery === 'day' || isMonday)) return at;
  }
};

/** Kinds of notices about actions that the receptionists of a client have no right to. */
export const NOT_FOR_RECEPTION: readonly NotificationKind[] = ['requests', 'reports'];
