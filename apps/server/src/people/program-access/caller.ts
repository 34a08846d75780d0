import type { FastifyInstance } from 'fastify';
import { nobody } from '../../platform/access/actor.ts';
import { countFailure, networkOf } from '../accounts/limits/throttle.ts';
import type { Context } from '../../platform/context.ts';
import { Problem } from '../../platform/errors/errors.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';
import { sentences as ofTokens } from '../api-tokens/sentences.ts';
import { hashToken } from '../../platform/secrets/hash-token.ts';
import { actorOfGrant } from './program-actor.ts';
import { findLiveGrantByToken, updateLastUse } from './queries.ts';
import { isProgramToken, TOKEN_MAX_AGE_MS } from './token.ts';
import { sentences } from './sentences.ts';

/** Limit for the wrong tokens of a network per quarter of an hour. It never refuses a valid token. */
const ADDRESS_FAILURES = 100;
/** The last use of a grant is stored at most this often, because a series of 400 slices is 400 requests. */
const USE_RECORDED_EVERY_MS = 60_000;

/** Sets the actor of requests with a program token. A session cookie in the same request is ignored. */
export const authenticateProgram = (app: FastifyInstance, context: Context): void => {
  const { db, clock, config } = context;
  app.addHook('onRequest', async (request) => {
    const path = request.routeOptions.url;
    if (!path?.startsWith('/api/1/')) return;
    const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined || !isProgramToken(token)) return;
    request.actor = nobody;
    request.sessionHash = null;
    const now = clock.now();
    const grant = await findLiveGrantByToken(db, hashToken(token), now);
    if (!grant?.assistantID || !config.desktopAppAuthEnabled) {
      const limit = { key: `desktop-token:${networkOf(request.ip)}`, attempts: ADDRESS_FAILURES };
      await countFailure(context, [limit], ofTokens.tooManyTokens);
      // a program that signs in again may still send its old token
      if (path.startsWith('/api/1/auth/')) return;
      throw new Problem(401, sentences.programTokenInvalid);
    }
    request.actor = actorOfGrant(grant);
    if (grant.lastUsedAt && now.getTime() - grant.lastUsedAt.getTime() < USE_RECORDED_EVERY_MS) return;
    await updateLastUse(db, grant.id, {
      lastUsedAt: now,
      lastUsedAddress: request.ip,
      expiresAt: after(now, TOKEN_MAX_AGE_MS),
    });
  });
};
