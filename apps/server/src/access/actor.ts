import type { FeatureFlag } from '@snimok/contract/doctors';
import type { z } from 'zod';

export type Flag = z.infer<typeof FeatureFlag>;

/** Who asks. Every question of rights begins with one of these. */
export type Actor = Nobody | Assistant | DoctorActor | OfUnknownRole;

export interface Nobody {
  kind: 'nobody';
}
export interface Assistant {
  kind: 'assistant';
  accountID: number;
}
export interface DoctorActor {
  kind: 'doctor';
  accountID: number;
  flags: ReadonlySet<Flag>;
}
/** Signed in with a role this portal does not know (spec.md §2): sees a message, may sign out. */
export interface OfUnknownRole {
  kind: 'unknown-role';
  accountID: number;
}

export const nobody: Nobody = { kind: 'nobody' };

/** The account behind a caller that an area lets in only when signed in. */
export const accountOf = (who: Actor): number => {
  if (who.kind === 'nobody') throw new Error('this area is open to nobody without an account');
  return who.accountID;
};
