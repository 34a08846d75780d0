import { buffer } from 'node:stream/consumers';
import type { ViewerPoster, ViewerStudy } from '@snimok/contract/viewing/online-viewer';
import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import type { z } from 'zod';
import type { Actor } from '../../../platform/access/actor.ts';
import { may } from '../../../platform/access/rules.ts';
import type { Context } from '../../../platform/context.ts';
import { ObjectMissing } from '../../../platform/outside/storage/storage.ts';
import { findPanorama } from '../../../studies/objects/panorama-queries.ts';
import { presentPanorama } from '../../../studies/panorama/present.ts';
import { isRenditionReady, presentViewerStudy } from './present.ts';
import { findPoster, hasOtherOfDay, listSeriesFacts, type ViewableStudy } from './queries.ts';

/** The study as the viewer receives it. */
export const viewerStudyOf = async (
  context: Context,
  who: Actor,
  study: ViewableStudy,
  withPoster: boolean,
): Promise<z.infer<typeof ViewerStudy>> => {
  const { db, config } = context;
  const readyKey = isRenditionReady(study) ? study.renditionKey : null;
  const series = readyKey ? await listSeriesFacts(db, study.objectID) : [];
  const panorama = STUDY_TYPES[study.type].canHavePanorama
    ? presentPanorama(who, await findPanorama(db, study.objectID))
    : null;
  const presented = {
    ...presentViewerStudy(who, study, series, config),
    // a recipient of a link learns nothing of other studies
    ...(may(who, 'study.compare') && { sharesDay: await hasOtherOfDay(db, who, study, config.timeZone) }),
    panorama,
  };
  if (!withPoster) return presented;
  const { firstSeries } = presented;
  const poster =
    readyKey && firstSeries !== null
      ? await readPoster(context, study.objectID, readyKey, firstSeries)
      : null;
  return { ...presented, poster };
};

const readPoster = async (
  { db, storage }: Context,
  objectID: string,
  key: string,
  series: number,
): Promise<z.infer<typeof ViewerPoster> | null> => {
  const stored = await findPoster(db, objectID, series);
  if (!stored) return null;
  const { at, length, pointMm, planes } = stored;
  try {
    const picture = await buffer(await storage.read(key, { start: at, end: at + length }));
    return { series, pointMm: [...pointMm], planes: [...planes], picture: picture.toString('base64') };
  } catch (cause) {
    // the rendition was replaced a moment ago: the viewer shows the voxels as soon as they arrive
    if (cause instanceof ObjectMissing) return null;
    throw cause;
  }
};
