import type { FastifyRequest } from 'fastify';
import { byRequest } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { ObjectRow } from './queries.ts';

/** A viewer asks for hundreds of files of a study; for the history that is one look at it. */
const ONE_LOOK_MS = 10 * 60_000;

/** Notes that a study was looked at or taken, once for each caller and while. */
export const seenOnce = ({ seen, clock }: Context) => {
  const looks = new Map<string, number>();

  return (request: FastifyRequest, action: 'study.view' | 'study.download', object: ObjectRow): void => {
    const { actor } = request;
    const caller = 'accountID' in actor ? actor.accountID : 'shareUUID' in actor ? actor.shareUUID : '';
    const key = `${actor.kind} ${caller} ${action} ${object.studyID}`;
    const now = clock.now().getTime();
    if (now - (looks.get(key) ?? Number.NEGATIVE_INFINITY) < ONE_LOOK_MS) return;
    // insertion order is order of time: what is old stands first
    for (const [old, at] of looks) {
      if (now - at < ONE_LOOK_MS) break;
      looks.delete(old);
    }
    looks.set(key, now);
    const { studyID, patientID, doctorID } = object;
    seen.note(byRequest(request), { action, studyID, patientID, doctorID, details: { by: 'dicomweb' } });
  };
};
