import {
  acknowledgeAccessAlert,
  listAccessAlerts,
  MAX_ACCESS_ALERTS,
  resumeSuspendedAccount,
} from '@snimok/contract/people/access-alerts';
import { accountOf } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import { initiatorOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/server.ts';
import { acknowledge, resume } from './change-alert.ts';
import { type AlertRow, countOpenAlerts, listOpenAlerts } from './queries.ts';

/** Alerts about accounts that opened unusually many studies, for administrators. */
export const accessAlertRoutes = (app: Routes, context: Context): void => {
  const { db } = context;

  app.route({
    ...listAccessAlerts,
    handler: async ({ actor }) => {
      authorize(actor, 'staff.manage');
      const [alerts, totalCount] = await Promise.all([
        listOpenAlerts(db, MAX_ACCESS_ALERTS),
        countOpenAlerts(db),
      ]);
      return { alerts: alerts.map(present), totalCount };
    },
  });

  app.route({
    ...acknowledgeAccessAlert,
    handler: async (request, reply) => {
      const { actor, params } = request;
      authorize(actor, 'staff.manage');
      await acknowledge(context, initiatorOf(request), { ...params, accountID: accountOf(actor) });
      return reply.code(204).send();
    },
  });

  app.route({
    ...resumeSuspendedAccount,
    handler: async (request, reply) => {
      authorize(request.actor, 'staff.manage');
      await resume(context, initiatorOf(request), request.params.accountID);
      return reply.code(204).send();
    },
  });
};

const KINDS: Record<string, 'staff' | 'member'> = { assistant: 'staff', member: 'member' };

const present = ({
  id,
  accountID,
  name,
  role,
  clientID,
  clientName,
  raisedAt,
  suspendedAt,
  ...alert
}: AlertRow) => ({
  alertID: id,
  accountID,
  accountName: name,
  accountKind: KINDS[role] ?? ('client' as const),
  doctorID: role === 'doctor' ? accountID : clientID,
  doctorName: role === 'doctor' ? name : clientName,
  raisedAt: raisedAt.toISOString(),
  ...alert,
  suspended: suspendedAt !== null,
});
