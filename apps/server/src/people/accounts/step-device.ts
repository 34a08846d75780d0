import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { newToken } from '../../platform/hash-token.ts';
import { cookieOptions } from './cookie-options.ts';
import { MFA_TOKEN_MAX_AGE_MS } from './mfa-token.ts';
import { networkOf } from './throttle.ts';

const COOKIE = 'snimok_second_step';

/** The device of a request between the two steps of a sign-in. */
export interface StepDevice {
  address: string | null;
  userAgent?: string | undefined;
  /** The value of its cookie. */
  stepCookie?: string | undefined;
}

export const stepCookieOf = ({ cookies }: FastifyRequest): string | undefined =>
  /^[\w-]{43}$/.exec(cookies[COOKIE] ?? '')?.[0];

/**
 * What the mfa_token of this request is bound to. A browser gets a cookie, which scripts cannot read; a second sign-in in it
 * keeps the first one's. Browsers send at least one of these headers with every POST, and no script can change them. Other
 * clients may keep no cookies (product 4.2), so theirs is bound to what they cannot help sending.
 */
export const bindStep = (
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  device: StepDevice,
): string => {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin === undefined && site === undefined) return bindingOfClient(device);
  const cookie = device.stepCookie ?? newToken();
  const options = { ...cookieOptions(context, request), path: '/api/1/auth', sameSite: 'strict' as const };
  reply.setCookie(COOKIE, cookie, { ...options, maxAge: MFA_TOKEN_MAX_AGE_MS / 1000 });
  return bindingOfBrowser(cookie);
};

/** What a device can present of what a token may be bound to. */
export const bindingsOf = (device: StepDevice): string[] => [
  bindingOfClient(device),
  ...(device.stepCookie === undefined ? [] : [bindingOfBrowser(device.stepCookie)]),
];

const bindingOfBrowser = (cookie: string) => `browser ${cookie}`;
const bindingOfClient = ({ address, userAgent = '' }: StepDevice) =>
  `client ${networkOf(address ?? '')} ${userAgent}`;
