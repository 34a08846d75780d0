import type { StaffMember } from '@snimok/contract/people/staff';
import type { z } from 'zod';
import { presentLetter } from '../../platform/letters/present.ts';
import type { LetterRow } from '../../platform/letters/queries.ts';
import type { StaffRow } from '../accounts/account-rows/staff-accounts.ts';
import { readRights } from '../accounts/sessions/stored-rights.ts';

export const presentMember = (
  {
    id,
    name,
    email,
    post,
    rights,
    onlyReportRight,
    disabledAt,
    suspendedAt,
    lastSignInAt,
    lastSeenAt,
    sessionsCount,
    hasSecondFactor,
  }: StaffRow,
  callerID: number,
  singleSignOn: z.input<typeof StaffMember>['singleSignOn'],
  letter: LetterRow | null | undefined,
): z.input<typeof StaffMember> => ({
  accountID: id,
  name,
  email,
  post,
  sessionsCount,
  hasSecondFactor,
  rights: readRights({ rights, onlyReportRight }),
  self: id === callerID,
  singleSignOn,
  disabledAt: disabledAt?.toISOString() ?? null,
  suspendedAt: suspendedAt?.toISOString() ?? null,
  lastSignInAt: lastSignInAt?.toISOString() ?? null,
  lastSeenAt: lastSeenAt?.toISOString() ?? null,
  letter: presentLetter(letter),
});
