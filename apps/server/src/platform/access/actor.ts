import type { FeatureFlag } from '@snimok/contract/doctors';
import type { ShareFlag } from '@snimok/contract/external-shares';
import type { z } from 'zod';

export type Flag = z.infer<typeof FeatureFlag>;

/** Who asks. Every question of rights begins with one of these. */
export type Actor = Nobody | Assistant | DoctorActor | UnknownRole | ShareRecipient | UploadProgram;

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
export interface UnknownRole {
  kind: 'unknown-role';
  accountID: number;
}

/** A stranger outside with the link of one external share: sees that study and nothing else. */
export interface ShareRecipient {
  kind: 'share';
  shareUUID: string;
  studyID: number;
  /** what the portal offers her now */
  flags: ReadonlySet<z.infer<typeof ShareFlag>>;
  expiresAt: Date;
}

/** The desktop application, on behalf of the assistant who let it in: may send studies in, and little else. */
export interface UploadProgram {
  kind: 'desktop';
  accountID: number;
  grantID: number;
}

export const nobody: Nobody = { kind: 'nobody' };

/** The account behind a caller that an area lets in only when signed in. */
export const accountOf = (who: Actor): number => {
  if (!('accountID' in who)) throw new Error('this area is open to nobody without an account');
  return who.accountID;
};

/** The share behind a caller of the external area, which nobody else is let into. */
export const shareOf = (who: Actor): ShareRecipient => {
  if (who.kind !== 'share') throw new Error('this area is open to nobody without a share');
  return who;
};
