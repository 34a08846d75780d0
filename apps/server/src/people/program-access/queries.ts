import { RECEIVE_SCOPE, UPLOAD_SCOPE } from '@snimok/contract/people/program-access';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Actor } from '../../platform/access/actor.ts';
import { visibleProgramGrants } from '../../platform/access/visible.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/schema.ts';
import { clientIsEnabled } from '../accounts/sessions/enabled-accounts.ts';

/**
 * False once the account that granted access was disabled or has got a new password, even if it was enabled again. Triggers count
 * both in `accounts.credentials_version` and copy its value into the grant.
 */
const grantorIsUnchanged = (
  grant: ExpressionBuilder<Database & { assistant: Database['accounts'] }, 'desktopGrants' | 'assistant'>,
) => grant('assistant.credentialsVersion', '=', grant.ref('desktopGrants.credentialsVersion'));

const grants = (db: Tx) =>
  db
    .selectFrom('desktopGrants')
    .leftJoin('accounts as assistant', 'assistant.id', 'desktopGrants.assistantID')
    .selectAll('desktopGrants')
    .select((grant) => [
      'assistant.name as assistantName',
      grantorIsUnchanged(grant).as('grantorIsUnchanged'),
    ]);

export type GrantRow = NonNullable<Awaited<ReturnType<typeof findGrantByUserCode>>>;

export const findGrantByUserCode = (db: Tx, who: Actor, userCodeHashes: Buffer[]) =>
  grants(db)
    .where('desktopGrants.userCodeHash', 'in', userCodeHashes)
    .where(visibleProgramGrants(who))
    .executeTakeFirst();

export const findGrantByID = (db: Tx, who: Actor, grantID: number) =>
  grants(db).where('desktopGrants.id', '=', grantID).where(visibleProgramGrants(who)).executeTakeFirst();

/**
 * Locks the row, so that the second of two concurrent polls sees the status that the first one has set. A second
 * statement reads the grant: a join in the first one would not see the account that accepted the grant during the wait
 * for the lock.
 */
export const lockGrantByDeviceCode = async (tx: Tx, deviceCodeHash: Buffer) => {
  const locked = await tx
    .selectFrom('desktopGrants')
    .select('id')
    .where('deviceCodeHash', '=', deviceCodeHash)
    .forUpdate()
    .executeTakeFirst();
  return locked && grants(tx).where('desktopGrants.id', '=', locked.id).executeTakeFirst();
};

interface NewGrant {
  deviceCodeHash: Buffer;
  userCodeHash: Buffer;
  scope: string;
  appVersion: string;
  address: string | null;
  issuedAt: Date;
  expiresAt: Date;
  intervalSeconds: number;
}

/** False if the user code is in use by another grant. */
export const insertGrant = async (db: Tx, grant: NewGrant): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('desktopGrants')
    .values(grant)
    .onConflict((existing) => existing.column('userCodeHash').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};

/** Changes a grant that has not expired and whose status is in `from`; false if a concurrent change was faster. */
export const updateGrant = async (
  db: Tx,
  grantID: number,
  from: string[],
  now: Date,
  change: {
    status: string;
    assistantID?: number;
    grantedAt?: Date;
    endedAt?: Date;
    tokenHash?: Buffer;
    expiresAt?: Date;
  },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('desktopGrants')
    .set(change)
    .where('id', '=', grantID)
    .where('status', 'in', from)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const updatePoll = async (
  db: Tx,
  grantID: number,
  poll: { polledAt: Date; intervalSeconds: number },
): Promise<void> => {
  await db.updateTable('desktopGrants').set(poll).where('id', '=', grantID).execute();
};

/**
 * Grants with a valid token: not revoked, not expired, and the account that granted access is unchanged. The upload program acts
 * for an assistant, who also needs the right to studies. The program at a clinic acts for a person who may see pictures.
 */
const liveGrants = (db: Tx, now: Date) =>
  db
    .selectFrom('desktopGrants')
    .innerJoin('accounts as assistant', 'assistant.id', 'desktopGrants.assistantID')
    .leftJoin('accounts as client', 'client.id', 'assistant.clientID')
    .select([
      'desktopGrants.id',
      'desktopGrants.assistantID',
      'desktopGrants.lastUsedAt',
      'desktopGrants.scope',
    ])
    .select(({ fn }) => fn.coalesce('assistant.clientID', 'assistant.id').as('clientID'))
    .where('desktopGrants.status', '=', 'authorized')
    .where('desktopGrants.expiresAt', '>', now)
    .where(grantorIsUnchanged)
    .where(
      sql<boolean>`case desktop_grants.scope
        when ${UPLOAD_SCOPE} then assistant.role = 'assistant' and 'studies' = any(assistant.rights)
        when ${RECEIVE_SCOPE} then assistant.disabled_at is null and ${clientIsEnabled} and (assistant.role = 'doctor'
          or (assistant.role = 'member' and assistant.client_role = 'doctor'))
        else false end`,
    );

export type LiveGrant = Awaited<ReturnType<typeof listGrantsInForce>>[number];

export const findLiveGrantByToken = (db: Tx, tokenHash: Buffer, now: Date) =>
  liveGrants(db, now).where('desktopGrants.tokenHash', '=', tokenHash).executeTakeFirst();

export const listGrantsInForce = async (db: Tx, grantIDs: number[], now: Date) =>
  grantIDs.length === 0 ? [] : liveGrants(db, now).where('desktopGrants.id', 'in', grantIDs).execute();

export const updateLastUse = async (
  db: Tx,
  grantID: number,
  use: { lastUsedAt: Date; lastUsedAddress: string; expiresAt: Date },
): Promise<void> => {
  await db
    .updateTable('desktopGrants')
    .set(use)
    .where('id', '=', grantID)
    .where('status', '=', 'authorized')
    .execute();
};

export const listLiveGrants = async (db: Tx, who: Actor, now: Date, offset: number, limit: number) => {
  const live = grants(db)
    .where('desktopGrants.status', 'in', ['granted', 'authorized'])
    .where('desktopGrants.expiresAt', '>', now)
    .where(grantorIsUnchanged)
    .where(visibleProgramGrants(who));
  const [rows, { total }] = await Promise.all([
    live
      .orderBy('desktopGrants.grantedAt', 'desc')
      .orderBy('desktopGrants.id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute(),
    live
      .clearSelect()
      .select((grant) => grant.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, totalCount: total };
};

export const deleteGrantsEndedBefore = async (db: Tx, end: Date): Promise<void> => {
  await db
    .deleteFrom('desktopGrants')
    .where(sql<Date>`coalesce(ended_at, expires_at)`, '<', end)
    .execute();
};
