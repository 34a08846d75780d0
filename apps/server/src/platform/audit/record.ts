import type { FastifyRequest } from 'fastify';
import type { Actor } from '../access/actor.ts';
import type { Tx } from '../db/client.ts';

/**
 * Who causes a change, and from which address. Passed to every operation that changes something, which writes the audit
 * record in the transaction of the change.
 */
export interface Initiator {
  actor: Actor | { kind: 'account'; accountID: number } | { kind: 'portal' } | { kind: 'command' };
  address: string | null;
}

export const initiatorOf = ({ actor, ip }: FastifyRequest): Initiator => ({ actor, address: ip });

/**
 * Who makes a request: the actor, whose rights and visible rows are checked, and the initiator for the audit record.
 */
export interface Caller {
  who: Actor;
  by: Initiator;
}
export const callerOf = (request: FastifyRequest): Caller => ({
  who: request.actor,
  by: initiatorOf(request),
});

/** For what the portal does without a request: archiving, purging. */
export const portalInitiator: Initiator = { actor: { kind: 'portal' }, address: null };
export const commandInitiator: Initiator = { actor: { kind: 'command' }, address: null };

/** Stored in the history; the web has a sentence for each. */
export type AuditAction =
  | 'account.sign-in'
  | 'account.sign-in-failed'
  | 'account.sign-out'
  | 'account.reset-password'
  | 'account.choose-password'
  | 'account.create'
  | 'account.disable'
  | 'account.change-password'
  | 'account.change-name'
  | 'account.choose-letters'
  | 'account.choose-notification'
  | 'account.confirm-phone'
  | 'account.remove-phone'
  | 'account.add-push-device'
  | 'account.remove-push-device'
  | 'account.end-sessions'
  | 'account.add-factor'
  | 'account.remove-factor'
  | 'account.renew-recovery-codes'
  | 'account.reset-factors'
  | 'account.alert'
  | 'account.acknowledge-alert'
  | 'account.suspend'
  | 'account.resume'
  | 'staff.create'
  | 'staff.change'
  | 'staff.disable'
  | 'staff.enable'
  | 'staff.end-sessions'
  | 'staff.reset-factors'
  | 'staff.reset-password'
  | 'member.invite'
  | 'member.withdraw'
  | 'member.join'
  | 'member.change'
  | 'member.remove'
  | 'doctor.create'
  | 'doctor.change'
  | 'doctor.reset-password'
  | 'patient.create'
  | 'patient.change'
  | 'patient.see'
  | 'patient.delete'
  | 'patient.undelete'
  | 'patient.purge'
  | 'patient.move'
  | 'patient.merge'
  | 'patient.distinguish'
  | 'reassignment.undo'
  | 'patient.export'
  | 'patient.erase'
  | 'erasure.request'
  | 'erasure.confirm'
  | 'erasure.refuse'
  | 'erasure.withdraw'
  | 'erasure.expire'
  | 'patient.share'
  | 'patient.unshare'
  | 'patient.request'
  | 'patient.decline'
  | 'study.create'
  | 'study.comment'
  | 'study.confirm-patient'
  | 'study.acquisition'
  | 'study.upload'
  | 'study.cancel-upload'
  | 'study.publish'
  | 'study.infected'
  | 'study.download'
  | 'study.view'
  | 'study.mark'
  | 'study.segment'
  | 'study.copy'
  | 'study.move-out'
  | 'study.move-in'
  | 'study.report'
  | 'report.request'
  | 'report.withdraw'
  | 'report.start'
  | 'report.discard'
  | 'report.sign'
  | 'report.read'
  | 'report.download'
  | 'template.change'
  | 'study.protest'
  | 'study.settle-protest'
  | 'study.correct-arch'
  | 'study.archive'
  | 'study.restore'
  | 'study.delete'
  | 'study.undelete'
  | 'study.purge'
  | 'share.hand-out'
  | 'share.withdraw'
  | 'share.create'
  | 'share.delete'
  | 'share.mail'
  | 'share.copy'
  | 'share.refuse'
  | 'share.open'
  | 'share.download'
  | 'list.export'
  | 'banner.change'
  | 'identity.change'
  | 'schedule.change'
  | 'booking.create'
  | 'booking.move'
  | 'booking.cancel'
  | 'booking.come'
  | 'booking.confirm'
  | 'booking.remind'
  | 'booking.stop-reminders'
  | 'referral.create'
  | 'referral.withdraw'
  | 'referral.accept'
  | 'referral.decline'
  | 'examination.change'
  | 'message.send'
  | 'dialog.assign'
  | 'desktop.accept'
  | 'desktop.decline'
  | 'desktop.revoke'
  | 'desktop.receive'
  | 'token.create'
  | 'token.revoke'
  | 'webhook.create'
  | 'webhook.change'
  | 'webhook.pause'
  | 'webhook.resume'
  | 'webhook.stop'
  | 'webhook.rotate'
  | 'webhook.delete'
  | 'webhook.test'
  | 'webhook.repeat'
  | 'access.deny'
  | 'access.lock-out'
  | 'portal.start';

export interface AuditEvent {
  action: AuditAction;
  doctorID?: number | null;
  patientID?: number | null;
  studyID?: number | null;
  /** Ids, counts and kinds; never a patient's name, a free text or a secret. */
  details?: Record<string, string | number | boolean | null>;
}

/** Call with the transaction of the change, so that neither exists without the other. */
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
  // which program access or token was used
  details: JSON.stringify({
    ...event.details,
    ...('grantID' in who && { grantID: who.grantID }),
    ...('tokenID' in who && { tokenID: who.tokenID }),
  }),
});
