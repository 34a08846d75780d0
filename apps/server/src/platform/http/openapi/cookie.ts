import type { FastifyReply, FastifyRequest } from 'fastify';

/** The cookie of the session token; HttpOnly. */
export const SESSION_COOKIE = 'snimok_session';

/**
 * The session cookie over https. Browsers accept the prefix `__Host-` only from this host itself and over https, so another
 * host of the domain cannot set its own session for a user of the portal (RFC 6265bis §4.1.3.2). The cookie without prefix
 * is set as well, for versions of the portal that do not know the prefixed one.
 */
const HOST_COOKIE = `__Host-${SESSION_COOKIE}`;

interface CookieOptions {
  path: string;
  httpOnly: boolean;
  sameSite: 'lax';
  secure: boolean;
}

/** The session token of a request, and whether it comes from the cookie that no other host can set. */
export const readSessionCookie = ({
  cookies,
}: FastifyRequest): { token: string; isHostCookie: boolean } | undefined => {
  const token = cookies[HOST_COOKIE];
  if (token) return { token, isHostCookie: true };
  const plain = cookies[SESSION_COOKIE];
  return plain ? { token: plain, isHostCookie: false } : undefined;
};

export const setSessionCookie = (
  reply: FastifyReply,
  { token, expiresAt }: { token: string; expiresAt: Date },
  options: CookieOptions,
): void => {
  if (options.secure) reply.setCookie(HOST_COOKIE, token, { ...options, expires: expiresAt });
  reply.setCookie(SESSION_COOKIE, token, { ...options, expires: expiresAt });
};

export const clearSessionCookie = (reply: FastifyReply, options: CookieOptions): void => {
  if (options.secure) reply.clearCookie(HOST_COOKIE, options);
  reply.clearCookie(SESSION_COOKIE, options);
};
