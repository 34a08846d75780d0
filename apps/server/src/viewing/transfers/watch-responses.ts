import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Right } from '../../platform/access/right.ts';
import { resetConnection, type TransferWatch } from '../../platform/transfer-watch/transfer-watch.ts';
import { credentialOfTicketOwner } from '../online-viewer/sessions/caller.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by routes that send bytes of studies which their path does not name. */
    sentStudies: Pick<Right, 'action' | 'studyIDs'> | null;
  }
}

/** Shorter responses are handed to the kernel as a whole. */
const SHORT_BYTES = 64 * 1024;

/** Cuts the responses of these routes when the right by which the request was allowed ends. */
export const watchResponses = (api: FastifyInstance, watch: TransferWatch<Right>): void => {
  api.decorateRequest('sentStudies', null);
  api.addHook('onSend', (request, { raw }, payload, done) => {
    const right = isLong(payload) ? rightOf(request) : null;
    if (right)
      raw.once(
        'close',
        watch.add(right, () => resetConnection(raw)),
      );
    done();
  });
};

const isLong = (payload: unknown): boolean =>
  typeof payload === 'string' || Buffer.isBuffer(payload)
    ? payload.length > SHORT_BYTES
    : payload !== null && payload !== undefined;

/** Null for a request without a credential, which gets only what everybody may read. */
const rightOf = (request: FastifyRequest): Right | null => {
  const { actor, viewerSession, sessionHash, sentStudies } = request;
  const base = { action: null, uploadUUID: null, studyIDs: studiesInPath(request), ...sentStudies };
  if (viewerSession) {
    const { owner, studyID } = viewerSession.ticket;
    const credential = credentialOfTicketOwner(owner);
    return { ...base, credential, action: 'study.view-online', studyIDs: [studyID] };
  }
  if (actor.kind === 'share') {
    const { shareUUID, studyID } = actor;
    return { ...base, credential: { kind: 'share', shareUUID }, studyIDs: [studyID] };
  }
  if (actor.kind === 'token') return { ...base, credential: { kind: 'token', tokenID: actor.tokenID } };
  if (actor.kind === 'desktop' || actor.kind === 'receiver')
    return { ...base, credential: { kind: 'program', grantID: actor.grantID } };
  return sessionHash && { ...base, credential: { kind: 'session', sessionHash } };
};

const studiesInPath = ({ params }: FastifyRequest): number[] => {
  const { studyID } = (params ?? {}) as { studyID?: unknown };
  return typeof studyID === 'number' ? [studyID] : [];
};
