import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, as base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/**
 * SHA-256, in whose form the database stores tokens. Tokens have 256 random bits, so unlike a password's the hash needs
 * neither salt nor many rounds.
 */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
