import { type Access, missingRight } from '@snimok/contract/people/access';
import type { ClientRole } from '@snimok/contract/people/client-members';
import type { StaffRight } from '@snimok/contract/people/staff';
import { forbidden, Problem } from '../errors/errors.ts';
import type { Actor } from './actor.ts';
import { sentences } from './sentences.ts';

/** How long a session counts as confirmed after a password or a second factor was entered, at the sign-in or later. */
const CONFIRMED_FOR_MS = 10 * 60_000;

const roles: Record<NonNullable<Access['doctor']>, readonly ClientRole[]> = {
  everyone: ['owner', 'doctor', 'reception'],
  clinicians: ['owner', 'doctor'],
  owner: ['owner'],
};

/** Throws if the endpoint is closed to the caller. */
export const authorizeCall = (access: Access, who: Actor): void => {
  if (!isOpen(access, who))
    throw who.kind === 'nobody' ? new Problem(401, sentences.signInFirst) : forbidden(sentences.forbidden);
  const missing = rightToName(access, who);
  if (missing) throw forbidden(sentences.rightMissing(missing));
};

const isOpen = (access: Access, who: Actor): boolean => {
  switch (who.kind) {
    case 'doctor':
      return access.doctor !== undefined && roles[access.doctor].includes(who.role);
    case 'token':
      if (access.token === undefined || access.assistant === undefined) return false;
      return access.token === 'everyone' || who.scopes.has(access.token);
    case 'visitor':
      return false;
    default:
      return access[who.kind] !== undefined;
  }
};

/** The first right that an assistant or a token lacks. */
const rightToName = ({ assistant: needs = 'everyone' }: Access, who: Actor): StaffRight | undefined => {
  if (needs === 'everyone' || (who.kind !== 'assistant' && who.kind !== 'token')) return undefined;
  return missingRight(needs, who.rights);
};

/** `confirmedAt` is null for callers without a session: they cannot confirm. */
export const isConfirmed = (confirmedAt: Date | null, now: Date): boolean =>
  confirmedAt !== null && now.getTime() - confirmedAt.getTime() <= CONFIRMED_FOR_MS;
