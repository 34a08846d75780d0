import { createHmac, timingSafeEqual } from 'node:crypto';

/** Through what a view was opened; it ends when that ends. */
export type TicketOwner = { kind: 'session'; sessionHash: Buffer } | { kind: 'share'; shareUUID: string };

export interface Ticket {
  owner: TicketOwner;
  studyID: number;
}

/**
 * The bearer token of one online view: through which sign-in or share it was opened, on which study, and until when.
 * It opens that study in the viewer and nothing else. `s.{sessionHash}.{studyID}.{milliseconds}.{mac}`, or `x.{shareUUID}…`
 */
export const signTicket = (key: Buffer, { owner: holder, studyID }: Ticket, expiresAt: Date): string => {
  const of =
    holder.kind === 'session' ? `s.${holder.sessionHash.toString('base64url')}` : `x.${holder.shareUUID}`;
  const fields = `${of}.${studyID}.${expiresAt.getTime()}`;
  return `${fields}.${macOf(key, fields).toString('base64url')}`;
};

const GRAMMAR = /^((s\.[\w-]{43}|x\.[0-9a-f-]{36})\.(\d{1,15})\.(\d{1,15}))\.([\w-]{43})$/;

/** Null when the ticket is forged or too old. */
export const readTicket = (key: Buffer, ticket: string, now: Date): Ticket | null => {
  const [, fields = '', of = '', studyID, ms, mac = ''] = GRAMMAR.exec(ticket) ?? [];
  const genuine = timingSafeEqual(
    hashed(key, macOf(key, fields)),
    hashed(key, Buffer.from(mac, 'base64url')),
  );
  if (!genuine || Number(ms) <= now.getTime()) return null;
  const name = of.slice(2);
  const holder: TicketOwner = of.startsWith('s.')
    ? { kind: 'session', sessionHash: Buffer.from(name, 'base64url') }
    : { kind: 'share', shareUUID: name };
  return { owner: holder, studyID: Number(studyID) };
};

const macOf = (key: Buffer, fields: string) => createHmac('sha256', key).update(fields).digest();
/** Of one length whatever was sent, as the comparison wants it. */
const hashed = (key: Buffer, mac: Buffer) => createHmac('sha256', key).update(mac).digest();
