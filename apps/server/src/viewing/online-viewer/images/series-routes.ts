import { listComparable } from '@snimok/contract/viewing/comparison';
import { getSeriesThumbnail, listSeries } from '@snimok/contract/viewing/series-thumbnails';
import { authorize } from '../../../platform/access/rules.ts';
import type { Context } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors/errors.ts';
import type { Routes } from '../../../platform/http/server.ts';
import { sentences as ofHTTP } from '../../../platform/http/sentences.ts';
import { findStudy } from '../../../studies/studies/study-rows/queries.ts';
import { findRendition } from '../../../studies/renditions/queries.ts';
import { presentThumbnail } from '../viewed-study/present.ts';
import { findThumbnail, listSeriesThumbnails, listViewableStudies } from '../viewed-study/queries.ts';
import { sendBytes } from './send-bytes.ts';
import { sentences } from '../sentences.ts';

const readyKey = (rendition: Awaited<ReturnType<typeof findRendition>>): string | null =>
  rendition?.status === 'ready' ? rendition.key : null;

/** The series of a study and their thumbnails on the study card, and the studies it can be compared with, for signed-in users. */
export const seriesRoutes = (app: Routes, context: Context): void => {
  const { db, config } = context;

  app.route({
    ...listComparable,
    handler: async ({ actor, params }) => {
      if (config.remoteViewer !== 'web') throw notFound(ofHTTP.noSuchEndpoint);
      authorize(actor, 'study.compare');
      const { id, patientID } = await findStudy(db, actor, params.studyID);
      const studies = await listViewableStudies(db, actor, patientID, config.timeZone);
      return { studies: studies.filter(({ studyID }) => studyID !== id) };
    },
  });

  app.route({
    ...listSeries,
    handler: async ({ actor, params }) => {
      authorize(actor, 'study.see-picture');
      const { id, objectID } = await findStudy(db, actor, params.studyID);
      const rendition = objectID ? await findRendition(db, objectID) : undefined;
      const key = readyKey(rendition);
      if (!objectID || !key) return { series: [], making: rendition?.isQueued ?? false };
      const stored = await listSeriesThumbnails(db, objectID);
      return { series: stored.map((series) => presentThumbnail(id, key, series)), making: false };
    },
  });

  app.route({
    ...getSeriesThumbnail,
    handler: async ({ actor, params }, reply) => {
      authorize(actor, 'study.see-picture');
      const { objectID } = await findStudy(db, actor, params.studyID);
      const key = readyKey(objectID ? await findRendition(db, objectID) : undefined);
      const thumbnail = objectID && key ? await findThumbnail(db, objectID, params.series) : null;
      if (!key || !thumbnail) throw notFound(sentences.noSeries);
      const range = { start: thumbnail.at, end: thumbnail.at + thumbnail.length };
      return sendBytes(context, reply, 'image/webp', key, range);
    },
  });
};
