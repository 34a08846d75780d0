import type { AuditAction } from '@snimok/contract/administration/history-labels';
import { SHARE_PIN_HEADER } from '@snimok/contract/viewing/external-shares';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actor } from '../access/actor.ts';
import { type AuditEvent, initiatorOf } from '../audit/record.ts';
import type { Context } from '../context.ts';

const EXTERNAL_AREA = '/api/1/external/';
/** Failed sign-ins have records of their own, with the account. */
const SIGN_IN = ['/api/1/auth/token', '/api/1/auth/mfa'];

/**
 * Records requests that were refused for lack of rights or by a throttle, with the caller, the address and the subject
 * named in the path. A 404 for an id is recorded too, because it is the answer for a row that the caller may not see.
 */
export const recordRefusals = (app: FastifyInstance, { auditBuffer }: Pick<Context, 'auditBuffer'>): void => {
  app.addHook('onResponse', async (request, reply) => {
    const { url } = request.routeOptions;
    // the session's owner confirms and repeats the request; a thief has to guess the password, and those failures are recorded
    if (request.confirmationAsked) return;
    // a request that was refused before its authentication has no actor
    if (request.is404 || url === undefined || (request.actor as Actor | undefined) === undefined) return;
    const action = refusalOf(request, url, reply.statusCode);
    if (action === null) return;
    const details = { status: reply.statusCode, method: request.method, route: url };
    auditBuffer.addBounded(initiatorOf(request), { action, ...subjectOf(request), details });
  });
};

const refusalOf = (request: FastifyRequest, url: string, status: number): AuditAction | null => {
  const isSignedIn = request.actor.kind !== 'nobody';
  switch (status) {
    case 429:
      return 'access.lock-out';
    case 403:
      return SIGN_IN.includes(url) ? null : 'access.deny';
    case 404:
      if (url.startsWith(EXTERNAL_AREA) && !isSignedIn) return 'share.refuse';
      return isSignedIn && url.includes('/:') ? 'access.deny' : null;
    case 401: {
      const hasWrongPIN = url.startsWith(EXTERNAL_AREA) && request.headers[SHARE_PIN_HEADER] !== undefined;
      return hasWrongPIN ? 'share.refuse' : null;
    }
    default:
      return null;
  }
};

/** The ids of the path. They are texts if the request was refused before its validation. */
const subjectOf = ({ params }: FastifyRequest): Pick<AuditEvent, 'doctorID' | 'patientID' | 'studyID'> => {
  const { doctorID, patientID, studyID } = (params ?? {}) as Record<string, unknown>;
  return { doctorID: idOf(doctorID), patientID: idOf(patientID), studyID: idOf(studyID) };
};

const idOf = (value: unknown): number | null =>
  /^[1-9]\d{0,14}$/.test(String(value)) ? Number(value) : null;
