import type { FastifyInstance } from 'fastify';
import { areaAccess } from '../access/areas.ts';
import { Problem } from '../errors.ts';
import { sentences } from '../sentences.ts';
import { originOf } from './server.ts';

const harmless = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Stands before every call of `/api/1`, before its body is read: is the caller's own page asking (a cookie travels
 * with another site's form too), and is this area open to her?
 */
export const guard = (app: FastifyInstance, ownOrigin: string): void => {
  app.addHook('onRequest', async (request) => {
    const { origin } = request.headers;
    const fromElsewhere = origin !== undefined && origin !== ownOrigin && origin !== originOf(request);
    const crossSite = request.headers['sec-fetch-site'] === 'cross-site';
    if (!harmless.has(request.method) && (fromElsewhere || crossSite)) {
      throw new Problem(403, sentences.crossSite);
    }
    if (request.is404) return;
    // the route that answers, never the URL as it was written: `http://auth/api/1/assistant/…` is a request line too
    const path = request.routeOptions.url?.slice('/api/1'.length) ?? '';
    const access = areaAccess(request.method, path, request.actor);
    if (access === 'open') return;
    throw access === 'sign-in-first'
      ? new Problem(401, sentences.signInFirst)
      : new Problem(403, sentences.forbidden);
  });
};
