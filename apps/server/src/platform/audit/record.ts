import type { AuditAction } from '@snimok/contract/administration/history-labels';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../access/actor.ts';
import type { Tx } from '../db/client.ts';

/**
 * Who causes a change, and from which address. Every operation that changes something gets it, and writes the audit record
 * in the transaction of the change.
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

/** The initiator of changes that the portal makes without a request, such as archiving and purging. */
export const portalInitiator: Initiator = { actor: { kind: 'portal' }, address: null };
export const commandInitiator: Initiator = { actor: { kind: 'command' }, address: null };

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
  // the details name the program access or token that was used
  details: JSON.stringify({
    ...event.details,
    ...('grantID' in who && { grantID: who.grantID }),
    ...('tokenID' in who && { tokenID: who.tokenID }),
  }),
});
