import { StaffRight } from '@snimok/contract/people/staff';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';
import { openText, sealText } from '../../platform/secrets/sealed-text.ts';
import { cookieOptions } from '../accounts/sign-in/cookie-options.ts';

const MAX_AGE_MS = 10 * 60_000;

const optionsOf = (context: Context, request: FastifyRequest) => ({
  ...cookieOptions(context, request),
  path: '/api/1/auth/sso',
  sameSite: 'strict' as const,
});

/** The state between two steps of a sign-in, encrypted in a cookie. It is bound to the browser, and any process can read it. */
const sealedCookie = <Content extends object>(name: string, content: z.ZodType<Content>) => {
  // the expiry is in the same object as the content, because earlier versions read it there
  const Sealed = z.intersection(content, z.object({ expiresAtMs: z.number() }));
  return {
    set: (context: Context, request: FastifyRequest, reply: FastifyReply, value: Content): void => {
      const expires = after(context.clock.now(), MAX_AGE_MS);
      const text = JSON.stringify({ ...value, expiresAtMs: expires.getTime() });
      const sealed = sealText(context.secrets.singleSignOn, name, text).toString('base64url');
      reply.setCookie(name, sealed, { ...optionsOf(context, request), expires });
    },
    /** Reads the cookie and deletes it. Undefined if it is absent, forged or expired. */
    take: (context: Context, request: FastifyRequest, reply: FastifyReply): Content | undefined => {
      const sealed = request.cookies[name];
      reply.clearCookie(name, optionsOf(context, request));
      const text = sealed && openText(context.secrets.singleSignOn, name, Buffer.from(sealed, 'base64url'));
      if (!text) return undefined;
      const parsed = Sealed.safeParse(JSON.parse(text)).data;
      return parsed && parsed.expiresAtMs > context.clock.now().getTime() ? parsed : undefined;
    },
  };
};

/** The values with which the browser must return from the provider. */
export const attemptCookie = sealedCookie(
  'snimok_sso',
  z.object({ state: z.string(), nonce: z.string(), codeVerifier: z.string() }),
);

/** A person whom the provider has recognised; the portal's settings say what the claims mean. */
export const Recognised = z.object({
  issuer: z.string(),
  subject: z.string(),
  /** the id of the session at the provider; null if it has none */
  sessionID: z.string().nullable(),
  /** null: the settings name no groups, so that rights are managed in the portal */
  rights: z.array(StaffRight).nullable(),
  /** the provider's sign-in counts as a second factor */
  hasSecondFactor: z.boolean(),
});
export type Recognised = z.infer<typeof Recognised>;

/** The person who waits for a sign-in to the account to which she will be bound. */
export const linkCookie = sealedCookie(
  'snimok_sso_link',
  Recognised.extend({ accountID: z.number(), since: z.coerce.date() }),
);
