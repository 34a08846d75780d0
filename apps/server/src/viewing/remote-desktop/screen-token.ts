import { randomBytes } from 'node:crypto';
import { isMACOf, type KeyRing, macOf } from '../../platform/secrets/key-ring.ts';

/** Allows for clock differences between hosts and for a slow handshake. */
const VALID_FOR_MS = 30_000;

/** The bearer token for a worker's screen gateway: short-lived, for one screen and one use. */
export const signScreenToken = (keys: KeyRing, uuid: string, now: Date): string => {
  const payload = `${uuid}.${now.getTime() + VALID_FOR_MS}.${randomBytes(16).toString('base64url')}`;
  return `${payload}.${macOf(keys, payload).toString('base64url')}`;
};

/** Verifies tokens in one process and accepts each of them once. */
export const screenTokenVerifier = (keys: KeyRing) => {
  const used = new Map<string, number>();
  const removeExpired = (nowMs: number) => {
    for (const [payload, expiresAtMs] of used) if (expiresAtMs < nowMs) used.delete(payload);
  };
  /** The desktop's UUID; null when the token is invalid, expired or used. */
  return (token: string, now: Date): string | null => {
    const [, payload = '', uuid = '', expiresAtMs = '', signature = ''] =
      /^(([0-9a-f-]{36})\.(\d{1,16})\.[\w-]{22})\.([\w-]{43})$/.exec(token) ?? [];
    if (!isMACOf(keys, payload, Buffer.from(signature, 'base64url'))) return null;
    const nowMs = now.getTime();
    removeExpired(nowMs);
    if (Number(expiresAtMs) < nowMs || used.has(payload)) return null;
    used.set(payload, Number(expiresAtMs));
    return uuid;
  };
};
