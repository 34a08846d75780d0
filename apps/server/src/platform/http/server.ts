import cookie from '@fastify/cookie';
import swagger from '@fastify/swagger';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Actor } from '../access/actor.ts';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { sentences } from '../sentences.ts';
import { handleErrors } from './error-handler.ts';
import { openapi } from './openapi.ts';
import { readBodies } from './read-bodies.ts';
import { addRequestIDs, requestIDOf } from './request-ids.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; set before the body is read. */
    actor: Actor;
    /** SHA-256 of the session cookie, when there was one that is valid. */
    sessionHash: Buffer | null;
  }
}

/** A room's routes are typed by their promises. */
export type Routes = ReturnType<typeof typed>;
const typed = (server: FastifyInstance) => server.withTypeProvider<ZodTypeProvider>();

export const createServer = ({ log, config }: Pick<Context, 'log' | 'config'>) => {
  const server = Fastify({
    loggerInstance: log,
    // one line a request, written by `log-requests.ts`, which knows what must not stand in it
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIDOf,
    // the id comes into every line by itself (log.ts)
    childLoggerFactory: (logger) => logger,
    // the balancer tells the visitor's address and protocol; nobody else may
    trustProxy: config.trustedProxies,
    bodyLimit: 8 * 1024 * 1024,
    // a request line of any length is refused by Node before it costs anything
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1000 },
    forceCloseConnections: 'idle',
    // what comes by an open connection while we close is answered, and the connection ends with it
    return503OnClosing: false,
    // a path that no router can read, as `%zz`
    frameworkErrors: (_error, _request, reply) =>
      void (reply as FastifyReply).code(404).send({ error: sentences.noSuchEndpoint }),
    // the body of a PUT to the store may take hours on a slow line
    requestTimeout: 0,
  });
  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  addRequestIDs(server);
  server.register(cookie);
  server.register(swagger, openapi);
  handleErrors(server);
  readBodies(server);
  return typed(server as unknown as FastifyInstance);
};

/** Scheme and host by which the browser reached us: what it may PUT to without another site being involved. */
export const originOf = ({ protocol, host }: FastifyRequest): string => {
  if (!/^[a-z0-9.-]+(:\d+)?$|^\[[0-9a-f:]+\](:\d+)?$/i.test(host)) throw invalid(sentences.badHost);
  return `${protocol}://${host}`;
};
