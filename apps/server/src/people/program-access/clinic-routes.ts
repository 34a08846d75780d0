import {
  acceptClinicGrant,
  declineClinicGrant,
  getClinicGrant,
  listClinicPrograms,
  revokeClinicProgram,
} from '@snimok/contract/viewing/deliveries';
import { authorize } from '../../platform/access/rules.ts';
import type { Context } from '../../platform/context.ts';
import { requireEnabled } from '../../platform/http/require-enabled.ts';
import type { Routes } from '../../platform/http/server.ts';
import { grantDecisions } from './grant-decisions.ts';

/** The decisions of a client about the programs that receive its studies. */
export const clinicProgramRoutes = (app: Routes, context: Context): void => {
  const decisions = grantDecisions(context);
  const onRequest = requireEnabled(context.config, 'desktopAppAuthEnabled', ({ actor }) =>
    authorize(actor, 'delivery.manage'),
  );
  app.route({ ...getClinicGrant, onRequest, handler: decisions.show });
  app.route({ ...acceptClinicGrant, onRequest, handler: decisions.accept });
  app.route({ ...declineClinicGrant, onRequest, handler: decisions.decline });
  app.route({ ...listClinicPrograms, onRequest, handler: decisions.list });
  app.route({ ...revokeClinicProgram, onRequest, handler: decisions.revokeByID });
};
