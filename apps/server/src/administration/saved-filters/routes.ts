import {
  deleteSavedFilter,
  listSavedFilters,
  MAX_SAVED_FILTERS,
  saveFilter,
} from '@snimok/contract/administration/saved-filters';
import { accountOf } from '../../platform/access/actor.ts';
import type { Context } from '../../platform/context.ts';
import { conflict } from '../../platform/errors/errors.ts';
import type { Routes } from '../../platform/http/server.ts';
import { deleteFilter, listFilters, lockFiltersOf, upsertFilter } from './queries.ts';
import { sentences } from './sentences.ts';

export const savedFilterRoutes = (app: Routes, { db }: Context): void => {
  app.route({
    ...listSavedFilters,
    handler: async ({ actor }) => {
      const rows = await listFilters(db, actor);
      return { filters: rows.map(({ id, ...filter }) => ({ filterID: id, ...filter })) };
    },
  });

  app.route({
    ...saveFilter,
    handler: async ({ actor, body }, reply) => {
      const accountID = accountOf(actor);
      const { id } = await db.transaction().execute(async (tx) => {
        await lockFiltersOf(tx, accountID);
        const others = (await listFilters(tx, actor)).filter(({ name }) => name !== body.name);
        if (others.length >= MAX_SAVED_FILTERS) throw conflict(sentences.tooManyFilters);
        return upsertFilter(tx, { accountID, ...body });
      });
      return reply.code(201).send({ filterID: id });
    },
  });

  app.route({
    ...deleteSavedFilter,
    handler: async ({ actor, params }, reply) => {
      await deleteFilter(db, actor, params.filterID);
      return reply.code(204).send();
    },
  });
};
