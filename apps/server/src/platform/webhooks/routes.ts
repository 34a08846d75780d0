import { PAGE_SIZE } from '@snimok/contract/values/fields';
import {
  createWebhook,
  deleteWebhook,
  listWebhookMessages,
  listWebhooks,
  pauseWebhook,
  repeatWebhookMessage,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '@snimok/contract/platform/webhooks';
import type { FastifyRequest } from 'fastify';
import { authorize } from '../access/rules.ts';
import { initiatorOf } from '../audit/record.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors/errors.ts';
import type { Routes } from '../http/server.ts';
import { presentMessage, presentWebhook } from './present.ts';
import { findWebhook, listAllWebhooks, listMessages } from './queries.ts';
import {
  addWebhook,
  changeWebhook,
  removeWebhook,
  repeatMessage,
  rotateSecret,
  sendTest,
  setPaused,
} from './webhooks.ts';
import { sentences } from './sentences.ts';

/** The centre's webhooks and the log of their messages, for administrators. */
export const webhookRoutes = (app: Routes, context: Context): void => {
  const { db, clock } = context;
  const onRequest = async ({ actor }: FastifyRequest) => authorize(actor, 'integrations.manage');

  app.route({
    ...listWebhooks,
    onRequest,
    handler: async () => {
      const now = clock.now();
      return { webhooks: (await listAllWebhooks(db)).map((row) => presentWebhook(row, now)) };
    },
  });

  app.route({
    ...createWebhook,
    onRequest,
    handler: async (request, reply) => {
      const created = await addWebhook(context, initiatorOf(request), request.body);
      return reply.header('cache-control', 'no-store').code(201).send(created);
    },
  });

  app.route({
    ...updateWebhook,
    onRequest,
    handler: async (request, reply) => {
      await changeWebhook(context, initiatorOf(request), request.params.webhookID, request.body);
      return reply.code(204).send();
    },
  });

  app.route({
    ...pauseWebhook,
    onRequest,
    handler: async (request, reply) => {
      await setPaused(context, initiatorOf(request), request.params.webhookID, request.body.paused);
      return reply.code(204).send();
    },
  });

  app.route({
    ...rotateWebhookSecret,
    onRequest,
    handler: async (request, reply) => {
      const rotated = await rotateSecret(context, initiatorOf(request), request.params.webhookID);
      return reply.header('cache-control', 'no-store').code(201).send(rotated);
    },
  });

  app.route({
    ...deleteWebhook,
    onRequest,
    handler: async (request, reply) => {
      await removeWebhook(context, initiatorOf(request), request.params.webhookID);
      return reply.code(204).send();
    },
  });

  messageRoutes(app, context, onRequest);
};

const messageRoutes = (
  app: Routes,
  context: Context,
  onRequest: (request: FastifyRequest) => Promise<void>,
): void => {
  app.route({
    ...testWebhook,
    onRequest,
    handler: async (request, reply) =>
      reply.code(201).send(await sendTest(context, initiatorOf(request), request.params.webhookID)),
  });

  app.route({
    ...listWebhookMessages,
    onRequest,
    handler: async ({ params: { webhookID }, query: { offset } }) => {
      if (!(await findWebhook(context.db, webhookID))) throw notFound(sentences.noWebhook);
      const { rows, totalCount } = await listMessages(context.db, webhookID, offset, PAGE_SIZE);
      return { messages: rows.map(presentMessage), currentOffset: offset, totalCount };
    },
  });

  app.route({
    ...repeatWebhookMessage,
    onRequest,
    handler: async (request, reply) => {
      await repeatMessage(context, initiatorOf(request), request.params);
      return reply.code(204).send();
    },
  });
};
