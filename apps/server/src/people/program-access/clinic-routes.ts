import { PAGE_SIZE } from '@snimok/contract/fields';
import {
  acceptClinicGrant,
  declineClinicGrant,
  getClinicGrant,
  listClinicPrograms,
  revokeClinicProgram,
} from '@snimok/contract/deliveries';
import type { FastifyRequest } from 'fastify';
import { authorize } from '../../platform/access/rules.ts';
import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { requireEnabled } from '../../platform/http/require-enabled.ts';
import type { Routes } from '../../platform/http/server.ts';
import { sentences } from '../../platform/sentences.ts';
import { acceptGrant, declineGrant, findGrant, revokeGrant } from './grants.ts';
import { presentGrant, presentProgram } from './present.ts';
import { findGrantByID, listLiveGrants } from './queries.ts';

/** The decisions of a client about the programs that receive its studies. */
export const clinicProgramRoutes = (app: Routes, context: Context): void => {
  const { db, clock, config } = context;
  const onRequest = requireEnabled(config, 'desktopAppAuthEnabled', ({ actor }) =>
    authorize(actor, 'delivery.manage'),
  );
  const caller = ({ actor, ip, sessionHash }: FastifyRequest) => ({ actor, address: ip, sessionHash });

  app.route({
    ...getClinicGrant,
    onRequest,
    handler: async ({ actor, params }) => {
      const { grant, userCode } = await findGrant(context, actor, params.userCode);
      return presentGrant(grant, userCode, clock.now());
    },
  });

  app.route({
    ...acceptClinicGrant,
    onRequest,
    handler: async (request, reply) => {
      const { grant } = await findGrant(context, request.actor, request.params.userCode);
      await acceptGrant(context, caller(request), grant);
      return reply.code(204).send();
    },
  });

  app.route({
    ...declineClinicGrant,
    onRequest,
    handler: async (request, reply) => {
      const { grant } = await findGrant(context, request.actor, request.params.userCode);
      await declineGrant(context, caller(request), grant);
      return reply.code(204).send();
    },
  });

  app.route({
    ...listClinicPrograms,
    onRequest,
    handler: async ({ actor, query: { offset } }) => {
      const { rows, totalCount } = await listLiveGrants(db, actor, clock.now(), offset, PAGE_SIZE);
      return { grants: rows.map(presentProgram), currentOffset: offset, totalCount };
    },
  });

  app.route({
    ...revokeClinicProgram,
    onRequest,
    handler: async (request, reply) => {
      const grant = await findGrantByID(db, request.actor, request.params.grantID);
      if (!grant) throw notFound(sentences.noGrant);
      await revokeGrant(context, caller(request), grant);
      return reply.code(204).send();
    },
  });
};
