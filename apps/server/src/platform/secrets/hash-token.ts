import { createHash, randomBytes } from 'node:crypto';

/** A token of 256 random bits, as base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/**
 * The SHA-256 of a token, which the database stores instead of the token. Tokens have 256 random bits, so their hash,
 * unlike that of a password, needs neither salt nor many rounds.
 */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
