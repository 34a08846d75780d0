import cookie from '@fastify/cookie';
import swagger from '@fastify/swagger';
import type { Endpoint } from '@snimok/contract/platform/endpoint';
import Fastify, {
  type ContextConfigDefault,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySchema,
  LogController,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
  type RouteGenericInterface,
  type RouteOptions,
} from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Actor } from '../access/actor.ts';
import type { Context } from '../context.ts';
import { invalid } from '../errors/errors.ts';
import { closeConnectionsThatBecomeIdle } from './connections/close-idle.ts';
import { handleErrors } from './error-handler.ts';
import { refuseSeveralHosts } from './connections/one-host.ts';
import { openapi } from './openapi/openapi.ts';
import { readBodies } from './read-bodies.ts';
import { addRequestIDs, requestIDOf } from './request-ids.ts';
import { sentences } from './sentences.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller; set before the body is read. */
    actor: Actor;
    /** SHA-256 of the session cookie; null without a valid one. */
    sessionHash: Buffer | null;
    /** When a password or a second factor was last entered in the session; null without a session, or if unknown. */
    confirmedAt: Date | null;
    /** Whether the request was refused because the session must be confirmed first. */
    confirmationAsked: boolean;
  }
}

/** Fastify whose handlers are typed by the schemas of their endpoints; a route without `access` does not compile. */
export interface Routes {
  route<const Schema extends FastifySchema>(
    options: Pick<Endpoint, 'access'> &
      RouteOptions<
        RawServerDefault,
        RawRequestDefaultExpression,
        RawReplyDefaultExpression,
        RouteGenericInterface,
        ContextConfigDefault,
        Schema,
        ZodTypeProvider
      >,
  ): unknown;
}

/** Applies to connections that send nothing, too. */
const HEADERS_WITHIN_MS = 10_000;

export const createServer = ({ log, config }: Pick<Context, 'log' | 'config'>) => {
  const server = Fastify({
    loggerInstance: log,
    // `log-requests.ts` writes one line per request, without URLs
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIDOf,
    // log.ts adds the request id to every line
    childLoggerFactory: (logger) => logger,
    // only these proxies may set the client's address and protocol
    trustProxy: config.trustedProxies,
    bodyLimit: 8 * 1024 * 1024,
    // Node itself limits the length of the request line
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1000 },
    forceCloseConnections: 'idle',
    // a request on an open connection is answered while the server closes, and then its connection is closed
    return503OnClosing: false,
    // called for a path that cannot be decoded, such as `%zz`
    frameworkErrors: (_error, _request, reply) =>
      void (reply as FastifyReply).code(404).send({ error: sentences.noSuchEndpoint }),
    // the body of a PUT to the store may take hours; `slow-bodies.ts` limits all others
    requestTimeout: 0,
    http: { headersTimeout: HEADERS_WITHIN_MS, connectionsCheckingInterval: 5_000 },
  });
  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  addRequestIDs(server);
  refuseSeveralHosts(server);
  server.register(cookie);
  server.register(swagger, openapi);
  closeConnectionsThatBecomeIdle(server as unknown as FastifyInstance);
  handleErrors(server);
  readBodies(server);
  return server as unknown as FastifyInstance;
};

/** Scheme and host of the request's URL as the browser sees it. Pages of this origin send same-origin requests. */
export const originOf = ({ protocol, host }: FastifyRequest): string => {
  const origin = `${protocol}://${host}`;
  const isHost = /^[a-z0-9.-]+(:\d+)?$|^\[[0-9a-f:]+\](:\d+)?$/i.test(host);
  // `canParse` is needed, because the pattern allows a port of any length
  if (!isHost || !URL.canParse(origin)) throw invalid(sentences.badHost);
  return origin;
};
