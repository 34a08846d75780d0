import { sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';
import { suspendedSince } from '../accounts/account-rows/suspensions.ts';

/** Serialises the alerts of one account until the end of the transaction, without a lock on its row. */
export const lockAlertsOf = async (tx: Tx, accountID: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`access alert ${accountID}`}, 0))`.execute(tx);
};

/**
 * Whether an alert of the last hour covers this number of opened studies. An alert covers the studies that it counted,
 * and as many more as its threshold. Uses the database's clock, like the count of the audit records.
 */
export const hasAlertInHour = async (tx: Tx, accountID: number, studies: number): Promise<boolean> =>
  (await tx
    .selectFrom('accessAlerts')
    .select('id')
    .where('accountID', '=', accountID)
    .where(sql<boolean>`raised_at > now() - interval '1 hour'`)
    .where(sql<boolean>`studies + threshold >= ${studies}`)
    .executeTakeFirst()) !== undefined;

interface NewAlert {
  accountID: number;
  studies: number;
  threshold: number;
  suspended: boolean;
}

export const insertAlert = async (tx: Tx, alert: NewAlert): Promise<void> => {
  await tx
    .insertInto('accessAlerts')
    .values({ ...alert, raisedAt: sql<Date>`now()` })
    .execute();
};

const openAlerts = (db: Tx) => db.selectFrom('accessAlerts').where('accessAlerts.acknowledgedAt', 'is', null);

/** Open alerts, newest first. */
export const listOpenAlerts = (db: Tx, limit: number) =>
  openAlerts(db)
    .innerJoin('accounts', 'accounts.id', 'accessAlerts.accountID')
    .leftJoin('accounts as client', 'client.id', 'accounts.clientID')
    .select([
      'accessAlerts.id',
      'accessAlerts.accountID',
      'accessAlerts.raisedAt',
      'accessAlerts.studies',
      'accessAlerts.threshold',
      'accounts.name',
      'accounts.role',
      'accounts.clientID',
      'client.name as clientName',
      suspendedSince.as('suspendedAt'),
    ])
    .orderBy('accessAlerts.raisedAt', 'desc')
    .orderBy('accessAlerts.id', 'desc')
    .limit(limit)
    .execute();

export type AlertRow = Awaited<ReturnType<typeof listOpenAlerts>>[number];

export const countOpenAlerts = async (db: Tx): Promise<number> => {
  const { count } = await openAlerts(db)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

export const countAlertsOfDay = async (db: Tx): Promise<number> => {
  const { count } = await db
    .selectFrom('accessAlerts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(sql<boolean>`raised_at > now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  return count;
};

/** The account of the alert, even if another administrator has acknowledged the alert; undefined if there is no alert. */
export const findAlert = (tx: Tx, alertID: number) =>
  tx
    .selectFrom('accessAlerts')
    .select(['accountID', 'acknowledgedAt'])
    .where('id', '=', alertID)
    .forUpdate()
    .executeTakeFirst();

export const markAcknowledged = async (
  tx: Tx,
  alertID: number,
  by: { acknowledgedBy: number; acknowledgedAt: Date },
): Promise<void> => {
  await tx.updateTable('accessAlerts').set(by).where('id', '=', alertID).execute();
};
