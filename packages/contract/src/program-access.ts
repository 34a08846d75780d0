import { z } from 'zod';
import { Id, Instant, Nothing, Offset, pageOf, ShortText } from './words.ts';

/** RFC 8628: what the application sends as `client_id`, and the one scope there is. */
export const DESKTOP_CLIENT = 'desktop';
export const UPLOAD_SCOPE = 'upload-studies';

/**
 * RFC 8628 §6.1: twenty consonants, so that no code is a word, and none of them is taken for another or for a digit.
 * Eight of them are 34 bits; in time, tries and callers the server limits the rest.
 */
export const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
export const USER_CODE_LENGTH = 8;

export const DeviceCodes = z.object({
  device_code: z.string(),
  /** as a person reads it: WDJB-MJHT */
  user_code: z.string(),
  verification_uri: z.url(),
  verification_uri_complete: z.url(),
  /** seconds */
  expires_in: z.number().int(),
  /** seconds to wait between two questions at `/auth/token` */
  interval: z.number().int(),
});

export const requestGrant = {
  method: 'POST',
  url: '/auth/device',
  schema: {
    summary: 'Ask for codes to sign a desktop application in (RFC 8628); JSON or a form',
    body: z.object({
      client_id: z.string().max(100),
      scope: z.string().max(300).default(''),
      app_version: ShortText.default(''),
    }),
    response: { 200: DeviceCodes },
  },
} as const;

/** What `POST /auth/token` answers to `grant_type=urn:ietf:params:oauth:grant-type:device_code`, once it is allowed. */
export const ProgramToken = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  /** seconds from now, were it never used; each use begins them anew */
  expires_in: z.number().int(),
  scope: z.string(),
});

export const GrantStatus = z.enum(['issued', 'granted', 'declined', 'authorized', 'revoked', 'expired']);

export const ProgramGrant = z.object({
  userCode: z.string(),
  status: GrantStatus,
  /** space-separated */
  scope: z.string(),
  /** as the application says; empty when it said nothing */
  appVersion: z.string(),
  issuedAt: Instant,
  /** of the code until the application has its token, of the token from then on */
  expiresAt: Instant,
  /** where the application asked from */
  address: z.string().nullable(),
  /** who allowed it */
  assistantName: z.string().nullable(),
});

/** Case, dashes and spaces are all one. */
const OneCode = z.object({ userCode: z.string().max(100) });

export const getProgramGrant = {
  method: 'GET',
  url: '/assistant/desktop-app/grant/:userCode',
  schema: {
    summary: 'A desktop application that asks to sign in, by the code on its screen',
    params: OneCode,
    response: { 200: ProgramGrant },
  },
} as const;

export const acceptProgramGrant = {
  method: 'PATCH',
  url: '/assistant/desktop-app/grant/:userCode/accept',
  schema: {
    summary: 'Let it in, on behalf of this assistant; 409 unless it is issued',
    params: OneCode,
    response: { 204: Nothing },
  },
} as const;

export const declineProgramGrant = {
  method: 'PATCH',
  url: '/assistant/desktop-app/grant/:userCode/decline',
  schema: {
    summary: 'Refuse it; 409 unless it is issued',
    params: OneCode,
    response: { 204: Nothing },
  },
} as const;

export const revokeProgramGrant = {
  method: 'PATCH',
  url: '/assistant/desktop-app/grant/:userCode/revoke',
  schema: {
    summary: 'Take the permission back, and the token with it at once; 409 unless granted or authorized',
    params: OneCode,
    response: { 204: Nothing },
  },
} as const;

export const GrantedApp = z.object({
  grantID: z.number().int(),
  /** `granted` until the application has fetched its token */
  status: z.enum(['granted', 'authorized']),
  scope: z.string(),
  appVersion: z.string(),
  assistantName: z.string(),
  /** where the application asked from */
  address: z.string().nullable(),
  issuedAt: Instant,
  grantedAt: Instant,
  expiresAt: Instant,
  lastUsedAt: Instant.nullable(),
  lastUsedAddress: z.string().nullable(),
});

export const listGrantedApps = {
  method: 'GET',
  url: '/assistant/desktop-app/grants',
  schema: {
    summary: 'Desktop applications that are let in, the newest first',
    querystring: Offset,
    response: { 200: pageOf('grants', GrantedApp) },
  },
} as const;

export const revokeGrantedApp = {
  method: 'PATCH',
  url: '/assistant/desktop-app/grants/:grantID/revoke',
  schema: {
    summary: 'Take the permission back, of an application in the list',
    params: z.object({ grantID: Id }),
    response: { 204: Nothing },
  },
} as const;
