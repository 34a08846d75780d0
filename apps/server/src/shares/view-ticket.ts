import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The bearer token of one online view: which share it was opened through, and until when. It opens the picture and
 * nothing else, and is worth nothing once the share is gone. `view.{shareUUID}.{milliseconds}.{mac}`
 */
export const signView = (key: Buffer, shareUUID: string, expiresAt: Date): string => {
  const fields = `view.${shareUUID}.${expiresAt.getTime()}`;
  return `${fields}.${macOf(key, fields).toString('base64url')}`;
};

/** The share's UUID; null when the ticket is forged or too old. */
export const readView = (key: Buffer, ticket: string, now: Date): string | null => {
  const [, fields = '', shareUUID = '', ms, mac = ''] =
    /^(view\.([0-9a-f-]{36})\.(\d{1,15}))\.([\w-]{43})$/.exec(ticket) ?? [];
  const genuine = timingSafeEqual(
    hashed(key, macOf(key, fields)),
    hashed(key, Buffer.from(mac, 'base64url')),
  );
  return genuine && Number(ms) > now.getTime() ? shareUUID : null;
};

const macOf = (key: Buffer, fields: string) => createHmac('sha256', key).update(fields).digest();
/** Of one length whatever was sent, as the comparison wants it. */
const hashed = (key: Buffer, mac: Buffer) => createHmac('sha256', key).update(mac).digest();
