import type { Access } from '@snimok/contract/people/access';
import { CONFIRMATION_REQUIRED } from '@snimok/contract/people/confirmation';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authorizeCall, isConfirmed } from '../access/endpoint-access.ts';
import type { Context } from '../context.ts';
import { Problem } from '../errors/errors.ts';
import { originOf } from './server.ts';
import { sentences } from './sentences.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The `access` of the route's endpoint. A route below `/api/1` without it is closed to every caller. */
    access?: Access | undefined;
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Checks every request to `/api/1` before its body is read. The request must come from our own page, since browsers send
 * the cookie with forms of other sites too. The `access` of the endpoint must admit the actor. If the endpoint requires a
 * confirmed session, the session must be confirmed.
 */
export const guard = (app: FastifyInstance, { clock }: Pick<Context, 'clock'>, ownOrigin: string): void => {
  app.decorateRequest('confirmationAsked', false);
  // a request has access only to the `config` of its route
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, access: (route as { access?: Access }).access };
  });
  app.addHook('onRequest', async (request) => {
    const { origin } = request.headers;
    const isForeignOrigin = origin !== undefined && origin !== ownOrigin && origin !== originOf(request);
    const isCrossSite = request.headers['sec-fetch-site'] === 'cross-site';
    if (!safeMethods.has(request.method) && (isForeignOrigin || isCrossSite)) {
      throw new Problem(403, sentences.crossSite);
    }
    if (request.is404) return;
    const { access = {} } = request.routeOptions.config;
    authorizeCall(access, request.actor);
    if (access.confirmed) assertConfirmed(request, clock.now());
  });
};

/**
 * Throws the 403 that makes the web app ask for the password or a factor, unless one was entered in the last ten
 * minutes.
 */
export const assertConfirmed = (request: FastifyRequest, now: Date): void => {
  if (isConfirmed(request.confirmedAt, now)) return;
  request.confirmationAsked = true;
  throw new Problem(403, sentences.confirmFirst, undefined, { code: CONFIRMATION_REQUIRED });
};
