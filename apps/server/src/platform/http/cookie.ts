/** Holds the session; no script can read it. */
export const SESSION_COOKIE = 'snimok_session';
