import {
  acceptProgramGrant,
  requestGrant,
  declineProgramGrant,
  getProgramGrant,
  listGrantedPrograms,
  revokeProgramGrant,
  revokeGrantedProgram,
} from '@snimok/contract/people/program-access';
import { authorize } from '../../platform/access/rules.ts';
import { initiatorOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { requireEnabled } from '../../platform/http/require-enabled.ts';
import type { Routes } from '../../platform/http/server.ts';
import { requestGrant as issueCodes } from './device-grant.ts';
import { grantDecisions } from './grant-decisions.ts';

/** The upload program's device authorization, and the assistant's decision. The token is issued by `/auth/token`. */
export const programAccessRoutes = (app: Routes, context: Context): void => {
  const { config } = context;

  app.route({
    ...requestGrant,
    onRequest: requireEnabled(config, 'desktopAppAuthEnabled', () => undefined),
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return issueCodes(context, initiatorOf(request), request.body);
    },
  });

  const decisions = grantDecisions(context);
  const onRequest = requireEnabled(config, 'desktopAppAuthEnabled', ({ actor }) =>
    authorize(actor, 'desktop.grant'),
  );
  app.route({ ...getProgramGrant, onRequest, handler: decisions.show });
  app.route({ ...acceptProgramGrant, onRequest, handler: decisions.accept });
  app.route({ ...declineProgramGrant, onRequest, handler: decisions.decline });
  app.route({ ...revokeProgramGrant, onRequest, handler: decisions.revoke });
  app.route({ ...listGrantedPrograms, onRequest, handler: decisions.list });
  app.route({ ...revokeGrantedProgram, onRequest, handler: decisions.revokeByID });
};
