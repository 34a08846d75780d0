import { storeInstances, storeInstancesOfStudy } from '@snimok/contract/viewing/dicomweb';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Right } from '../../platform/access/right.ts';
import { authorize } from '../../platform/access/rules.ts';
import { callerOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { Problem } from '../../platform/errors/errors.ts';
import { originOf, type Routes } from '../../platform/http/server.ts';
import { sentences as ofDICOMweb } from '../../viewing/dicomweb/sentences.ts';
import { sentences as ofAccess } from '../../platform/access/sentences.ts';
import { sentences as ofUploads } from '../../studies/uploads/sentences.ts';
import { resetConnection, type TransferWatch } from '../../platform/transfer-watch/transfer-watch.ts';
import { accepts } from '../../viewing/dicomweb/requests/accept.ts';
import { JSON_TYPE, JSON_TYPES, XML_TYPE } from '../../viewing/dicomweb/requests/media-types.ts';
import { send } from '../../viewing/dicomweb/requests/reply.ts';
import { hasRight } from '../../viewing/transfers/check-rights.ts';
import type { Outcome } from './failures.ts';
import { boundaryOf } from './media-types.ts';
import { BrokenMultipart } from './multipart-related.ts';
import { outcomesAsXML, presentOutcomes } from './present.ts';
import { openReceiver } from './receive.ts';
import { sentences } from './sentences.ts';

/** STOW-RS (PS3.18, 10.5): other systems store DICOM files with the upload program's token. */
export const stowRoutes = (app: Routes, context: Context, transfers: TransferWatch<Right>): void => {
  const receiver = openReceiver(context);
  const plain = app as unknown as FastifyInstance;
  plain.addHook('onClose', () => receiver.close());

  const store = async (request: FastifyRequest, reply: FastifyReply, studyInstanceUID: string | null) => {
    const format = responseFormat(request.headers.accept);
    const boundary = boundaryOf(request.headers['content-type']);
    assertLength(request, context);
    const right = rightOf(request);
    request.raw.setTimeout(context.config.transferTimeoutMs, () => resetConnection(request.raw));
    const disconnected = new AbortController();
    const endTransfer = transfers.add(right, () => resetConnection(request.raw));
    reply.raw.once('close', () => {
      endTransfer();
      disconnected.abort();
    });
    const outcomes = await receiver
      .store({
        caller: callerOf(request),
        // by default the iterator destroys the request on an error, and then no response can be sent
        body: request.raw.iterator({ destroyOnReturn: false }),
        boundary,
        studyInstanceUID,
        signal: disconnected.signal,
        async assertRight() {
          // The body is complete. The sender is silent because it waits for the object store, which may be slow.
          request.raw.setTimeout(0);
          if (!(await hasRight(context, right))) throw new Problem(401, ofAccess.signInFirst);
        },
      })
      .catch((cause) => {
        // reads the rest of the body, so that the sender can read the response
        if (!request.raw.complete) request.raw.resume();
        throw problemOf(cause, request);
      });
    logOutcomes(context, request, outcomes);
    const dataSet = presentOutcomes(`${originOf(request)}/api/1/dicomweb`, outcomes);
    reply.code(statusOf(outcomes));
    return format === 'xml'
      ? send(reply, XML_TYPE, outcomesAsXML(dataSet))
      : send(reply, JSON_TYPE, JSON.stringify(dataSet));
  };

  plain.register(async (scope) => {
    const routes = scope as unknown as Routes;
    // the handler reads the body from the socket, whatever its length
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    const options = {
      config: { longBody: true },
      onRequest: async ({ actor }: FastifyRequest) => authorize(actor, 'study.upload'),
    };
    routes.route({
      ...storeInstances,
      ...options,
      handler: (request, reply) => store(request, reply, null),
    });
    routes.route({
      ...storeInstancesOfStudy,
      ...options,
      handler: (request, reply) => store(request, reply, request.params.studyUID),
    });
  });
};

/** @throws Problem 406 */
const responseFormat = (accept: string | undefined): 'json' | 'xml' => {
  if (accepts(accept, ...JSON_TYPES)) return 'json';
  if (accepts(accept, XML_TYPE)) return 'xml';
  throw new Problem(406, ofDICOMweb.dicomNotAcceptable);
};

/** @throws Problem 413 before a body is received that is longer than one upload may be */
const assertLength = ({ headers }: FastifyRequest, { config }: Context): void => {
  if (headers['content-encoding'] !== undefined) throw new Problem(415, sentences.stowMediaType);
  const { sentBytes } = config.uploadLimits;
  // allows for the headers of the parts
  if (Number(headers['content-length'] ?? 0) > 1.1 * sentBytes + 1e6)
    throw new Problem(413, ofUploads.uploadTooLarge(sentBytes));
};

const rightOf = ({ actor, sessionHash }: FastifyRequest): Right => {
  const base = { action: 'study.upload', studyIDs: [], uploadUUID: null } as const;
  if (actor.kind === 'desktop') return { ...base, credential: { kind: 'program', grantID: actor.grantID } };
  if (!sessionHash) throw new Problem(401, ofAccess.signInFirst);
  return { ...base, credential: { kind: 'session', sessionHash } };
};

const problemOf = (cause: unknown, { raw }: FastifyRequest): unknown => {
  if (cause instanceof BrokenMultipart) return new Problem(400, sentences.stowBroken);
  // if the sender has disconnected, the body is incomplete; otherwise the body is not the cause
  return raw.destroyed && !raw.complete ? new Problem(400, sentences.stowBroken) : cause;
};

/** PS3.18, table 10.5.3-1 */
const statusOf = (outcomes: Outcome[]): 200 | 202 | 409 => {
  if (outcomes.every(({ failure }) => failure === null)) return 200;
  return outcomes.some(({ failure }) => failure === null) ? 202 : 409;
};

const logOutcomes = ({ log }: Context, { id: requestID }: FastifyRequest, outcomes: Outcome[]): void => {
  const failures = outcomes.flatMap(({ failure }) => failure ?? []);
  const reasons = [...new Set(failures)].map((reason) => reason.toString(16).padStart(4, '0'));
  log.info(
    { requestID, instances: outcomes.length, failed: failures.length, reasons },
    'instances were stored',
  );
};
