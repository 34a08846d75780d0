import { getSeriesThumbnail, listSeries } from '@snimok/contract/viewer';
import { authorize } from '../access/rules.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Routes } from '../http/server.ts';
import { sentences } from '../sentences.ts';
import { findStudy } from '../studies/queries.ts';
import { isViewQueued } from '../views/queries.ts';
import { presentThumbnail } from './present.ts';
import { findReadyView, listViewSeries } from './queries.ts';
import { sendBytes } from './send-bytes.ts';

/** A study's series on its card, for who is signed in. */
export const seriesRoutes = (app: Routes, context: Context): void => {
  const { db } = context;

  app.route({
    ...listSeries,
    handler: async ({ actor, params }) => {
      authorize(actor, 'study.see-picture');
      const { id, objectID } = await findStudy(db, actor, params.studyID);
      const view = objectID ? await findReadyView(db, objectID) : undefined;
      const { key } = view ?? {};
      if (!objectID || !key)
        return { series: [], making: objectID !== null && (await isViewQueued(db, objectID)) };
      const stored = await listViewSeries(db, objectID);
      return { series: stored.map((series) => presentThumbnail(id, key, series)), making: false };
    },
  });

  app.route({
    ...getSeriesThumbnail,
    handler: async ({ actor, params }, reply) => {
      authorize(actor, 'study.see-picture');
      const { objectID } = await findStudy(db, actor, params.studyID);
      const view = objectID ? await findReadyView(db, objectID) : undefined;
      const stored = objectID && view?.key ? await listViewSeries(db, objectID) : [];
      const place = stored[params.series]?.places.thumbnail;
      if (!view?.key || !place) throw notFound(sentences.noSeries);
      const span = { start: place.at, end: place.at + place.length };
      return sendBytes(context, reply, 'image/webp', view.key, span);
    },
  });
};
