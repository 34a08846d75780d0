import type { ClientPerson, Invitation, MemberRole } from '@snimok/contract/people/client-members';
import type { z } from 'zod';
import { presentLetter } from '../../platform/letters/present.ts';
import type { LetterRow } from '../../platform/letters/queries.ts';
import type { PersonRow } from '../accounts/account-rows/member-accounts.ts';
import type { InvitationRow } from './queries.ts';

export const presentPerson = (
  { id, disabledAt, suspendedAt, lastSignInAt, ...facts }: PersonRow,
  callerID: number,
): z.input<typeof ClientPerson> => ({
  accountID: id,
  ...facts,
  self: id === callerID,
  disabledAt: disabledAt?.toISOString() ?? null,
  suspendedAt: suspendedAt?.toISOString() ?? null,
  lastSignInAt: lastSignInAt?.toISOString() ?? null,
});

export const presentInvitation = (
  { uuid, email, clientRole, createdAt, expiresAt }: InvitationRow,
  letter: LetterRow | undefined,
  now: Date,
): z.input<typeof Invitation> => ({
  invitationUUID: uuid,
  email,
  role: clientRole as MemberRole,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  expired: expiresAt <= now,
  letter: presentLetter(letter),
});
