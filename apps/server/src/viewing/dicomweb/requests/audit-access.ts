import type { FastifyRequest } from 'fastify';
import { initiatorOf } from '../../../platform/audit/record.ts';
import type { Context } from '../../../platform/context.ts';
import type { ObjectRow } from '../instance-rows/queries.ts';

/** A viewer requests hundreds of files of one study; within this time they make one audit record. */
const ACCESS_WINDOW_MS = 10 * 60_000;

/** Records that a study was viewed or downloaded, once per caller, action and time window. */
export const openAccessAudit = ({ auditBuffer, clock }: Context) => {
  const recordedAt = new Map<string, number>();

  return (request: FastifyRequest, action: 'study.view' | 'study.download', object: ObjectRow): void => {
    const { actor } = request;
    const caller = 'accountID' in actor ? actor.accountID : 'shareUUID' in actor ? actor.shareUUID : '';
    const key = `${actor.kind} ${caller} ${action} ${object.studyID}`;
    const now = clock.now().getTime();
    if (now - (recordedAt.get(key) ?? Number.NEGATIVE_INFINITY) < ACCESS_WINDOW_MS) return;
    // a map iterates in insertion order, so the expired keys come first
    for (const [oldKey, at] of recordedAt) {
      if (now - at < ACCESS_WINDOW_MS) break;
      recordedAt.delete(oldKey);
    }
    recordedAt.set(key, now);
    const { studyID, patientID, doctorID } = object;
    auditBuffer.add(initiatorOf(request), {
      action,
      studyID,
      patientID,
      doctorID,
      details: { by: 'dicomweb' },
    });
  };
};
