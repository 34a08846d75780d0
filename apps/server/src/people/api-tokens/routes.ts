import {
  API_SCOPES,
  type ApiToken,
  type ApiTokenStatus,
  createApiToken,
  listApiTokens,
  revokeApiToken,
} from '@snimok/contract/people/api-tokens';
import { PAGE_SIZE } from '@snimok/contract/values/fields';
import type { z } from 'zod';
import { authorize } from '../../platform/access/rules.ts';
import { callerOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';
import type { Routes } from '../../platform/http/server.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';
import { isSuspended } from './actor-of-token.ts';
import { listTokens, type TokenRow } from './queries.ts';
import { createToken, revokeToken } from './tokens.ts';

/** How long the page shows tokens that ended. */
const SHOWN_AFTER_END_MS = 30 * DAY_MS;

/** The centre's API tokens, for administrators. */
export const apiTokenRoutes = (app: Routes, context: Context): void => {
  const { db, clock } = context;

  app.route({
    ...listApiTokens,
    handler: async ({ actor, query: { offset } }) => {
      authorize(actor, 'integrations.manage');
      const now = clock.now();
      const { rows, totalCount } = await listTokens(db, after(now, -SHOWN_AFTER_END_MS), offset, PAGE_SIZE);
      return { tokens: rows.map((row) => present(row, now)), currentOffset: offset, totalCount };
    },
  });

  app.route({
    ...createApiToken,
    handler: async (request, reply) => {
      authorize(request.actor, 'integrations.manage');
      const created = await createToken(context, callerOf(request), request.body);
      reply.header('cache-control', 'no-store');
      return reply.code(201).send(created);
    },
  });

  app.route({
    ...revokeApiToken,
    handler: async (request, reply) => {
      authorize(request.actor, 'integrations.manage');
      await revokeToken(context, callerOf(request), request.params.tokenID);
      return reply.code(204).send();
    },
  });
};

const statusOf = (token: TokenRow, now: Date): z.infer<typeof ApiTokenStatus> => {
  if (token.revokedAt) return 'revoked';
  if (token.expiresAt <= now) return 'expired';
  return isSuspended(token) ? 'suspended' : 'active';
};

const present = (token: TokenRow, now: Date): z.infer<typeof ApiToken> => ({
  tokenID: token.id,
  name: token.name,
  ending: token.ending,
  scopes: API_SCOPES.filter((scope) => token.scopes.includes(scope)),
  networks: token.networks,
  status: statusOf(token, now),
  creatorName: token.creatorName,
  createdAt: token.createdAt.toISOString(),
  expiresAt: token.expiresAt.toISOString(),
  lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
  lastUsedAddress: token.lastUsedAddress,
});
