import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';
import { newToken } from '../../platform/secrets/hash-token.ts';

/** Distinguishes program tokens from other bearer tokens, and lets scanners for leaked secrets find them. */
const PREFIX = 'snimok_desktop_';

/**
 * A token expires when it has not been used for this time. A program in use therefore never has to sign in again, and a token on
 * a discarded PC expires.
 */
export const TOKEN_MAX_AGE_MS = 180 * DAY_MS;

export const newProgramToken = (): string => PREFIX + newToken();

export const isProgramToken = (token: string): boolean => token.startsWith(PREFIX);
