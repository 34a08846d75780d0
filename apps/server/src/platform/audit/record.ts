import type { FastifyRequest } from 'fastify';
import type { Actor } from '../access/actor.ts';
import type { Tx } from '../db/client.ts';

/** Who asks, and from where. Goes with every change into its room, so that the record is made where the change is. */
export interface Initiator {
  actor: Actor | { kind: 'account'; accountID: number } | { kind: 'portal' } | { kind: 'command' };
  address: string | null;
}

export const initiatorOf = ({ actor, ip }: FastifyRequest): Initiator => ({ actor: actor, address: ip });
/** What the portal does of its own accord: archiving, purging. */
export const portalInitiator: Initiator = { actor: { kind: 'portal' }, address: null };
export const commandInitiator: Initiator = { actor: { kind: 'command' }, address: null };

/** What is done, in the words of the history; each has a sentence of its own on the screen. */
export type AuditAction =
  | 'account.sign-in'
  | 'account.sign-out'
  | 'account.reset-password'
  | 'account.choose-password'
  | 'account.create'
  | 'account.disable'
  | 'doctor.create'
  | 'doctor.change'
  | 'doctor.reset-password'
  | 'patient.create'
  | 'patient.change'
  | 'patient.see'
  | 'patient.delete'
  | 'patient.undelete'
  | 'patient.purge'
  | 'patient.share'
  | 'patient.unshare'
  | 'patient.request'
  | 'patient.decline'
  | 'study.create'
  | 'study.comment'
  | 'study.upload'
  | 'study.publish'
  | 'study.download'
  | 'study.view'
  | 'study.mark'
  | 'study.copy'
  | 'study.report'
  | 'study.protest'
  | 'study.settle-protest'
  | 'study.correct-arch'
  | 'study.archive'
  | 'study.restore'
  | 'study.delete'
  | 'study.undelete'
  | 'study.purge'
  | 'share.create'
  | 'share.delete'
  | 'share.mail'
  | 'share.open'
  | 'share.download'
  | 'banner.change'
  | 'schedule.change'
  | 'booking.create'
  | 'booking.move'
  | 'booking.cancel'
  | 'booking.come'
  | 'message.send'
  | 'desktop.accept'
  | 'desktop.decline'
  | 'desktop.revoke'
  | 'desktop.receive';

export interface AuditEvent {
  action: AuditAction;
  doctorID?: number | null;
  patientID?: number | null;
  studyID?: number | null;
  /** Ids, counts, kinds; never a patient's name, a text or a secret. */
  details?: Record<string, string | number | boolean | null>;
}

/** Writes the record with the change itself: neither exists without the other. */
export const record = async (tx: Tx, by: Initiator, event: AuditEvent): Promise<void> => {
  await tx
    .insertInto('auditEvents')
    .values(auditRow(by, event, new Date()))
    .execute();
};

export const auditRow = ({ actor: who, address }: Initiator, event: AuditEvent, at: Date) => ({
  at,
  actorKind: who.kind,
  actorID: 'accountID' in who ? who.accountID : null,
  action: event.action,
  doctorID: event.doctorID ?? null,
  patientID: event.patientID ?? null,
  studyID: event.studyID ?? null,
  address,
  // of what a program did, by whose permission
  details: JSON.stringify({ ...event.details, ...('grantID' in who && { grantID: who.grantID }) }),
});
