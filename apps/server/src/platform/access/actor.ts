import type { ApiScope } from '@snimok/contract/people/api-tokens';
import type { ClientRole } from '@snimok/contract/people/client-members';
import type { FeatureFlag } from '@snimok/contract/people/doctors';
import type { ShareFlag } from '@snimok/contract/viewing/external-shares';
import type { StaffRight } from '@snimok/contract/people/staff';
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
  | UploadProgram
  | TokenActor
  | ReceivingProgram
  | Visitor;

interface Nobody {
  kind: 'nobody';
}
interface Assistant {
  kind: 'assistant';
  accountID: number;
  /** `accounts.credentials_version`; only for a signed-in assistant. */
  credentialsVersion?: number;
  /** Only for a signed-in assistant. */
  sessionHash?: Buffer | undefined;
  rights: ReadonlySet<StaffRight>;
}
/**
 * A person of a client. Patients, bookings and the chat belong to the client; sessions and actions belong to the
 * person.
 */
export interface DoctorActor {
  kind: 'doctor';
  accountID: number;
  /** The client's account, which is the account of its owner. */
  clientID: number;
  role: ClientRole;
  /** `accounts.credentials_version`; only for a signed-in doctor. */
  credentialsVersion?: number;
  /** Only for a signed-in doctor. */
  sessionHash?: Buffer | undefined;
  flags: ReadonlySet<Flag>;
}
/** Signed in with a role that the portal does not support (product 3.15): sees a message and can only sign out. */
interface UnknownRole {
  kind: 'unknown-role';
  accountID: number;
}

/** Signed in with the password of a letter: may choose another password, and nothing else. */
interface OneTimePassword {
  kind: 'one-time-password';
  accountID: number;
}

/** Signed in without the second factor that the account must have: may set one up, and nothing else. */
interface SecondFactorDue {
  kind: 'second-factor-due';
  accountID: number;
}

/**
 * A session whose account first has to choose a password or set up a second factor. All access (HTTP, sockets, tickets,
 * presigned URLs, programs) is refused to such an actor, except by the endpoints whose `access` names it.
 */
type Limited = OneTimePassword | SecondFactorDue;

/** What limits a session; null for a full session. */
export const limitOfSession = ({
  passwordIsTemporary,
  secondFactor,
}: {
  passwordIsTemporary: boolean;
  secondFactor?: string | null;
}): Limited['kind'] | null => {
  if (passwordIsTemporary) return 'one-time-password';
  return secondFactor === 'due' ? 'second-factor-due' : null;
};

export const isLimited = (who: Actor): who is Limited =>
  who.kind === 'one-time-password' || who.kind === 'second-factor-due';

/** A person without an account who uses the link of an external share: sees only that share's study. */
export interface ShareRecipient {
  kind: 'share';
  shareUUID: string;
  studyID: number;
  /** What the share permits now; the settings may have changed since it was made. */
  flags: ReadonlySet<z.infer<typeof ShareFlag>>;
  /** Whether the sender lets the recipient see the annotations. */
  showMarks: boolean;
  /** Whether the link was handed to the patient. If so, the page uses plain words, and the centre sees a log. */
  forPatient: boolean;
  expiresAt: Date;
}

/** The upload program, acting for the assistant who granted it access: may upload studies, and little else. */
interface UploadProgram {
  kind: 'desktop';
  accountID: number;
  grantID: number;
}

/** A system of the centre that calls the API with a token; it acts for the assistant who created the token. */
interface TokenActor {
  kind: 'token';
  accountID: number;
  tokenID: number;
  scopes: ReadonlySet<ApiScope>;
  /** The rights that its scopes give and that its creator has at present. */
  rights: ReadonlySet<StaffRight>;
}
/** The program at a client's clinic, for the person who granted it access: may receive the client's studies. */
export interface ReceivingProgram {
  kind: 'receiver';
  accountID: number;
  clientID: number;
  grantID: number;
}

/** A patient who uses the link of a reminder: sees only that booking. */
export interface Visitor {
  kind: 'visitor';
  bookingID: number;
}

export const nobody: Nobody = { kind: 'nobody' };

/** The account of a caller in an area that requires signing in; throws for a caller without an account. */
export const accountOf = (who: Actor): number => {
  if (!('accountID' in who))
    throw new Error('the endpoint needs a caller with an account, but its access admits callers without one');
  return who.accountID;
};

/** The account to whose message limit a caller's messages count: the people of a client share one limit. */
export const senderOf = (who: Actor): number => (who.kind === 'doctor' ? who.clientID : accountOf(who));

/** The client for which a caller of the doctors' area acts; throws for any other kind of caller. */
export const clientOf = (who: Actor): number => {
  if (who.kind !== 'doctor')
    throw new Error('the endpoint needs a person of a client, but its access admits other callers');
  return who.clientID;
};

/** The external share of a caller in the external area; throws for any other kind of caller. */
export const shareOf = (who: Actor): ShareRecipient => {
  if (who.kind !== 'share')
    throw new Error(
      'the endpoint needs the recipient of an external share, but its access admits other callers',
    );
  return who;
};
