import type { MemberRole } from '@snimok/contract/people/client-members';
import { type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { removeMember, updateMemberRole } from '../accounts/account-rows/member-accounts.ts';

/** Throws 404 for the owner and for a person of another client. */
export const changeRole = (
  { db }: Context,
  by: Initiator,
  clientID: number,
  accountID: number,
  role: MemberRole,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await updateMemberRole(tx, clientID, accountID, role);
    const details = { role, memberID: accountID };
    await record(tx, by, { action: 'member.change', doctorID: clientID, details });
  });

/** Throws 404 for the owner and for a person of another client. */
export const remove = (
  { db, clock }: Context,
  by: Initiator,
  clientID: number,
  accountID: number,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await removeMember({ db: tx, clock }, clientID, accountID);
    const details = { memberID: accountID };
    await record(tx, by, { action: 'member.remove', doctorID: clientID, details });
  });
