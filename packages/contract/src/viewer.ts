import { z } from 'zod';
import { Panorama, PointMm } from './panorama.ts';
import { StudyType } from './studies.ts';
import { CalendarDay, Id, Instant, Sex } from './fields.ts';
import { FrameSource } from './frame-source.ts';
import { volumeSlices } from './volume-slices.ts';

/**
 * The online viewer. A caller with the right to view a study opens a session; its `remoteSessionURL` is
 * `{portal}/viewer#{ticket}`. The ticket stays in the fragment and is the bearer token of every call below
 * `/viewer/` (`Authorization: Bearer {ticket}`); the cookie is ignored there. It is valid for an hour and can
 * be renewed by `renewViewer` while the right lasts (sign-in session or share, flag, study available).
 *
 * Below `/viewer/` status 401 means that there is no ticket, 403 that the viewer session has ended (forged or
 * expired ticket, right revoked). The sentence is the same in each case. Neither status refers to the sign-in
 * session.
 */
export const ViewerTicket = z.object({ ticket: z.string(), expiresAt: Instant });

const OneStudy = z.object({ studyID: Id });

export const renewViewer = {
  method: 'POST',
  url: '/viewer/ticket',
  access: { assistant: 'studies', doctor: 'clinicians', share: true },
  schema: {
    summary: 'A fresh ticket for the one that is about to run out',
    response: { 200: ViewerTicket },
  },
} as const;

const Count = z.number().int();
const Vector = z.tuple([z.number(), z.number(), z.number()]);

/** The initial window of a series, in its units (Hounsfield units where `modality` is CT). */
export const ViewWindow = z.object({ center: z.number(), width: z.number() });

/**
 * Encoding of a frame.
 * - `htj2k`: a HTJ2K codestream (ISO 15444-15) of one component, unsigned, 8 or 16 bits, without a JP2
 *   wrapper;
 * - `png`: a PNG, 8 bits grey or RGB, displayed as it is: colour images and plain image files;
 * - `deflate`: zlib (RFC 1950) around unsigned little-endian words of 16 bits, or bytes, row by row.
 *
 * Samples of `htj2k` and `deflate` are unsigned: `unit = sample * slope + intercept`, independent of the sign
 * in the file.
 */
export const FrameEncoding = z.enum(['htj2k', 'png', 'deflate']);

/** Conversion of samples to units. `bits` is the width of a transferred sample, 8 or 16. */
const Scale = z.object({
  bits: z.union([z.literal(8), z.literal(16)]),
  slope: z.number(),
  intercept: z.number(),
});

/**
 * One resolution of a volume. A voxel of a coarse level is the mean of `factor` voxels along each axis,
 * counted from the first; the last one may cover fewer. Its frames are its slices, `size[2]` of them.
 */
export const VolumeLevel = z.object({
  /** `preview` is loaded first and is lossy; `half` is for phones; `full` is lossless */
  level: z.enum(['preview', 'half', 'full']),
  size: z.tuple([Count, Count, Count]),
  factor: z.tuple([Count, Count, Count]),
  spacingMm: Vector,
  /** the centre of the first voxel */
  originMm: PointMm,
  encoding: FrameEncoding,
  lossless: z.boolean(),
  /** size of all its frames with their headers, as `getFrames` sends them */
  sizeBytes: Count,
  /**
   * size of the part `half` of all its frames with their headers; absent if frames cannot be sent in parts, and from
   * servers of earlier versions
   */
  halfBytes: Count.optional(),
});

const seriesFields = {
  /** index in the study, from 0; identifies the series in calls */
  series: Count,
  seriesInstanceUID: z.string().nullable(),
  seriesNumber: Count.nullable(),
  modality: z.string().nullable(),
  /** as written by the X-ray machine: text, never markup */
  description: z.string().nullable(),
  /** of a volume: its layers, also those that were not measured or are interpolated */
  frameCount: Count,
  /** readable images of the files that the series shows; absent in renditions of earlier versions */
  imageCount: Count.optional(),
  /** Russian sentences for users */
  warnings: z.array(z.string()),
};

/**
 * Layers of equal size and spacing, perpendicular to the stacking direction; can be cut in any direction. Where the
 * slices of the files were not, `warnings` say how they were resampled.
 */
export const VolumeSeries = z.object({
  ...seriesFields,
  kind: z.literal('volume'),
  scale: Scale,
  window: ViewWindow,
  /** the lowest sample is displayed white (MONOCHROME1) */
  inverted: z.boolean(),
  /**
   * unit vectors in the patient's coordinate system to the next voxel of a row, to the next row, to the next
   * slice
   */
  directions: z.tuple([Vector, Vector, Vector]),
  ...volumeSlices,
  /** coarsest first; always `preview` and `full`, for a large volume also `half` */
  levels: z.array(VolumeLevel),
});

export const PictureFrame = z.object({
  columns: Count,
  rows: Count,
  encoding: FrameEncoding,
  /** null for `png`, which is displayed as it is */
  scale: Scale.nullable(),
  window: ViewWindow.nullable(),
  inverted: z.boolean(),
  /** row spacing, then column spacing; null when the file has none: the viewer then asks for a calibration */
  spacingMm: z.tuple([z.number(), z.number()]).nullable(),
  /**
   * `detector`: lengths exceed those in the patient by the magnification, which the viewer states beside a
   * length
   */
  measuredAt: z.enum(['patient', 'detector']).nullable(),
  /** ratio of a pixel's height to its width; the image is displayed stretched vertically by it */
  pixelAspect: z.number(),
  /**
   * towards which side of the patient rows and columns run, as in Patient Orientation (PS3.3, C.7.6.1.1.1);
   * null when the file does not say
   */
  patientOrientation: z.tuple([z.string(), z.string()]).nullable().default(null),
  sizeBytes: Count,
  /** absent for files that are not DICOM, and in renditions of earlier versions */
  source: FrameSource.optional(),
});

/** Separate images: X-rays, photographs, slices that do not form a volume. */
export const PictureSeries = z.object({
  ...seriesFields,
  kind: z.literal('pictures'),
  frames: z.array(PictureFrame),
});

export const ViewerSeries = z.discriminatedUnion('kind', [VolumeSeries, PictureSeries]);

const PlaneSize = z.object({ columns: Count, rows: Count });

/**
 * Three planes of a volume, for a viewer to show until the voxels arrive: one WebP, the planes below each other from its
 * left edge, black and white at the limits of the series' `window`.
 */
export const ViewerPoster = z.object({
  series: Count,
  /** a point of all three planes, the centre of a voxel */
  pointMm: PointMm,
  /**
   * across the columns, rows and slices of the series, from the top; the columns of a plane run along the first of the
   * other two axes and its rows along the second, of which they show the whole extent
   */
  planes: z.tuple([PlaneSize, PlaneSize, PlaneSize]),
  /** base64 */
  picture: z.string(),
});

export const ViewerStudy = z.object({
  studyID: Count,
  type: StudyType,
  createdAt: Instant,
  /** the patient has another study of that day, so that both are named with the time; not sent by earlier versions */
  sharesDay: z.boolean().optional(),
  patientName: z.string(),
  /** null where the card has none; both are absent for recipients of a link, and from servers of earlier versions */
  patientBirthday: CalendarDay.nullable().optional(),
  patientSex: Sex.optional(),
  /** `making`: «Готовим снимки к просмотру», poll again in a second; `failed`: `reason` is a Russian sentence */
  status: z.enum(['making', 'ready', 'failed']),
  /** 0 to 1 while the rendition is being made */
  progress: z.number().nullable(),
  reason: z.string().nullable(),
  /** empty until the status is `ready` */
  series: z.array(ViewerSeries),
  /** the series to show first: the longest volume, otherwise the first series */
  firstSeries: Count.nullable(),
  panorama: Panorama.nullable(),
  /** of the first series, only if the query has `poster=true`; null if it has none */
  poster: ViewerPoster.nullable().optional(),
  can: z.object({
    /** save annotations in the portal; without this right they stay in the page */
    mark: z.boolean(),
    /** read the annotations of others */
    seeMarks: z.boolean(),
    /** with the caller's sign-in session: `correctArch`; `listComparable`, `requestSegmentation` (not sent by earlier versions) */
    correctArch: z.boolean(),
    compare: z.boolean().optional(),
    segment: z.boolean().optional(),
  }),
});

export const RemoteSession = z.object({
  remoteSessionURL: z.url(),
  /** as `getViewerStudy` sends it, with its poster: only if the query has `study=true` and the portal has its own viewer */
  study: ViewerStudy.optional(),
});

/** Saves the round trip of `getViewerStudy`; servers of earlier versions ignore it. */
export const WithStudy = z.object({ study: z.literal('true').optional() });

export const openViewer = {
  method: 'POST',
  url: '/assistant/studies/:studyID/remote-session',
  access: { assistant: 'studies' },
  schema: {
    summary: 'Open the online viewer on a study',
    params: OneStudy,
    querystring: WithStudy,
    response: { 200: RemoteSession },
  },
} as const;

export const openOwnViewer = {
  method: 'POST',
  url: '/doctor/patients/:patientID/studies/:studyID/remote-session',
  access: { doctor: 'clinicians' },
  schema: {
    summary: 'Open the online viewer on a study; 403 without the flag remote-viewer',
    params: z.object({ patientID: Id, studyID: Id }),
    querystring: WithStudy,
    response: { 200: RemoteSession },
  },
} as const;

export const openExternalViewer = {
  method: 'POST',
  url: '/external/study/remote-session',
  access: { share: true },
  schema: {
    summary: 'Open the online viewer on the shared study; 403 without the flag remote-viewer',
    querystring: WithStudy,
    response: { 200: RemoteSession },
  },
} as const;

export const getViewerStudy = {
  method: 'GET',
  url: '/viewer/study',
  access: { assistant: 'studies', doctor: 'clinicians', share: true },
  schema: {
    summary: 'What there is to look at, and how its bytes are to be read',
    querystring: z.object({ poster: z.literal('true').optional() }),
    response: { 200: ViewerStudy },
  },
} as const;

/** An index in a list, in a path or a query. */
export const Index = z.coerce
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number)
  .meta({ type: 'integer', minimum: 0 });

export const MAX_FRAMES_PER_REQUEST = 512;

/**
 * `count` frames as `application/octet-stream`, fewer at the end of the level. A header of eight bytes precedes each frame: two
 * unsigned 32-bit little-endian words, the frame's index in its level and the number of its bytes. The response is streamed with a
 * `Content-Length`, so frames can be displayed as they arrive, and 400 slices need only one or a few requests. Browsers must
 * not cache it (`no-store`).
 */
export const getFrames = {
  method: 'GET',
  url: '/viewer/series/:series/frames',
  access: { assistant: 'studies', doctor: 'clinicians', share: true },
  schema: {
    summary: 'Frames of a series, each behind a header of eight bytes: its place and its length',
    params: z.object({ series: Index }),
    querystring: z.object({
      level: z.enum(['preview', 'half', 'full']).default('full'),
      from: Index.default(0),
      /**
       * `half`: of each frame, the first bytes, from which a decoder gets half the resolution; `rest`: its remaining bytes.
       * 404 for a level without `halfBytes`.
       */
      part: z.enum(['half', 'rest']).optional(),
      /** `2`: every other frame; servers of earlier versions send all */
      every: z.enum(['1', '2']).default('1'),
      count: Index.refine((count) => count >= 1 && count <= MAX_FRAMES_PER_REQUEST).default(1),
    }),
    response: { 200: z.any() },
  },
} as const;
