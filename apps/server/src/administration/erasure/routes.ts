import * as endpoints from '@snimok/contract/administration/erasures';
import { PAGE_SIZE } from '@snimok/contract/values/fields';
import { accountOf } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import { callerOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/server.ts';
import { countAdministrators } from '../../people/accounts/account-rows/administrators.ts';
import { presentErasure } from './present.ts';
import { countWaiting, type ErasureRow, listErasuresPage } from './queries.ts';
import { confirm, refusalFor, refuse, request as requestErasure, withdraw } from './requests.ts';

/** The permanent erasure of a patient's data: one administrator asks for it and another one confirms. */
export const erasureRoutes = (app: Routes, context: Context): void => {
  const { db, clock } = context;

  app.route({
    ...endpoints.listErasures,
    handler: async ({ actor, query: { offset } }) => {
      authorize(actor, 'patient.erase');
      const { rows, totalCount } = await listErasuresPage(db, offset, PAGE_SIZE);
      const callerID = accountOf(actor);
      const mayConfirm = async ({ uuid, patientID, requesterID }: ErasureRow) =>
        (await refusalFor(db, callerID, { uuid, patientID, requestedBy: requesterID })) === null;
      const erasures = [];
      for (const row of rows) erasures.push(await presentErasure(row, callerID, clock.now(), mayConfirm));
      const administratorsCount = await countAdministrators(db);
      return { erasures, currentOffset: offset, totalCount, administratorsCount };
    },
  });

  app.route({
    ...endpoints.countErasures,
    handler: async ({ actor }) => {
      authorize(actor, 'patient.erase');
      return { waitingCount: await countWaiting(db, accountOf(actor), clock.now()) };
    },
  });

  app.route({
    ...endpoints.requestErasure,
    handler: async (request, reply) => {
      authorize(request.actor, 'patient.erase');
      const erasureUUID = await requestErasure(context, callerOf(request), request.body);
      return reply.code(201).send({ erasureUUID });
    },
  });

  app.route({
    ...endpoints.confirmErasure,
    handler: async (request, reply) => {
      authorize(request.actor, 'patient.erase');
      await confirm(context, callerOf(request), request.params.erasureUUID);
      return reply.code(204).send();
    },
  });

  app.route({
    ...endpoints.refuseErasure,
    handler: async (request, reply) => {
      authorize(request.actor, 'patient.erase');
      await refuse(context, callerOf(request), request.params.erasureUUID);
      return reply.code(204).send();
    },
  });

  app.route({
    ...endpoints.withdrawErasure,
    handler: async (request, reply) => {
      authorize(request.actor, 'patient.erase');
      await withdraw(context, callerOf(request), request.params.erasureUUID);
      return reply.code(204).send();
    },
  });
};
