import {
  acceptProgramGrant,
  requestGrant,
  declineProgramGrant,
  getProgramGrant,
  listGrantedPrograms,
  revokeProgramGrant,
  revokeGrantedProgram,
} from '@snimok/contract/program-access';
import { PAGE_SIZE } from '@snimok/contract/fields';
import type { FastifyRequest } from 'fastify';
import { authorize } from '../../platform/access/rules.ts';
import { initiatorOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { requireEnabled } from '../../platform/http/require-enabled.ts';
import type { Routes } from '../../platform/http/server.ts';
import { sentences } from '../../platform/sentences.ts';
import { requestGrant as issueCodes } from './device-grant.ts';
import { acceptGrant, declineGrant, findGrant, revokeGrant } from './grants.ts';
import { presentProgram, presentGrant } from './present.ts';
import { findGrantByID, listLiveGrants } from './queries.ts';

/** The upload program's device authorization, and the assistant's decision. The token is issued by `/auth/token`. */
export const programAccessRoutes = (app: Routes, context: Context): void => {
  const { db, clock, config } = context;

  app.route({
    ...requestGrant,
    onRequest: requireEnabled(config, 'desktopAppAuthEnabled', () => undefined),
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return issueCodes(context, initiatorOf(request), request.body);
    },
  });

  const onRequest = requireEnabled(config, 'desktopAppAuthEnabled', ({ actor }) =>
    authorize(actor, 'desktop.grant'),
  );
  const caller = ({ actor, ip, sessionHash }: FastifyRequest) => ({ actor, address: ip, sessionHash });
  const findByUserCode = ({ actor }: FastifyRequest, { userCode }: { userCode: string }) =>
    findGrant(context, actor, userCode);

  app.route({
    ...getProgramGrant,
    onRequest,
    handler: async (request) => {
      const { grant, userCode } = await findByUserCode(request, request.params);
      return presentGrant(grant, userCode, clock.now());
    },
  });

  app.route({
    ...acceptProgramGrant,
    onRequest,
    handler: async (request, reply) => {
      const { grant } = await findByUserCode(request, request.params);
      await acceptGrant(context, caller(request), grant);
      return reply.code(204).send();
    },
  });

  app.route({
    ...declineProgramGrant,
    onRequest,
    handler: async (request, reply) => {
      const { grant } = await findByUserCode(request, request.params);
      await declineGrant(context, caller(request), grant);
      return reply.code(204).send();
    },
  });

  app.route({
    ...revokeProgramGrant,
    onRequest,
    handler: async (request, reply) => {
      const { grant } = await findByUserCode(request, request.params);
      await revokeGrant(context, caller(request), grant);
      return reply.code(204).send();
    },
  });

  app.route({
    ...listGrantedPrograms,
    onRequest,
    handler: async ({ actor, query: { offset } }) => {
      const { rows, totalCount } = await listLiveGrants(db, actor, clock.now(), offset, PAGE_SIZE);
      return { grants: rows.map(presentProgram), currentOffset: offset, totalCount };
    },
  });

  app.route({
    ...revokeGrantedProgram,
    onRequest,
    handler: async (request, reply) => {
      const grant = await findGrantByID(db, request.actor, request.params.grantID);
      if (!grant) throw notFound(sentences.noGrant);
      await revokeGrant(context, caller(request), grant);
      return reply.code(204).send();
    },
  });
};
