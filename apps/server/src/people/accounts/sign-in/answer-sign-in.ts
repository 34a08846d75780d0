import type { SignedIn } from '@snimok/contract/people/auth';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { limitOfSession } from '../../../platform/access/actor.ts';
import { initiatorOf } from '../../../platform/audit/record.ts';
import type { Context } from '../../../platform/context.ts';
import { Problem } from '../../../platform/errors/errors.ts';
import { setSessionCookie } from '../../../platform/http/openapi/cookie.ts';
import { connectionToken } from '../../../platform/realtime/tokens.ts';
import type { Method } from '../../second-factors/factors.ts';
import type { Account } from '../account-rows/accounts.ts';
import { cookieOptions } from './cookie-options.ts';
import { devicesOf, setDeviceCookie } from './device-cookies.ts';
import type { KnownDevice } from './known-devices.ts';
import { signMFAToken } from './mfa-token.ts';
import type { RecognisedSession } from '../sessions/provider-sessions.ts';
import { endSession, requireHostCookie, type Session } from '../sessions/sessions.ts';
import type { SignInCaller } from './sign-in.ts';
import { bindStep, stepCookieOf } from './step-device.ts';

export const signInCallerOf = (context: Context, request: FastifyRequest): SignInCaller => ({
  ...initiatorOf(request),
  devices: devicesOf(context, request),
  userAgent: request.headers['user-agent'],
  stepCookie: stepCookieOf(request),
});

/** A finished sign-in by any method. */
export interface SignedInAs {
  account: Account;
  session: Session;
  /** the browser, which is a known device from now on */
  device: KnownDevice;
}

/** Sets the cookies of the session and of the device. */
export const answerSignIn = async (
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { account, session, device }: SignedInAs,
): Promise<z.input<typeof SignedIn>> => {
  // the browser's previous session would otherwise stay valid without a cookie
  if (request.sessionHash) await endSession(context.db, request.sessionHash);
  const options = cookieOptions(context, request);
  if (options.secure) await requireHostCookie(context.db, session.tokenHash);
  setSessionCookie(forbidCaching(reply), session, options);
  setDeviceCookie(context, request, reply, device);
  return {
    user_id: account.id,
    // people of a client use the doctors' area, as its owner does
    user_role: account.role === 'member' ? 'doctor' : account.role,
    expires_in: Math.round((session.expiresAt.getTime() - session.createdAt.getTime()) / 1000),
    expires_at: session.expiresAt.toISOString(),
    realtime_token: await connectionToken(context, account.id, {
      ...session,
      isLimited: limitOfSession({ ...account, secondFactor: session.secondFactor }) !== null,
    }),
    password_is_temporary: account.passwordIsTemporary,
    second_factor_required: session.secondFactor === 'due',
  };
};

interface FactorRequired {
  account: Account;
  methods: Method[];
  by: SignInCaller;
  /** only for a sign-in that began at the identity provider */
  provider?: RecognisedSession | undefined;
}

/** What must be presented to `POST /auth/mfa` before the account has a session. */
export const factorRequired = (
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { account, methods, by, provider }: FactorRequired,
): Problem => {
  const { secrets, clock } = context;
  const binding = bindStep(context, request, reply, by);
  const mfa_token = signMFAToken(secrets.mfaTokens, account, binding, clock.now(), provider);
  return new Problem(403, 'mfa_required', undefined, { mfa_token, methods });
};

export const forbidCaching = (reply: FastifyReply) => reply.header('cache-control', 'no-store');
