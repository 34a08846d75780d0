import { isMACOf, type KeyRing, macOf } from '../../../platform/secrets/key-ring.ts';

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
export const signTicket = (keys: KeyRing, { owner, studyID }: Ticket, expiresAt: Date): string => {
  const ownerField =
    owner.kind === 'session' ? `s.${owner.sessionHash.toString('base64url')}` : `x.${owner.shareUUID}`;
  const fields = `${ownerField}.${studyID}.${expiresAt.getTime()}`;
  return `${fields}.${macOf(keys, fields).toString('base64url')}`;
};

const GRAMMAR = /^((s\.[\w-]{43}|x\.[0-9a-f-]{36})\.(\d{1,15})\.(\d{1,15}))\.([\w-]{43})$/;

/** Null when the ticket is forged or expired. */
export const readTicket = (keys: KeyRing, ticket: string, now: Date): Ticket | null => {
  const [, fields = '', ownerField = '', studyID, expiresAtMs, mac = ''] = GRAMMAR.exec(ticket) ?? [];
  if (!isMACOf(keys, fields, Buffer.from(mac, 'base64url')) || Number(expiresAtMs) <= now.getTime())
    return null;
  const id = ownerField.slice(2);
  const owner: TicketOwner = ownerField.startsWith('s.')
    ? { kind: 'session', sessionHash: Buffer.from(id, 'base64url') }
    : { kind: 'share', shareUUID: id };
  return { owner, studyID: Number(studyID) };
};
