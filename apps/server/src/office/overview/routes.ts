import { getOverview } from '@snimok/contract/overview';
import type { Context } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/server.ts';
import { readOverview } from './overview.ts';

export const overviewRoutes = (app: Routes, context: Context): void => {
  app.route({
    ...getOverview,
    handler: ({ actor, query: { day } }) => readOverview(context, actor, day),
  });
};
