import { z } from 'zod';
import { anyone } from './access.ts';
import { Id, Instant, NoContent, Offset, pageOf, ShortText } from '../values/fields.ts';

/** RFC 8628: the `client_id` of the upload program; its scopes at the centre and at a client's clinic. */
export const DESKTOP_CLIENT = 'desktop';
export const UPLOAD_SCOPE = 'upload-studies';
export const RECEIVE_SCOPE = 'receive-studies';

/**
 * RFC 8628 §6.1: twenty consonants, so that no code is a word and no letter resembles another letter or a digit. Eight letters
 * are 34 bits; the server limits the lifetime of a code and the number of attempts.
 */
export const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
export const USER_CODE_LENGTH = 8;

export const DeviceCodes = z.object({
  device_code: z.string(),
  /** formatted for people: WDJB-MJHT */
  user_code: z.string(),
  verification_uri: z.url(),
  verification_uri_complete: z.url(),
  /** seconds */
  expires_in: z.number().int(),
  /** seconds to wait between two requests to `/auth/token` */
  interval: z.number().int(),
});

export const requestGrant = {
  method: 'POST',
  url: '/auth/device',
  access: anyone,
  schema: {
    summary: 'Request codes with which a desktop application signs in (RFC 8628); JSON or a form',
    body: z.object({
      client_id: z.string().max(100),
      scope: z.string().max(300).default(''),
      app_version: ShortText.default(''),
    }),
    response: { 200: DeviceCodes },
  },
} as const;

/**
 * The response of `POST /auth/token` to `grant_type=urn:ietf:params:oauth:grant-type:device_code` for an
 * accepted grant.
 */
export const ProgramToken = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  /** seconds until the token expires if it is not used; each use restarts the period */
  expires_in: z.number().int(),
  scope: z.string(),
});

export const GrantStatus = z.enum(['issued', 'granted', 'declined', 'authorized', 'revoked', 'expired']);

export const ProgramGrant = z.object({
  userCode: z.string(),
  status: GrantStatus,
  /** space-separated */
  scope: z.string(),
  /** as reported by the program; empty if it reported none */
  appVersion: z.string(),
  issuedAt: Instant,
  /** when the code expires; once the program has its token, when the token expires */
  expiresAt: Instant,
  /** address from which the program requested the grant */
  address: z.string().nullable(),
  /** the assistant who accepted it */
  assistantName: z.string().nullable(),
});

/** Case, dashes and spaces are ignored. */
const OneCode = z.object({ userCode: z.string().max(100) });

export const getProgramGrant = {
  method: 'GET',
  url: '/assistant/desktop-app/grant/:userCode',
  access: { assistant: 'programs' },
  schema: {
    summary: 'A desktop application that asks to sign in, by the code on its screen',
    params: OneCode,
    response: { 200: ProgramGrant },
  },
} as const;

export const acceptProgramGrant = {
  method: 'PATCH',
  url: '/assistant/desktop-app/grant/:userCode/accept',
  access: { assistant: 'programs' },
  schema: {
    summary:
      'Accept the request of the application, which then acts for this assistant; 409 unless the status is `issued`',
    params: OneCode,
    response: { 204: NoContent },
  },
} as const;

export const declineProgramGrant = {
  method: 'PATCH',
  url: '/assistant/desktop-app/grant/:userCode/decline',
  access: { assistant: 'programs' },
  schema: {
    summary: 'Refuse the request; 409 unless the status is `issued`',
    params: OneCode,
    response: { 204: NoContent },
  },
} as const;

export const revokeProgramGrant = {
  method: 'PATCH',
  url: '/assistant/desktop-app/grant/:userCode/revoke',
  access: { assistant: 'programs' },
  schema: {
    summary:
      'Revoke the permission and its token at once; 409 unless the status is `granted` or `authorized`',
    params: OneCode,
    response: { 204: NoContent },
  },
} as const;

export const GrantedProgram = z.object({
  grantID: z.number().int(),
  /** `granted` until the program has fetched its token */
  status: z.enum(['granted', 'authorized']),
  scope: z.string(),
  appVersion: z.string(),
  assistantName: z.string(),
  /** address from which the program requested the grant */
  address: z.string().nullable(),
  issuedAt: Instant,
  grantedAt: Instant,
  expiresAt: Instant,
  lastUsedAt: Instant.nullable(),
  lastUsedAddress: z.string().nullable(),
  /** when it completed its latest upload; absent from servers of earlier versions */
  lastUploadAt: Instant.nullable().optional(),
});

export const listGrantedPrograms = {
  method: 'GET',
  url: '/assistant/desktop-app/grants',
  access: { assistant: 'programs' },
  schema: {
    summary: 'Desktop applications with access, the newest first',
    querystring: Offset,
    response: { 200: pageOf('grants', GrantedProgram) },
  },
} as const;

export const revokeGrantedProgram = {
  method: 'PATCH',
  url: '/assistant/desktop-app/grants/:grantID/revoke',
  access: { assistant: 'programs' },
  schema: {
    summary: 'Revoke the permission of an application in the list',
    params: z.object({ grantID: Id }),
    response: { 204: NoContent },
  },
} as const;
