import { z } from 'zod';
import { Panorama, PointMm } from './panorama.ts';
import { StudyType } from './studies.ts';
import { Comment, Id, Instant, Uuid } from './words.ts';

/**
 * The online viewer. A session is opened by who may look at a study online; its `remoteSessionURL` is
 * `{portal}/viewer#{ticket}`. The ticket stays in the fragment and is the bearer token of every call below `/viewer/`:
 * `Authorization: Bearer {ticket}`, whoever is signed in beside it. It is good for an hour, and is renewed by
 * `renewViewer` for as long as the right lasts that it was opened with (sign-in, share, flag, study at hand).
 *
 * Below `/viewer/` 401 says that there was no ticket, 403 that the view is over (forged, too old, the right has ended);
 * the sentence is the same for each and can be shown. Neither says anything about the portal's own session.
 */
export const ViewerTicket = z.object({ ticket: z.string(), expiresAt: Instant });

export const RemoteSession = z.object({ remoteSessionURL: z.url() });

const OneStudy = z.object({ studyID: Id });

export const openViewer = {
  method: 'POST',
  url: '/assistant/studies/:studyID/remote-session',
  schema: {
    summary: 'Open the online viewer on a study',
    params: OneStudy,
    response: { 200: RemoteSession },
  },
} as const;

export const openOwnViewer = {
  method: 'POST',
  url: '/doctor/patients/:patientID/studies/:studyID/remote-session',
  schema: {
    summary: 'Open the online viewer on a study; 403 without the flag remote-viewer',
    params: z.object({ patientID: Id, studyID: Id }),
    response: { 200: RemoteSession },
  },
} as const;

export const openExternalViewer = {
  method: 'POST',
  url: '/external/study/remote-session',
  schema: {
    summary: 'Open the online viewer on the shared study; 403 without the flag remote-viewer',
    response: { 200: RemoteSession },
  },
} as const;

export const renewViewer = {
  method: 'POST',
  url: '/viewer/ticket',
  schema: {
    summary: 'A fresh ticket for the one that is about to run out',
    response: { 200: ViewerTicket },
  },
} as const;

const Count = z.number().int();
const Vector = z.tuple([z.number(), z.number(), z.number()]);

/** What of a series is black and what is white at first, in its units (Hounsfield where `modality` is CT). */
export const ViewWindow = z.object({ center: z.number(), width: z.number() });

/**
 * How the bytes of a frame are packed.
 * - `htj2k`: a HTJ2K codestream (ISO 15444-15) of one component, unsigned, 8 or 16 bits, without a JP2 wrapper;
 * - `png`: a PNG, 8 bits grey or RGB, as a browser shows it: colour pictures and plain images;
 * - `deflate`: zlib (RFC 1950) around unsigned little-endian words of 16 bits, or bytes, row by row.
 *
 * Samples of `htj2k` and `deflate` are unsigned: `unit = sample * slope + intercept`, whatever the sign was in the file.
 */
export const FrameEncoding = z.enum(['htj2k', 'png', 'deflate']);

/** Samples → units. `bits` is the width of a sample as it is sent, 8 or 16. */
const Scale = z.object({
  bits: z.union([z.literal(8), z.literal(16)]),
  slope: z.number(),
  intercept: z.number(),
});

/**
 * One fineness of a volume. Voxels of a coarse level are means of `factor` voxels on each axis, counted from the first;
 * the last one may stand for fewer. `frames` of it are its slices, `size[2]` in number.
 */
export const VolumeLevel = z.object({
  /** `preview` comes first and is lossy; `half` is for phones; `full` is every voxel, bit for bit */
  level: z.enum(['preview', 'half', 'full']),
  size: z.tuple([Count, Count, Count]),
  factor: z.tuple([Count, Count, Count]),
  spacingMm: Vector,
  /** the centre of the first voxel */
  originMm: PointMm,
  encoding: FrameEncoding,
  lossless: z.boolean(),
  /** of all its frames with their headers, as `getFrames` sends them */
  sizeBytes: Count,
});

const seriesFacts = {
  /** its place in the study, from 0: what the calls name it by */
  series: Count,
  seriesInstanceUID: z.string().nullable(),
  seriesNumber: Count.nullable(),
  modality: z.string().nullable(),
  /** as the device wrote it: text, never markup */
  description: z.string().nullable(),
  frameCount: Count,
  /** in Russian, for people */
  warnings: z.array(z.string()),
};

/** Equal slices at equal steps, at right angles to their stack: what can be cut in any direction. */
export const VolumeSeries = z.object({
  ...seriesFacts,
  kind: z.literal('volume'),
  scale: Scale,
  window: ViewWindow,
  /** the lowest sample is white (MONOCHROME1) */
  inverted: z.boolean(),
  /** of length one, in the patient's system: where the next voxel of a row, the next row, the next slice lies */
  directions: z.tuple([Vector, Vector, Vector]),
  /** coarsest first; `preview` and `full` always, `half` where the volume is large */
  levels: z.array(VolumeLevel),
});

export const PictureFrame = z.object({
  columns: Count,
  rows: Count,
  encoding: FrameEncoding,
  /** null for `png`, which is shown as it is */
  scale: Scale.nullable(),
  window: ViewWindow.nullable(),
  inverted: z.boolean(),
  /** down, then across; null when the file says nothing: lengths are then asked for */
  spacingMm: z.tuple([z.number(), z.number()]).nullable(),
  /** `detector`: larger than in the patient by the magnification, which is to be said beside a length */
  measuredAt: z.enum(['patient', 'detector']).nullable(),
  /** height of a pixel to its width; to look right the picture is stretched downwards by it */
  pixelAspect: z.number(),
  sizeBytes: Count,
});

/** Pictures one after the other: X-rays, photographs, slices that make no volume. */
export const PictureSeries = z.object({
  ...seriesFacts,
  kind: z.literal('pictures'),
  frames: z.array(PictureFrame),
});

export const ViewerSeries = z.discriminatedUnion('kind', [VolumeSeries, PictureSeries]);

export const ViewerStudy = z.object({
  studyID: Count,
  type: StudyType,
  createdAt: Instant,
  patientName: z.string(),
  /** `making`: «Готовим снимки к просмотру», ask again in a second; `failed`: `reason` says why in words */
  status: z.enum(['making', 'ready', 'failed']),
  /** 0 to 1 while it is being made */
  progress: z.number().nullable(),
  reason: z.string().nullable(),
  /** empty until it is ready */
  series: z.array(ViewerSeries),
  /** the series to begin with: the longest volume, else the first */
  firstSeries: Count.nullable(),
  panorama: Panorama.nullable(),
  can: z.object({
    /** keep marks in the portal; who may not keeps her own in the page */
    mark: z.boolean(),
    /** by `correctArch`, with the session of the one who is signed in */
    correctArch: z.boolean(),
  }),
});

export const getViewerStudy = {
  method: 'GET',
  url: '/viewer/study',
  schema: {
    summary: 'What there is to look at, and how its bytes are to be read',
    response: { 200: ViewerStudy },
  },
} as const;

/** A place in a list, as it stands in a path or a query. */
const Place = z.coerce
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number)
  .meta({ type: 'integer', minimum: 0 });

export const MOST_FRAMES_AT_ONCE = 512;

/**
 * Frames one after the other, `application/octet-stream`: before each frame's bytes a header of eight, two unsigned
 * little-endian words of 32 bits: the frame's place in its level, and the count of its bytes. Streamed, with its
 * `Content-Length`: frames can be shown as they come. 400 slices are one request or a few, in the order one looks at
 * them. Fewer than `count` come where the level ends. Nothing of it may be kept by the browser's cache.
 */
export const getFrames = {
  method: 'GET',
  url: '/viewer/series/:series/frames',
  schema: {
    summary: 'Frames of a series, each behind a header of eight bytes: its place and its length',
    params: z.object({ series: Place }),
    querystring: z.object({
      level: z.enum(['preview', 'half', 'full']).default('full'),
      from: Place.default(0),
      count: Place.refine((count) => count >= 1 && count <= MOST_FRAMES_AT_ONCE).default(1),
    }),
    response: { 200: z.any() },
  },
} as const;

export const getViewerPanorama = {
  method: 'GET',
  url: '/viewer/panorama/values',
  schema: {
    summary: 'The panorama’s values, PNG of 16 bits; 404 while there is none',
    response: { 200: z.any() },
  },
} as const;

export const MARKS = { most: 500, points: 500, allPoints: 20_000, characters: 1000 } as const;

const Coordinate = z.number().min(-100_000).max(100_000);

/**
 * One thing drawn. Where its points lie, `on` says:
 * - `volume`: millimetres in the patient's system;
 * - `picture`: column and row of frame `frame`, pixel centres at whole numbers, the third number 0;
 * - `panorama`: millimetres to the right and down on the panorama, from its upper left corner, the third number 0.
 */
export const Annotation = z.object({
  markID: Uuid,
  kind: z.enum(['length', 'angle', 'arrow', 'note', 'probe', 'canal', 'implant', 'calibration']),
  on: z.enum(['volume', 'picture', 'panorama']),
  series: z.number().int().min(0).max(9999),
  frame: z.number().int().min(0).max(99_999).nullable(),
  points: z
    .array(z.tuple([Coordinate, Coordinate, Coordinate]))
    .min(1)
    .max(MARKS.points),
  /** shown as text */
  text: Comment.refine((text) => text.length <= MARKS.characters).default(''),
  /** the width of an implant or canal; of a `calibration` the length that was told */
  sizeMm: z.number().positive().max(1000).nullable().default(null),
});

export const AuthorsAnnotations = z.object({
  authorName: z.string(),
  /** the caller's own, the ones that `saveMarks` replaces */
  own: z.boolean(),
  updatedAt: Instant,
  marks: z.array(Annotation),
});

/** `revision` counts the caller's own savings, 0 before the first. */
export const Annotations = z.object({ revision: Count, authors: z.array(AuthorsAnnotations) });

export const getAnnotations = {
  method: 'GET',
  url: '/viewer/marks',
  schema: {
    summary: 'What was drawn on the study, by author; nothing for the bearer of a share',
    response: { 200: Annotations },
  },
} as const;

/** `revision` is the one that was read: 409 says that the same person has drawn in another window meanwhile. */
export const saveAnnotations = {
  method: 'PUT',
  url: '/viewer/marks',
  schema: {
    summary: "Keep the caller's marks in place of those she had",
    body: z.object({
      revision: z.number().int().min(0),
      marks: z
        .array(Annotation)
        .max(MARKS.most)
        .refine((marks) => marks.reduce((sum, { points }) => sum + points.length, 0) <= MARKS.allPoints),
    }),
    response: { 200: z.object({ revision: Count }) },
  },
} as const;

/** For the study card, with the session of who is signed in. */
export const SeriesThumbnail = z.object({
  series: Count,
  kind: z.enum(['volume', 'pictures']),
  modality: z.string().nullable(),
  description: z.string().nullable(),
  frameCount: Count,
  /** WebP of at most 256 pixels a side, of the portal's own origin; opens with the session */
  thumbnailURL: z.string().nullable(),
});

export const listSeries = {
  method: 'GET',
  url: '/studies/:studyID/series',
  schema: {
    summary: "A study's series with a small picture each; none before they were made or while it is archived",
    params: OneStudy,
    response: {
      200: z.object({
        series: z.array(SeriesThumbnail),
        /** a worker has them or will: ask again soon */
        making: z.boolean(),
      }),
    },
  },
} as const;

export const getSeriesThumbnail = {
  method: 'GET',
  url: '/studies/:studyID/series/:series/thumbnail',
  schema: {
    summary: 'The picture behind thumbnailURL, WebP',
    params: z.object({ studyID: Id, series: Place }),
    querystring: z.object({ v: z.string().max(100).optional() }),
    response: { 200: z.any() },
  },
} as const;
