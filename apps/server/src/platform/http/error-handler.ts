import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../db/unavailable.ts';
import { Problem } from '../errors/errors.ts';
import { sentences as ofStorage } from '../outside/storage/opening-and-serving/sentences.ts';
import { ScratchFull, ScratchTooSmall } from '../working-files/scratch.ts';
import { StorageUnavailable, StorageFull } from '../outside/storage/storage.ts';
import { fieldSentence } from './field-sentences.ts';
import { sentences } from './sentences.ts';

/** These endpoints answer errors with a code (RFC 6749 §5.2) instead of a sentence. */
const isOAuth = (request: FastifyRequest) =>
  request.url.startsWith('/api/1/auth/token') || request.url.startsWith('/api/1/auth/device');

/** About as long as a database or a store takes to restart. */
const RETRY_AFTER_SECONDS = 5;

/** Answers every error with a status and `{ error }`, without details of the cause. */
export const handleErrors = (server: FastifyInstance | object): void => {
  const app = server as FastifyInstance;
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const problem = problemOf(error, request);
    if (problem.status >= 500) request.log.error({ requestID: request.id, err: error }, 'request failed');
    if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', problem.retryAfterSeconds);
    return answer(reply, problem);
  });
};

const answer = (reply: FastifyReply, { status, message, fields }: Problem) =>
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    // the contract's serializer would refuse a response that the endpoint does not declare
    .serializer(JSON.stringify)
    .send({ error: message, ...fields });

const problemOf = (error: FastifyError, request: FastifyRequest): Problem => {
  if (error instanceof Problem) return error;
  if (error instanceof ScratchFull || error instanceof ScratchTooSmall)
    return new Problem(507, ofStorage.storageFull);
  if (error instanceof StorageFull) return new Problem(507, ofStorage.storageFull);
  if (error instanceof StorageUnavailable)
    return new Problem(503, ofStorage.storageUnavailable, RETRY_AFTER_SECONDS);
  if (isDatabaseUnavailable(error)) return new Problem(503, sentences.portalUnavailable, RETRY_AFTER_SECONDS);
  return problemOfInput(error, request) ?? problemOfStatus(error.statusCode, request);
};

/** Null if the request follows the schema of its endpoint. */
const problemOfInput = (error: FastifyError, request: FastifyRequest): Problem | null => {
  const [first] = error.validation ?? [];
  if (!first) return null;
  if (error.validationContext === 'params') return new Problem(404, sentences.noSuchEndpoint);
  if (isOAuth(request)) return new Problem(400, 'invalid_request');
  const path = first.instancePath.split('/');
  return new Problem(
    400,
    fieldSentence({ path, code: first.keyword, params: first.params, message: first.message ?? '' }),
  );
};

const problemOfStatus = (status: number | undefined, request: FastifyRequest): Problem => {
  switch (status) {
    case 400:
      return new Problem(400, isOAuth(request) ? 'invalid_request' : sentences.badBody);
    // the route of static files answers 403 for a path that leaves their folder
    case 403:
    case 404:
      return new Problem(404, sentences.noSuchEndpoint);
    case 413:
      return new Problem(413, sentences.tooLarge);
    case 415:
      return new Problem(415, sentences.wrongType);
    default:
      return new Problem(500, sentences.serverError);
  }
};
