import { sql } from 'kysely';
import type { Tx } from '../db/client.ts';

/** How many devices one account can have. A further one replaces the device that was unused for the longest time. */
const MAX_DEVICES = 20;

interface NewSubscription {
  accountID: number;
  sessionUUID: string;
  credentialsVersion: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  serverKey: string;
  userAgent: string;
  now: Date;
}

/** Binds the subscription to the account of the browser's present user. Returns the id for the API. */
export const upsertSubscription = async (
  tx: Tx,
  { now, ...subscription }: NewSubscription,
): Promise<string> => {
  // notices to the previous user of the browser must not reach the next one
  await tx
    .deleteFrom('pushSubscriptions')
    .where('endpoint', '=', subscription.endpoint)
    .where('accountID', '!=', subscription.accountID)
    .execute();
  const { uuid } = await tx
    .insertInto('pushSubscriptions')
    .values({ ...subscription, createdAt: now, renewedAt: now })
    .onConflict((existing) => existing.column('endpoint').doUpdateSet({ ...subscription, renewedAt: now }))
    .returning('uuid')
    .executeTakeFirstOrThrow();
  await sql`
    delete from push_subscriptions where id in (
      select id from push_subscriptions where account_id = ${subscription.accountID}
      order by renewed_at desc, id desc offset ${MAX_DEVICES})`.execute(tx);
  return uuid;
};

/** False if the account has no such subscription. */
export const renewSubscription = async (
  tx: Tx,
  { now, accountID, endpoint, ...renewed }: NewSubscription,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('pushSubscriptions')
    .set({ ...renewed, renewedAt: now })
    .where('endpoint', '=', endpoint)
    .where('accountID', '=', accountID)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const listSubscriptionsOf = (db: Tx, accountID: number) =>
  db
    .selectFrom('pushSubscriptions')
    .select(['uuid', 'sessionUUID', 'userAgent', 'createdAt', 'deliveredAt'])
    .where('accountID', '=', accountID)
    .orderBy('renewedAt', 'desc')
    .orderBy('id')
    .execute();

/** False if the account has no subscription with this id. */
export const deleteSubscriptionOf = async (db: Tx, accountID: number, uuid: string): Promise<boolean> => {
  const deleted = db
    .deleteFrom('pushSubscriptions')
    .where('uuid', '=', uuid)
    .where('accountID', '=', accountID);
  return (await deleted.executeTakeFirst()).numDeletedRows > 0n;
};

export const deleteSubscription = async (db: Tx, subscriptionID: number): Promise<void> => {
  await db.deleteFrom('pushSubscriptions').where('id', '=', subscriptionID).execute();
};

export const markDelivered = async (db: Tx, subscriptionID: number, deliveredAt: Date): Promise<void> => {
  await db.updateTable('pushSubscriptions').set({ deliveredAt }).where('id', '=', subscriptionID).execute();
};

/** Subscriptions of enabled accounts whose password has not changed since the last renewal. */
const liveSubscriptions = (db: Tx) =>
  db
    .selectFrom('pushSubscriptions as subscription')
    .innerJoin('accounts', 'accounts.id', 'subscription.accountID')
    .leftJoin('accounts as client', 'client.id', 'accounts.clientID')
    .where('accounts.disabledAt', 'is', null)
    .where(sql<boolean>`(client.disabled_at is null or client.suspended_at is not null)`)
    .whereRef('accounts.credentialsVersion', '=', 'subscription.credentialsVersion');

export const findLiveSubscription = (db: Tx, subscriptionID: number) =>
  liveSubscriptions(db)
    .selectAll('subscription')
    .where('subscription.id', '=', subscriptionID)
    .executeTakeFirst();

export const listLiveSubscriptions = (db: Tx, accountIDs: number[]) =>
  liveSubscriptions(db)
    .select(['subscription.id', 'subscription.accountID'])
    .where(sql<boolean>`subscription.account_id = any(${accountIDs}::bigint[])`)
    .orderBy('subscription.id')
    .execute();

/**
 * Deletes the subscriptions of browsers that were not used since `notRenewedSince`, of disabled accounts, and those made
 * before the account's password was changed.
 */
export const deleteEndedSubscriptions = async (db: Tx, notRenewedSince: Date): Promise<void> => {
  await sql`
    delete from push_subscriptions s using accounts a where a.id = s.account_id
      and (s.renewed_at < ${notRenewedSince} or a.disabled_at is not null
        or a.credentials_version <> s.credentials_version)`.execute(db);
};
