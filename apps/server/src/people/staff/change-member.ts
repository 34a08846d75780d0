import type { updateStaffMember } from '@snimok/contract/people/staff';
import type { BodyOf } from '@snimok/contract/platform/endpoint';
import { type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { disableAccount } from '../accounts/account-rows/accounts.ts';
import { endSessionsOf } from '../accounts/sessions/sessions.ts';
import { enableAccount, updateStaffFacts } from '../accounts/account-rows/staff-accounts.ts';
import { deleteFactors } from '../second-factors/factors.ts';

/** Each function records its change with the account that it concerns (`doctorID` of the audit event). */
export const changeMember = (
  { db }: Context,
  by: Initiator,
  accountID: number,
  facts: BodyOf<typeof updateStaffMember>,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const withdrawn = await updateStaffFacts(tx, accountID, facts);
    await record(tx, by, {
      action: 'staff.change',
      doctorID: accountID,
      details: { rights: facts.rights.join(' '), withdrawn: withdrawn.join(' ') },
    });
  });

export const setMemberDisabled = (
  { db, clock }: Context,
  by: Initiator,
  accountID: number,
  disabled: boolean,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (disabled) await disableAccount(tx, accountID, clock.now());
    else await enableAccount(tx, accountID);
    await record(tx, by, { action: disabled ? 'staff.disable' : 'staff.enable', doctorID: accountID });
  });

export const endMemberSessions = ({ db }: Context, by: Initiator, accountID: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await endSessionsOf(tx, accountID);
    await record(tx, by, { action: 'staff.end-sessions', doctorID: accountID });
  });

/** Ends the sessions as well, because they were opened with factors that may be in the wrong hands. */
export const resetMemberFactors = ({ db }: Context, by: Initiator, accountID: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await deleteFactors(tx, accountID);
    await endSessionsOf(tx, accountID);
    await record(tx, by, { action: 'staff.reset-factors', doctorID: accountID });
  });
