import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { newToken } from '../../../platform/secrets/hash-token.ts';
import { cookieOptions } from './cookie-options.ts';
import { MFA_TOKEN_MAX_AGE_MS } from './mfa-token.ts';
import { networkOf } from '../limits/throttle.ts';

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
 * Returns what the mfa_token is bound to. A browser is bound to a cookie that scripts cannot read; a second sign-in
 * keeps the cookie of the first. Browsers send at least one of the headers Origin and Sec-Fetch-Site with every POST,
 * and no script can change them. Other clients need not keep cookies (product 4.2), so they are bound to their network
 * and User-Agent.
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

/** All bindings that the device can present. */
export const bindingsOf = (device: StepDevice): string[] => [
  bindingOfClient(device),
  ...(device.stepCookie === undefined ? [] : [bindingOfBrowser(device.stepCookie)]),
];

const bindingOfBrowser = (cookie: string) => `browser ${cookie}`;
const bindingOfClient = ({ address, userAgent = '' }: StepDevice) =>
  `client ${networkOf(address ?? '')} ${userAgent}`;
