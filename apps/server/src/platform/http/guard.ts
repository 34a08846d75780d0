import { CONFIRMATION_REQUIRED } from '@snimok/contract/confirmation';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { areaAccess } from '../access/areas.ts';
import { isOpenToRole } from '../access/client-roles.ts';
import { isRecent, needsConfirmation } from '../access/confirmed-endpoints.ts';
import { missingRight } from '../access/staff-rights.ts';
import type { Context } from '../context.ts';
import { Problem } from '../errors.ts';
import { sentences } from '../sentences.ts';
import { originOf } from './server.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Checks every request to `/api/1` before its body is read: whether it comes from our own page (browsers send the
 * cookie with forms of other sites too), whether the actor may call this area, whether an assistant has the right and a person of
 * a client the role, and whether the session is confirmed if the endpoint needs that.
 */
export const guard = (app: FastifyInstance, { clock }: Pick<Context, 'clock'>, ownOrigin: string): void => {
  app.decorateRequest('confirmationAsked', false);
  app.addHook('onRequest', async (request) => {
    const { origin } = request.headers;
    const isForeignOrigin = origin !== undefined && origin !== ownOrigin && origin !== originOf(request);
    const isCrossSite = request.headers['sec-fetch-site'] === 'cross-site';
    if (!safeMethods.has(request.method) && (isForeignOrigin || isCrossSite)) {
      throw new Problem(403, sentences.crossSite);
    }
    if (request.is404) return;
    // the matched route, not the URL: a request line may also contain `http://auth/api/1/assistant/…`
    const path = request.routeOptions.url?.slice('/api/1'.length) ?? '';
    const access = areaAccess(request.method, path, request.actor);
    if (access === 'sign-in-first') throw new Problem(401, sentences.signInFirst);
    if (access === 'closed') throw new Problem(403, sentences.forbidden);
    const missing = missingRight(request.method, path, request.actor);
    if (missing) throw new Problem(403, sentences.rightMissing(missing));
    if (!isOpenToRole(request.method, path, request.actor)) throw new Problem(403, sentences.forbidden);
    if (needsConfirmation(request.method, path)) assertConfirmed(request, clock.now());
  });
};

/** Throws the 403 that makes the web app ask for the password or a factor, unless one was entered within ten minutes. */
export const assertConfirmed = (request: FastifyRequest, now: Date): void => {
  if (isRecent(request.confirmedAt, now)) return;
  request.confirmationAsked = true;
  throw new Problem(403, sentences.confirmFirst, undefined, { code: CONFIRMATION_REQUIRED });
};
