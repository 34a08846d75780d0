import { randomBytes } from 'node:crypto';
import { isMACOf, type KeyRing, macOf } from '../../../platform/secrets/key-ring.ts';
import { after } from '../../../platform/time-and-sizes/clock.ts';
import type { RecognisedSession } from '../sessions/provider-sessions.ts';

/**
 * Proves the first step of a sign-in: the right password, or the provider's statement. Only the second step of a sign-in accepts
 * it. It becomes invalid when the password changes or the account is disabled: both change `accounts.credentials_version`.
 */
export interface MFAToken {
  accountID: number;
  credentialsVersion: number;
  /** random; wrong codes and the success of this sign-in are counted by it */
  id: string;
  /** only for a sign-in that began at the identity provider */
  provider?: RecognisedSession;
}

export const MFA_TOKEN_MAX_AGE_MS = 10 * 60_000;

/**
 * `{accountID}.{version}.{id}.{expiry in milliseconds}.{mac}`, with `.{provider}` before the MAC if there is one. The MAC
 * also covers the device (`step-device.ts`).
 */
export const signMFAToken = (
  keys: KeyRing,
  account: { id: number; credentialsVersion: number },
  binding: string,
  now: Date,
  provider?: RecognisedSession,
): string => {
  const id = randomBytes(16).toString('base64url');
  const expiresAt = after(now, MFA_TOKEN_MAX_AGE_MS).getTime();
  const origin = provider && `.${Buffer.from(JSON.stringify(provider)).toString('base64url')}`;
  const fields = `${account.id}.${account.credentialsVersion}.${id}.${expiresAt}${origin ?? ''}`;
  return `${fields}.${macOf(keys, boundTo(binding, fields)).toString('base64url')}`;
};

const boundTo = (binding: string, fields: string) => `${fields}\n${binding}`;

const GRAMMAR = /^((\d{1,15})\.(\d{1,15})\.([\w-]{22})\.(\d{1,15})(?:\.([\w-]+))?)\.([\w-]{43})$/;

/** Null if the token is forged, has expired or has none of these bindings. */
export const readMFAToken = (
  keys: KeyRing,
  token: string,
  bindings: string[],
  now: Date,
): MFAToken | null => {
  const [, fields = '', accountID, version, id = '', expiresAtMs, origin, mac = ''] =
    GRAMMAR.exec(token) ?? [];
  const given = Buffer.from(mac, 'base64url');
  const isOfDevice = bindings.some((binding) => isMACOf(keys, boundTo(binding, fields), given));
  if (!isOfDevice || Number(expiresAtMs) <= now.getTime()) return null;
  const provider = origin && (JSON.parse(Buffer.from(origin, 'base64url').toString()) as RecognisedSession);
  return {
    accountID: Number(accountID),
    credentialsVersion: Number(version),
    id,
    ...(provider && { provider }),
  };
};
