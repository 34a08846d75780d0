import { randomBytes } from 'node:crypto';
import { DAY_MS } from '../../platform/duration.ts';

/** Told apart at sight from other bearer tokens, and found by scanners for leaked secrets. */
const PREFIX = 'snimok_desktop_';

/**
 * A service at an X-ray machine must not stop on some morning because a date has come, and a PC that was given away must
 * not hold a key for ever: the token lives for half a year from its last use.
 */
export const TOKEN_MAX_AGE_MS = 180 * DAY_MS;

/** 256 random bits. */
export const newToken = (): string => PREFIX + randomBytes(32).toString('base64url');

export const isProgramToken = (token: string): boolean => token.startsWith(PREFIX);
