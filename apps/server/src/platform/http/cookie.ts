/** The cookie of the session token; HttpOnly. */
export const SESSION_COOKIE = 'snimok_session';
