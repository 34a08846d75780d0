import type { ApiScope } from './api-tokens.ts';
import type { StaffRight } from './staff.ts';

/** A right, several of which all are needed, or some of which one is enough. */
export type Needs =
  StaffRight | readonly [StaffRight, StaffRight, ...StaffRight[]] | { oneOf: readonly StaffRight[] };

/** The first right that is missing; undefined if those that an assistant has are enough. */
export const missingRight = (needs: Needs, own: ReadonlySet<StaffRight>): StaffRight | undefined => {
  if (typeof needs === 'string') return own.has(needs) ? undefined : needs;
  if ('oneOf' in needs) return needs.oneOf.some((right) => own.has(right)) ? undefined : needs.oneOf[0];
  return needs.find((right) => !own.has(right));
};

/**
 * Who may call an endpoint: each kind of caller that may, with what it needs. All others are refused, so a new endpoint is
 * closed to everybody whom it does not name. `docs/access.md` lists all endpoints with their access.
 */
export interface Access {
  assistant?: 'everyone' | Needs;
  /** People of a client; clinicians are all but receptionists. */
  doctor?: 'everyone' | 'clinicians' | 'owner';
  /** Tokens of the API with this scope, which need the rights of an assistant as well. */
  token?: 'everyone' | ApiScope;
  /** The upload program. */
  desktop?: true;
  /** The recipient of an external share. */
  share?: true;
  /** The program at a client's clinic. */
  receiver?: true;
  nobody?: true;
  'unknown-role'?: true;
  'one-time-password'?: true;
  'second-factor-due'?: true;
  /**
   * The session has to be confirmed within the last ten minutes by the password or a second factor (decision 101), because a
   * stolen session is not enough for what changes who may sign in or what they may do, erases for good, or hands out whole
   * lists and records.
   *
   * Without it: what only takes access away, because it must be quick; the own password and factors, which ask in every call
   * (`people/profile/confirm.ts`); the accounts of clients, which see nothing but what is shared with them; the acceptance of
   * an upload program, which lets the program do nothing but upload (product 4.7).
   */
  confirmed?: true;
}

/** Every account of an assistant or of a person of a client. */
export const signedIn = { assistant: 'everyone', doctor: 'everyone' } as const satisfies Access;

/** The end of a session, and calls that have credentials of their own or need none. */
export const anyone = {
  ...signedIn,
  nobody: true,
  'unknown-role': true,
  'one-time-password': true,
  'second-factor-due': true,
} as const satisfies Access;
