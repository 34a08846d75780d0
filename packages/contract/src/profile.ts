import { z } from 'zod';
import { Instant, NoContent, Uuid } from './fields.ts';

const Profile = z.object({
  name: z.string(),
  email: z.string(),
  /** the portal offers second factors */
  mfaEnabled: z.boolean(),
});

export const getProfile = {
  method: 'GET',
  url: '/account/profile',
  schema: { summary: 'The own account', response: { 200: Profile } },
} as const;

export const changePassword = {
  method: 'PUT',
  url: '/account/password',
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
  /** for example `Chrome`; empty if unknown, as the next two */
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
  schema: {
    summary: 'The sessions of the own account, the last used first',
    response: { 200: z.object({ sessions: z.array(Session) }) },
  },
} as const;

export const endSession = {
  method: 'DELETE',
  url: '/account/sessions/:sessionUUID',
  schema: {
    summary: 'End a session of the own account at once',
    params: z.object({ sessionUUID: Uuid }),
    response: { 204: NoContent },
  },
} as const;

export const endOtherSessions = {
  method: 'DELETE',
  url: '/account/sessions',
  schema: { summary: 'End all sessions of the own account except this one', response: { 204: NoContent } },
} as const;
