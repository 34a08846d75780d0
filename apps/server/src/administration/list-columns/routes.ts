import { hideColumns, listHiddenColumns } from '@snimok/contract/administration/list-columns';
import { accountOf } from '../../platform/access/actor.ts';
import type { Context } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/server.ts';
import { listColumns, upsertColumns } from './queries.ts';

export const listColumnRoutes = (app: Routes, { db }: Context): void => {
  app.route({
    ...listHiddenColumns,
    handler: async ({ actor }) => ({ lists: await listColumns(db, actor) }),
  });

  app.route({
    ...hideColumns,
    handler: async ({ actor, body }, reply) => {
      await upsertColumns(db, { accountID: accountOf(actor), ...body });
      return reply.code(204).send();
    },
  });
};
