import { refreshRealtime, subscribeRealtime } from '@snimok/contract/platform/realtime';
import type { FastifyRequest } from 'fastify';
import { accountOf } from '../access/actor.ts';
import { may } from '../access/rules.ts';
import type { Context } from '../context.ts';
import { Problem } from '../errors/errors.ts';
import type { Routes } from '../http/server.ts';
import { sentences } from '../access/sentences.ts';
import { connectionToken, type FindSessionEnd, sessionName, subscriptionToken } from './tokens.ts';

export const realtimeRoutes = (app: Routes, context: Context, findSessionEnd: FindSessionEnd): void => {
  /** The request's session. It is checked again, because it may have ended after the authentication. */
  const sessionOf = async ({ actor, sessionHash }: FastifyRequest) => {
    const accountID = accountOf(actor);
    const tokenHash = sessionHash ?? Buffer.alloc(0);
    const expiresAt = await findSessionEnd(context, accountID, sessionName(tokenHash));
    if (!expiresAt) throw new Problem(401, sentences.signInFirst);
    return { accountID, tokenHash, expiresAt };
  };

  app.route({
    ...subscribeRealtime,
    handler: async (request) => {
      const { accountID, expiresAt } = await sessionOf(request);
      const readable = request.body.channels.filter((name) => may(request.actor, 'channel.read', name));
      const channels = readable.map(async (channel) => ({
        channel,
        token: await subscriptionToken(context, accountID, channel, expiresAt),
      }));
      return { channels: await Promise.all(channels), eventsOnOwnChannel: true };
    },
  });

  app.route({
    ...refreshRealtime,
    handler: async (request) => {
      const { accountID, ...session } = await sessionOf(request);
      return { realtime_token: await connectionToken(context, accountID, session) };
    },
  });
};
