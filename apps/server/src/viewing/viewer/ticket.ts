import { createHmac, timingSafeEqual } from 'node:crypto';

/** The session or share that opened a viewer session, and with which it ends. */
export type TicketOwner = { kind: 'session'; sessionHash: Buffer } | { kind: 'share'; shareUUID: string };

export interface Ticket {
  owner: TicketOwner;
  studyID: number;
}

/**
 * The bearer token of one viewer session. It gives access to one study in the viewer and to nothing else. Its format is
 * `s.{sessionHash}.{studyID}.{expiry in milliseconds}.{mac}`, or `x.{shareUUID}.…` for a share.
 */
export const signTicket = (key: Buffer, { owner, studyID }: Ticket, expiresAt: Date): string => {
  const ownerField =
    owner.kind === 'session' ? `s.${owner.sessionHash.toString('base64url')}` : `x.${owner.shareUUID}`;
  const fields = `${ownerField}.${studyID}.${expiresAt.getTime()}`;
  return `${fields}.${macOf(key, fields).toString('base64url')}`;
};

const GRAMMAR = /^((s\.[\w-]{43}|x\.[0-9a-f-]{36})\.(\d{1,15})\.(\d{1,15}))\.([\w-]{43})$/;

/** Null when the ticket is forged or expired. */
export const readTicket = (key: Buffer, ticket: string, now: Date): Ticket | null => {
  const [, fields = '', ownerField = '', studyID, expiresAtMs, mac = ''] = GRAMMAR.exec(ticket) ?? [];
  const genuine = timingSafeEqual(
    hashed(key, macOf(key, fields)),
    hashed(key, Buffer.from(mac, 'base64url')),
  );
  if (!genuine || Number(expiresAtMs) <= now.getTime()) return null;
  const id = ownerField.slice(2);
  const owner: TicketOwner = ownerField.startsWith('s.')
    ? { kind: 'session', sessionHash: Buffer.from(id, 'base64url') }
    : { kind: 'share', shareUUID: id };
  return { owner, studyID: Number(studyID) };
};

const macOf = (key: Buffer, fields: string) => createHmac('sha256', key).update(fields).digest();
/** Hashed again, because `timingSafeEqual` needs inputs of equal length. */
const hashed = (key: Buffer, mac: Buffer) => createHmac('sha256', key).update(mac).digest();
