import { createHmac, timingSafeEqual } from 'node:crypto';

/** RFC 6238 with the values that every authenticator app supports: HMAC-SHA-1, steps of 30 seconds, 6 digits. */
const STEP_MS = 30_000;
const DIGITS = 6;
/** Codes of the step before and after the current one are accepted, for clocks that differ by up to half a minute. */
const STEPS_AROUND = 1;

/** HOTP, RFC 4226 §5.3. */
const hotp = (secret: Buffer, counter: number, digits: number): string => {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac('sha1', secret).update(message).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** digits).padStart(digits, '0');
};

/** @internal */
export const stepAt = (instant: Date): number => Math.floor(instant.getTime() / STEP_MS);

export const totpAt = (secret: Buffer, instant: Date, digits = DIGITS): string =>
  hotp(secret, stepAt(instant), digits);

/**
 * The step to which the code belongs, among the steps around `now`; null for a wrong code. The caller refuses a step that is not
 * later than the last accepted one (RFC 6238 §5.2).
 */
export const stepOfCode = (secret: Buffer, code: string, now: Date): number | null => {
  const given = Buffer.from(code);
  if (given.length !== DIGITS) return null;
  const current = stepAt(now);
  for (let step = current - STEPS_AROUND; step <= current + STEPS_AROUND; step += 1) {
    if (timingSafeEqual(given, Buffer.from(hotp(secret, step, DIGITS)))) return step;
  }
  return null;
};

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 §6 without padding; for secrets whose length is a multiple of 5 bytes. */
export const toBase32 = (bytes: Buffer): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]).join('');
};

/** The URI that an authenticator app reads from the QR code (Google Authenticator's Key Uri Format). */
export const totpURI = (issuer: string, account: string, secret: Buffer): string => {
  const query = `secret=${toBase32(secret)}&issuer=${encodeURIComponent(issuer)}`;
  return `otpauth://totp/${encodeURIComponent(account)}?${query}`;
};
