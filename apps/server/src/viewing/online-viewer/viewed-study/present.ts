import type { SeriesThumbnail } from '@snimok/contract/viewing/series-thumbnails';
import type { ViewerStudy } from '@snimok/contract/viewing/online-viewer';
import { Sex } from '@snimok/contract/values/fields';
import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import type { z } from 'zod';
import type { Actor } from '../../../platform/access/actor.ts';
import { may } from '../../../platform/access/rules.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { FORMAT } from '../../../studies/renditions/queries.ts';
import { presentExaminedAt } from '../../../studies/studies/study-rows/examined-at.ts';
import type { SeriesThumbnail as StoredThumbnail, ViewableStudy } from './queries.ts';
import { sentences } from '../sentences.ts';

type Series = z.infer<typeof ViewerStudy>['series'];

export const presentViewerStudy = (
  who: Actor,
  study: ViewableStudy,
  series: Series,
  { threeDSegEnabled, landmarkServer }: Pick<Config, 'threeDSegEnabled' | 'landmarkServer'>,
): Omit<z.infer<typeof ViewerStudy>, 'panorama'> => ({
  studyID: study.id,
  type: study.type,
  createdAt: study.createdAt.toISOString(),
  examinedAt: presentExaminedAt(study),
  patientName: study.patientName,
  ...(may(who, 'study.see-birthday') && {
    patientBirthday: study.patientBirthday,
    patientSex: Sex.parse(study.patientSex),
  }),
  ...renditionState(study),
  series,
  firstSeries: chooseFirstSeries(series),
  can: {
    mark: may(who, 'study.annotate'),
    seeMarks: may(who, 'study.see-annotations'),
    correctArch: may(who, 'study.correct-arch'),
    compare: may(who, 'study.compare'),
    segment: threeDSegEnabled && STUDY_TYPES[study.type].canBeSegmented && may(who, 'study.segment'),
    proposeLandmarks: landmarkServer.url !== undefined && may(who, 'study.propose-landmarks'),
  },
});

export const isRenditionReady = (study: ViewableStudy): boolean =>
  study.renditionStatus === 'ready' &&
  study.renditionFormat === FORMAT &&
  !(study.isRenditionOutdated && study.isRenditionQueued);

/** A rendition that is neither ready nor queued has been given up. */
const renditionState = (study: ViewableStudy) => {
  if (isRenditionReady(study)) return { status: 'ready' as const, progress: null, reason: null };
  if (study.isRenditionQueued)
    return { status: 'making' as const, progress: study.renditionProgress, reason: null };
  const reason = study.renditionStatus === 'failed' ? study.renditionReason : sentences.renditionFailed;
  return { status: 'failed' as const, progress: null, reason };
};

/** The series to open first: the volume with the most frames, else the first series. */
const chooseFirstSeries = (series: Series): number | null => {
  const volumes = series.filter(({ kind }) => kind === 'volume');
  const [longest] = volumes.toSorted((one, other) => other.frameCount - one.frameCount);
  return (longest ?? series[0])?.series ?? null;
};

export const presentThumbnail = (
  studyID: number,
  key: string,
  { facts, thumbnail }: StoredThumbnail,
): z.infer<typeof SeriesThumbnail> => ({
  series: facts.series,
  kind: facts.kind,
  modality: facts.modality,
  description: facts.description,
  frameCount: facts.frameCount,
  imageCount: facts.imageCount ?? facts.frameCount - (facts.missing?.length ?? 0),
  warnings: facts.warnings,
  thumbnailURL: thumbnail
    ? `/api/1/studies/${studyID}/series/${facts.series}/thumbnail?v=${key.split('.').at(-1)}`
    : null,
});
