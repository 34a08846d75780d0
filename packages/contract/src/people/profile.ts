import { z } from 'zod';
import { signedIn } from './access.ts';
import { Instant, Name, NoContent, Uuid } from '../values/fields.ts';

/** The letters about a client's work. */
export const CLIENT_LETTER_KINDS = ['studies', 'reports', 'bookings', 'shares', 'requests'] as const;
/** The letters that people may decline; those with passwords and links are always sent. */
export const LETTER_KINDS = [...CLIENT_LETTER_KINDS, 'sign-ins'] as const;
export const LetterKind = z.enum(LETTER_KINDS);
export type LetterKind = z.infer<typeof LetterKind>;

const Profile = z.object({
  name: z.string(),
  email: z.string(),
  /** the portal offers second factors */
  mfaEnabled: z.boolean(),
  /** the kinds of letters that the portal sends to this role; absent from earlier servers */
  letters: z.array(z.object({ kind: LetterKind, wanted: z.boolean() })).optional(),
});

export const getProfile = {
  method: 'GET',
  url: '/account/profile',
  access: signedIn,
  schema: { summary: 'The own account', response: { 200: Profile } },
} as const;

/** The keys are for unfinished input in the browser, which the next user of the computer must not be able to read. */
export const getDraftKeys = {
  method: 'GET',
  url: '/account/draft-keys',
  access: signedIn,
  schema: {
    summary:
      'The keys of the account that encrypt unfinished input in the browser: 32 bytes each as hexadecimal digits, the first to encrypt, all to decrypt',
    response: { 200: z.object({ keys: z.array(z.string()) }) },
  },
} as const;

export const changeName = {
  method: 'PUT',
  url: '/account/name',
  access: signedIn,
  schema: { summary: 'Change the own name', body: z.object({ name: Name }), response: { 204: NoContent } },
} as const;

export const chooseLetters = {
  method: 'PUT',
  url: '/account/letters',
  access: signedIn,
  schema: {
    summary:
      'Choose which letters the portal sends; those with passwords and links for signing in are always sent',
    body: z.object({ declined: z.array(LetterKind).max(20) }),
    response: { 204: NoContent },
  },
} as const;

export const changePassword = {
  method: 'PUT',
  url: '/account/password',
  access: signedIn,
  schema: {
    summary: 'Replace the own password; 403 if the current one is wrong. All other sessions and programs end',
    body: z.object({
      current_password: z.string().max(1000),
      password: z.string().max(1000),
      repeat_password: z.string().max(1000),
    }),
    response: { 204: NoContent },
  },
} as const;

export const Session = z.object({
  sessionUUID: Uuid,
  /** this session */
  current: z.boolean(),
  /** for example `Chrome`; empty if unknown, like `system` and `address` */
  browser: z.string(),
  /** for example `Windows` */
  system: z.string(),
  address: z.string(),
  createdAt: Instant,
  /** up to five minutes late */
  lastSeenAt: Instant,
  expiresAt: Instant,
});

export const listSessions = {
  method: 'GET',
  url: '/account/sessions',
  access: signedIn,
  schema: {
    summary: 'The sessions of the own account, the last used first',
    response: { 200: z.object({ sessions: z.array(Session) }) },
  },
} as const;

export const endSession = {
  method: 'DELETE',
  url: '/account/sessions/:sessionUUID',
  access: signedIn,
  schema: {
    summary: 'End a session of the own account at once',
    params: z.object({ sessionUUID: Uuid }),
    response: { 204: NoContent },
  },
} as const;

export const endOtherSessions = {
  method: 'DELETE',
  url: '/account/sessions',
  access: signedIn,
  schema: { summary: 'End all sessions of the own account except this one', response: { 204: NoContent } },
} as const;
