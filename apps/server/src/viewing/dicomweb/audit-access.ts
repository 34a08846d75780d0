import type { FastifyRequest } from 'fastify';
import { initiatorOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { ObjectRow } from './queries.ts';

/** A viewer asks for hundreds of files of a study; for the history that is one look at it. */
const ACCESS_WINDOW_MS = 10 * 60_000;

/** Notes that a study was looked at or taken, once for each caller and while. */
export const openAccessAudit = ({ auditBuffer: seen, clock }: Context) => {
  const recordedAt = new Map<string, number>();

  return (request: FastifyRequest, action: 'study.view' | 'study.download', object: ObjectRow): void => {
    const { actor } = request;
    const caller = 'accountID' in actor ? actor.accountID : 'shareUUID' in actor ? actor.shareUUID : '';
    const key = `${actor.kind} ${caller} ${action} ${object.studyID}`;
    const now = clock.now().getTime();
    if (now - (recordedAt.get(key) ?? Number.NEGATIVE_INFINITY) < ACCESS_WINDOW_MS) return;
    // insertion order is order of time: what is old stands first
    for (const [old, at] of recordedAt) {
      if (now - at < ACCESS_WINDOW_MS) break;
      recordedAt.delete(old);
    }
    recordedAt.set(key, now);
    const { studyID, patientID, doctorID } = object;
    seen.add(initiatorOf(request), { action, studyID, patientID, doctorID, details: { by: 'dicomweb' } });
  };
};
