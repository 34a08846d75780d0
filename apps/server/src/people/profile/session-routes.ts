import { endOtherSessions, endSession, listSessions } from '@snimok/contract/people/profile';
import { initiatorOf, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/errors/errors.ts';
import type { Routes } from '../../platform/http/server.ts';
import { endOwnSession, listSessionsOf } from '../accounts/sessions/own-sessions.ts';
import { endSessionsOf } from '../accounts/sessions/sessions.ts';
import { describeBrowser } from '../accounts/sign-in/describe-browser.ts';
import { findOwnAccount } from './own-account.ts';
import { sentences } from './sentences.ts';

/** The sessions of the own account. */
export const sessionRoutes = (app: Routes, context: Context): void => {
  const { db } = context;

  app.route({
    ...listSessions,
    handler: async (request) => {
      const { account, sessionHash } = await findOwnAccount(context, request);
      const rows = await listSessionsOf(context, account.id);
      return {
        sessions: rows.map(({ sessionUUID, tokenHash, userAgent, address, ...times }) => ({
          sessionUUID,
          current: tokenHash.equals(sessionHash),
          ...describeBrowser(userAgent),
          address: address ?? '',
          createdAt: times.createdAt.toISOString(),
          lastSeenAt: (times.lastSeenAt ?? times.createdAt).toISOString(),
          expiresAt: times.expiresAt.toISOString(),
        })),
      };
    },
  });

  app.route({
    ...endSession,
    handler: async (request, reply) => {
      const { account } = await findOwnAccount(context, request);
      await db.transaction().execute(async (tx) => {
        if (!(await endOwnSession(tx, account.id, request.params.sessionUUID)))
          throw notFound(sentences.noSession);
        await record(tx, initiatorOf(request), { action: 'account.end-sessions' });
      });
      return reply.code(204).send();
    },
  });

  app.route({
    ...endOtherSessions,
    handler: async (request, reply) => {
      const { account, sessionHash } = await findOwnAccount(context, request);
      await db.transaction().execute(async (tx) => {
        await endSessionsOf(tx, account.id, sessionHash);
        await record(tx, initiatorOf(request), { action: 'account.end-sessions' });
      });
      return reply.code(204).send();
    },
  });
};
