import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import { after } from '../../platform/outside/clock.ts';
import { openText, sealText } from '../../platform/outside/sealed-text.ts';
import { cookieOptions } from '../accounts/cookie-options.ts';

/** What a sign-in at the provider must come back with. In a cookie, it is bound to the browser that began it. */
const Attempt = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  expiresAtMs: z.number(),
});
type Attempt = z.infer<typeof Attempt>;

const NAME = 'snimok_sso';
const MAX_AGE_MS = 10 * 60_000;

const optionsOf = (context: Context, request: FastifyRequest) => ({
  ...cookieOptions(context, request),
  path: '/api/1/auth/sso',
  sameSite: 'strict' as const,
});

export const setAttempt = (
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  attempt: Omit<Attempt, 'expiresAtMs'>,
): void => {
  const expires = after(context.clock.now(), MAX_AGE_MS);
  const text = JSON.stringify({ ...attempt, expiresAtMs: expires.getTime() });
  const sealed = sealText(context.secrets.singleSignOn, NAME, text).toString('base64url');
  reply.setCookie(NAME, sealed, { ...optionsOf(context, request), expires });
};

/** Reads the cookie and deletes it: an attempt is finished once. Undefined if it is absent, forged or expired. */
export const takeAttempt = (
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Attempt | undefined => {
  const sealed = request.cookies[NAME];
  reply.clearCookie(NAME, optionsOf(context, request));
  const text = sealed && openText(context.secrets.singleSignOn, NAME, Buffer.from(sealed, 'base64url'));
  if (!text) return undefined;
  const attempt = Attempt.parse(JSON.parse(text));
  return attempt.expiresAtMs > context.clock.now().getTime() ? attempt : undefined;
};
