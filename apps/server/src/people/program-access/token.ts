import { randomBytes } from 'node:crypto';
import { DAY_MS } from '../../platform/duration.ts';

/** Distinguishes program tokens from other bearer tokens, and lets scanners for leaked secrets find them. */
const PREFIX = 'snimok_desktop_';

/**
 * The lifetime of a token from its last use: a program in use never has to sign in again, and the token on a discarded
 * PC expires.
 */
export const TOKEN_MAX_AGE_MS = 180 * DAY_MS;

/** 256 random bits. */
export const newToken = (): string => PREFIX + randomBytes(32).toString('base64url');

export const isProgramToken = (token: string): boolean => token.startsWith(PREFIX);
