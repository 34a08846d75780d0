import type { GrantedProgram, GrantStatus } from '@snimok/contract/people/program-access';
import type { z } from 'zod';
import type { GrantRow } from './queries.ts';

type Status = z.infer<typeof GrantStatus>;

/**
 * The stored status, with two exceptions: a grant is `revoked` once the account that granted it was disabled or has got a new
 * password, and `expired` after its time.
 */
export const statusOf = (
  { status, expiresAt, grantorIsUnchanged }: Pick<GrantRow, 'status' | 'expiresAt' | 'grantorIsUnchanged'>,
  now: Date,
): Status => {
  if (status === 'declined' || status === 'revoked') return status;
  if (status !== 'issued' && !grantorIsUnchanged) return 'revoked';
  return expiresAt <= now ? 'expired' : (status as Status);
};

/** `userCode` comes from the request, since only its hash is stored. */
export const presentGrant = (grant: GrantRow, userCode: string, now: Date) => ({
  userCode,
  status: statusOf(grant, now),
  scope: grant.scope,
  appVersion: grant.appVersion,
  issuedAt: grant.issuedAt.toISOString(),
  expiresAt: grant.expiresAt.toISOString(),
  address: grant.address,
  assistantName: grant.assistantName,
});

export const presentProgram = (grant: GrantRow): z.infer<typeof GrantedProgram> => ({
  grantID: grant.id,
  status: grant.status as 'granted' | 'authorized',
  scope: grant.scope,
  appVersion: grant.appVersion,
  assistantName: grant.assistantName ?? '',
  address: grant.address,
  issuedAt: grant.issuedAt.toISOString(),
  grantedAt: (grant.grantedAt ?? grant.issuedAt).toISOString(),
  expiresAt: grant.expiresAt.toISOString(),
  lastUsedAt: grant.lastUsedAt?.toISOString() ?? null,
  lastUsedAddress: grant.lastUsedAddress,
});
