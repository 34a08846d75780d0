import type { ApiScope } from './api-tokens.ts';
import type { StaffRight } from './staff.ts';

/** One right, several rights that are all needed, or several of which one is enough. */
export type Needs =
  StaffRight | readonly [StaffRight, StaffRight, ...StaffRight[]] | { oneOf: readonly StaffRight[] };

/** The first right that is missing; undefined if the assistant's own rights are enough. */
export const missingRight = (needs: Needs, own: ReadonlySet<StaffRight>): StaffRight | undefined => {
  if (typeof needs === 'string') return own.has(needs) ? undefined : needs;
  if ('oneOf' in needs) return needs.oneOf.some((right) => own.has(right)) ? undefined : needs.oneOf[0];
  return needs.find((right) => !own.has(right));
};

/**
 * Who may call an endpoint: the kinds of callers that may, each with what it needs. All others are refused, so a new endpoint is
 * closed to everybody whom it does not name. `docs/access.md` lists all endpoints with their access.
 */
export interface Access {
  assistant?: 'everyone' | Needs;
  /** People of a client; clinicians are all of them except receptionists. */
  doctor?: 'everyone' | 'clinicians' | 'owner';
  /** Tokens of the API with this scope. The token also needs the rights of an assistant. */
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
   * The session must have been confirmed within the last ten minutes by the password or a second factor (decision 101). A stolen
   * session must not be enough for a call that changes who may sign in or what they may do, erases data permanently, or exports
   * whole lists and records.
   *
   * Not set for calls that only take access away, because they must be quick; for the own password and factors, which ask in
   * every call (`people/profile/confirm.ts`); for the accounts of clients, which only see what is shared with them; and for
   * accepting an upload program, which then can do nothing but upload (product 4.7).
   */
  confirmed?: true;
}

/** Every account of an assistant or of a person of a client. */
export const signedIn = { assistant: 'everyone', doctor: 'everyone' } as const satisfies Access;

/** For the call that ends a session, and for calls that have their own credentials or need none. */
export const anyone = {
  ...signedIn,
  nobody: true,
  'unknown-role': true,
  'one-time-password': true,
  'second-factor-due': true,
} as const satisfies Access;
