import {
  deleteViewerLayout,
  listViewerLayouts,
  saveViewerLayout,
} from '@snimok/contract/viewing/viewer-layouts';
import { accountOf } from '../../../platform/access/actor.ts';
import { authorize, may } from '../../../platform/access/rules.ts';
import type { Context } from '../../../platform/context.ts';
import type { Routes } from '../../../platform/http/server.ts';
import { listLayouts, removeLayout, saveLayout } from './layouts.ts';

/** The saved layouts of the viewer. An account has the same layouts in every study. */
export const layoutRoutes = (app: Routes, context: Context): void => {
  app.route({
    ...listViewerLayouts,
    handler: async ({ actor }) =>
      may(actor, 'viewer.keep-layouts')
        ? { layouts: await listLayouts(context.db, accountOf(actor)) }
        : { layouts: [] },
  });

  app.route({
    ...saveViewerLayout,
    handler: async ({ actor, body }) => {
      authorize(actor, 'viewer.keep-layouts');
      return { layouts: await saveLayout(context, accountOf(actor), body) };
    },
  });

  app.route({
    ...deleteViewerLayout,
    handler: async ({ actor, params }, reply) => {
      authorize(actor, 'viewer.keep-layouts');
      await removeLayout(context.db, accountOf(actor), params.layoutUUID);
      return reply.code(204).send();
    },
  });
};
