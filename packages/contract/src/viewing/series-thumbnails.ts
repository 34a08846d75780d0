import { z } from 'zod';
import { Id } from '../values/fields.ts';
import { Index } from './online-viewer.ts';

const Count = z.number().int();

/** A series on the study card, for signed-in users. */
export const SeriesThumbnail = z.object({
  series: Count,
  kind: z.enum(['volume', 'pictures']),
  modality: z.string().nullable(),
  description: z.string().nullable(),
  frameCount: Count,
  /** number of readable images in the files that the series shows; absent from servers of earlier versions */
  imageCount: Count.optional(),
  /** Russian sentences for users, as in the viewer; absent from servers of earlier versions */
  warnings: z.array(z.string()).optional(),
  /** WebP of at most 256 × 256 pixels on the portal's origin; requires the session */
  thumbnailURL: z.string().nullable(),
});

export const listSeries = {
  method: 'GET',
  url: '/studies/:studyID/series',
  access: { assistant: 'studies', doctor: 'clinicians' },
  schema: {
    summary:
      "A study's series, each with a small picture; empty before the pictures are made and while the study is archived",
    params: z.object({ studyID: Id }),
    response: {
      200: z.object({
        series: z.array(SeriesThumbnail),
        /** the job is queued or running, so ask again later */
        making: z.boolean(),
      }),
    },
  },
} as const;

export const getSeriesThumbnail = {
  method: 'GET',
  url: '/studies/:studyID/series/:series/thumbnail',
  access: { assistant: 'studies', doctor: 'clinicians' },
  schema: {
    summary: 'The picture at thumbnailURL, WebP',
    params: z.object({ studyID: Id, series: Index }),
    querystring: z.object({ v: z.string().max(100).optional() }),
    response: { 200: z.any() },
  },
} as const;
