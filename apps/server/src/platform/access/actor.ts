import type { FeatureFlag } from '@snimok/contract/doctors';
import type { ShareFlag } from '@snimok/contract/external-shares';
import type { StaffRight } from '@snimok/contract/staff';
import type { z } from 'zod';

export type Flag = z.infer<typeof FeatureFlag>;

/** The caller of a request. Every permission check takes one of these. */
export type Actor =
  | Nobody
  | Assistant
  | DoctorActor
  | UnknownRole
  | OneTimePassword
  | SecondFactorDue
  | ShareRecipient
  | UploadProgram;

interface Nobody {
  kind: 'nobody';
}
interface Assistant {
  kind: 'assistant';
  accountID: number;
  /** Of a signed-in assistant; `accounts.credentials_version`. */
  credentialsVersion?: number;
  rights: ReadonlySet<StaffRight>;
}
export interface DoctorActor {
  kind: 'doctor';
  accountID: number;
  /** Of a signed-in doctor; `accounts.credentials_version`. */
  credentialsVersion?: number;
  flags: ReadonlySet<Flag>;
}
/** Signed in with a role that the portal does not support (spec.md §2): sees a message and can only sign out. */
interface UnknownRole {
  kind: 'unknown-role';
  accountID: number;
}

/** Signed in with the password of a letter: may choose another password, and nothing else (areas.ts). */
interface OneTimePassword {
  kind: 'one-time-password';
  accountID: number;
}

/** Signed in without the second factor that the account must have: may set one up, and nothing else (areas.ts). */
interface SecondFactorDue {
  kind: 'second-factor-due';
  accountID: number;
}

/** A person without an account who uses the link of an external share: sees only that share's study. */
export interface ShareRecipient {
  kind: 'share';
  shareUUID: string;
  studyID: number;
  /** What the share permits now; the settings may have changed since it was made. */
  flags: ReadonlySet<z.infer<typeof ShareFlag>>;
  /** The sender lets the recipient see the annotations. */
  showMarks: boolean;
  expiresAt: Date;
}

/** The upload program, acting for the assistant who granted it access: may upload studies, and little else. */
interface UploadProgram {
  kind: 'desktop';
  accountID: number;
  grantID: number;
}

export const nobody: Nobody = { kind: 'nobody' };

/** The account of a caller in an area that requires signing in; throws for a caller without an account. */
export const accountOf = (who: Actor): number => {
  if (!('accountID' in who))
    throw new Error('the endpoint needs a caller with an account; its area admits callers without one');
  return who.accountID;
};

/** The external share of a caller in the external area; throws for any other kind of caller. */
export const shareOf = (who: Actor): ShareRecipient => {
  if (who.kind !== 'share')
    throw new Error('the endpoint needs the recipient of an external share; its area admits other callers');
  return who;
};
