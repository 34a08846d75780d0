import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/client.ts';
import { forbidden } from '../../../platform/errors/errors.ts';
import { isLastAdministrator } from './administrators.ts';
import { endSessionsOf } from '../sessions/sessions.ts';
import { sentences } from '../sentences.ts';

/** SQL: when the account was suspended, else null. Earlier versions enable an account without clearing the column. */
export const suspendedSince = sql<Date | null>`case when accounts.disabled_at is not null then accounts.suspended_at end`;

/** Throws 403 with a sentence that says whom to call. */
export const refuseSuspended = (account: { disabledAt: Date | null; suspendedAt: Date | null }): void => {
  if (account.disabledAt && account.suspendedAt) throw forbidden(sentences.accountSuspended);
};

/**
 * Disables an account and records that the portal did so. Its sessions end, and then its sockets, tickets, transfers and upload
 * programs. If the owner of a client is suspended, the client's people keep their access. Returns false and changes nothing for
 * the last administrator and for an account that is already disabled.
 */
export const suspendAccount = async (tx: Tx, accountID: number, now: Date): Promise<boolean> => {
  if (await isLastAdministrator(tx, accountID)) return false;
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set({ disabledAt: now, suspendedAt: now })
    .where('id', '=', accountID)
    .where('disabledAt', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await endSessionsOf(tx, accountID);
  return true;
};

/** False if the account is not suspended. */
export const resumeAccount = async (tx: Tx, accountID: number): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set({ disabledAt: null, suspendedAt: null })
    .where('id', '=', accountID)
    .where('disabledAt', 'is not', null)
    .where('suspendedAt', 'is not', null)
    .where('removedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
