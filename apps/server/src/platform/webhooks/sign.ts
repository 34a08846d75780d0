import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** A secret of Standard Webhooks: 256 random bits. */
export const newSecret = (): string => PREFIX + randomBytes(32).toString('base64');

/**
 * The value of `webhook-signature` (Standard Webhooks 1.0, «Signature scheme»): HMAC-SHA-256 over id, timestamp and body,
 * one signature for each secret, so that a receiver accepts either during a rotation.
 */
export const signatureOf = (
  secrets: readonly string[],
  { id, seconds, body }: { id: string; seconds: number; body: string },
): string =>
  secrets
    .map((secret) => createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64')))
    .map((hmac) => `v1,${hmac.update(`${id}.${seconds}.${body}`).digest('base64')}`)
    .join(' ');
