import { API_TOKEN_PREFIX } from '@snimok/contract/people/api-tokens';
import type { FastifyInstance } from 'fastify';
import { nobody } from '../../platform/access/actor.ts';
import type { Context } from '../../platform/context.ts';
import { forbidden, Problem } from '../../platform/errors/errors.ts';
import { hashToken } from '../../platform/secrets/hash-token.ts';
import { networksOf } from '../../platform/networks/networks.ts';
import { countAttempt, countFailure, networkOf } from '../accounts/limits/throttle.ts';
import { actorOfToken } from './actor-of-token.ts';
import { findLiveToken, updateTokenUse } from './queries.ts';
import { sentences } from './sentences.ts';

const MINUTE_MS = 60_000;
/** Limit for the wrong tokens of a network per quarter of an hour. It never refuses a valid token. */
const ADDRESS_FAILURES = 100;
const USE_RECORDED_EVERY_MS = MINUTE_MS;

/** Sets the actor of requests with a token of the API. A session cookie in the same request is ignored. */
export const authenticateToken = (app: FastifyInstance, context: Context): void => {
  const { db, clock, config } = context;
  app.addHook('onRequest', async (request) => {
    if (!request.routeOptions.url?.startsWith('/api/1/')) return;
    const text = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (!text?.startsWith(API_TOKEN_PREFIX)) return;
    request.actor = nobody;
    request.sessionHash = null;
    const now = clock.now();
    const token = await findLiveToken(db, hashToken(text), now);
    const actor = token ? actorOfToken(token) : nobody;
    if (!token || actor.kind === 'nobody') {
      const limit = { key: `api-token:${networkOf(request.ip)}`, attempts: ADDRESS_FAILURES };
      await countFailure(context, [limit], sentences.tooManyTokens);
      throw new Problem(401, sentences.tokenInvalid);
    }
    // set for refused requests as well, so that the history names the token
    request.actor = actor;
    if (token.networks.length > 0 && !networksOf(token.networks).include(request.ip))
      throw forbidden(sentences.tokenWrongNetwork);
    const limit = {
      key: `api-requests:${token.id}`,
      attempts: config.apiRequestsPerMinute,
      windowMs: MINUTE_MS,
      isDurable: false,
    };
    await countAttempt(context, [limit], sentences.tooManyRequests);
    if (token.lastUsedAt && now.getTime() - token.lastUsedAt.getTime() < USE_RECORDED_EVERY_MS) return;
    await updateTokenUse(db, token.id, { lastUsedAt: now, lastUsedAddress: request.ip });
  });
};
