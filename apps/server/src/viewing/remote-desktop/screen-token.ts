import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Clocks of two hosts differ a little, a handshake takes a moment. */
const VALID_FOR_MS = 30_000;

const signatureOf = (key: Buffer, words: string): Buffer => createHmac('sha256', key).update(words).digest();

/** What an API shows at the worker's inner door: for one screen, once, and soon. */
export const signScreenToken = (key: Buffer, uuid: string, now: Date): string => {
  const words = `${uuid}.${now.getTime() + VALID_FOR_MS}.${randomBytes(16).toString('base64url')}`;
  return `${words}.${signatureOf(key, words).toString('base64url')}`;
};

/** Reads passes at one door, and lets each be used once there. */
export const screenTokenVerifier = (key: Buffer) => {
  const used = new Map<string, number>();
  const forgetOld = (nowMs: number) => {
    for (const [pass, until] of used) if (until < nowMs) used.delete(pass);
  };
  /** The desktop that it is for; null whatever is wrong with it. */
  return (pass: string, now: Date): string | null => {
    const [, words = '', uuid = '', until = '', signature = ''] =
      /^(([0-9a-f-]{36})\.(\d{1,16})\.[\w-]{22})\.([\w-]{43})$/.exec(pass) ?? [];
    const given = Buffer.from(signature, 'base64url');
    const right = signatureOf(key, words);
    if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
    const nowMs = now.getTime();
    forgetOld(nowMs);
    if (Number(until) < nowMs || used.has(words)) return null;
    used.set(words, Number(until));
    return uuid;
  };
};
