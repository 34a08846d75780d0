import { z } from 'zod';
import { Panorama, PointMm } from '../studies/panorama.ts';
import { StudyType } from '../studies/studies.ts';
import { CalendarDay, Id, Instant, Sex } from '../values/fields.ts';
import { FrameSource } from './frame-source.ts';
import { volumeSlices } from './volume-slices.ts';
import { ExaminedAt } from '../studies/examined-at.ts';

/**
 * The online viewer. A caller with the right to view a study opens a session, whose `remoteSessionURL` is `{portal}/viewer#{ticket}`.
 * The ticket stays in the fragment. It is the bearer token of every call below `/viewer/` (`Authorization: Bearer {ticket}`), where
 * the cookie is ignored. It is valid for an hour, and `renewViewer` renews it while the right lasts (sign-in session or share, flag,
 * study available).
 *
 * Below `/viewer/`, status 401 means that there is no ticket, and 403 that the viewer session has ended (forged or expired ticket,
 * right revoked). The sentence is the same in all cases. Neither status is about the sign-in session.
 */
export const ViewerTicket = z.object({ ticket: z.string(), expiresAt: Instant });

const OneStudy = z.object({ studyID: Id });

export const renewViewer = {
  method: 'POST',
  url: '/viewer/ticket',
  access: { assistant: 'studies', doctor: 'clinicians', share: true },
  schema: {
    summary: 'A new ticket in place of one that expires soon',
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
 * One resolution of a volume. A voxel of a coarse level is the mean of `factor` voxels along each axis, counted from
 * the first; the last voxel may cover fewer. The frames of a level are its slices, `size[2]` of them.
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
  /** size of all its frames with their headers, as in the response of `getFrames` */
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
  /** for a volume, the number of its layers, including layers that were not measured or are interpolated */
  frameCount: Count,
  /** number of readable images in the files that the series shows; absent in renditions of earlier versions */
  imageCount: Count.optional(),
  /** Russian sentences for users */
  warnings: z.array(z.string()),
};

/**
 * Layers of equal size and spacing, perpendicular to the stacking direction, so that the volume can be cut in any direction. If
 * the slices in the files are different, `warnings` say how they were resampled.
 */
export const VolumeSeries = z.object({
  ...seriesFields,
  kind: z.literal('volume'),
  scale: Scale,
  window: ViewWindow,
  /** the lowest sample is shown white (MONOCHROME1) */
  inverted: z.boolean(),
  /**
   * unit vectors in the patient's coordinate system: to the next voxel of a row, to the next row, to the next
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
  /** row spacing, then column spacing; null if the file has none, and the viewer then asks for a calibration */
  spacingMm: z.tuple([z.number(), z.number()]).nullable(),
  /**
   * `detector`: lengths are larger than in the patient by the magnification, and the viewer says so beside a
   * length
   */
  measuredAt: z.enum(['patient', 'detector']).nullable(),
  /** height of a pixel divided by its width; the image is stretched vertically by this factor */
  pixelAspect: z.number(),
  /**
   * the sides of the patient towards which rows and columns run, as in Patient Orientation (PS3.3, C.7.6.1.1.1);
   * null if the file does not say
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
 * Three planes of a volume, which a viewer shows until the voxels arrive. They are in one WebP, one below the other from its
 * left edge. Black and white are the limits of the series' `window`.
 */
export const ViewerPoster = z.object({
  series: Count,
  /** the point in which the three planes meet; the centre of a voxel */
  pointMm: PointMm,
  /**
   * from the top: the planes across the columns, the rows and the slices of the series. The columns of a plane run along the
   * first of the other two axes, its rows along the second; both axes are shown in full.
   */
  planes: z.tuple([PlaneSize, PlaneSize, PlaneSize]),
  /** base64 */
  picture: z.string(),
});

export const ViewerStudy = z.object({
  studyID: Count,
  type: StudyType,
  createdAt: Instant,
  examinedAt: ExaminedAt.nullable(),
  /** the patient has another study of that day, so that both are named with their time; not sent by earlier versions */
  sharesDay: z.boolean().optional(),
  patientName: z.string(),
  /** null if the card has none. This field and the next are absent for recipients of a link, and from earlier servers. */
  patientBirthday: CalendarDay.nullable().optional(),
  patientSex: Sex.optional(),
  /** `making`: «Готовим снимки к просмотру», ask again in a second; `failed`: `reason` is a Russian sentence */
  status: z.enum(['making', 'ready', 'failed']),
  /** 0 to 1 while the rendition is being made */
  progress: z.number().nullable(),
  reason: z.string().nullable(),
  /** empty until the status is `ready` */
  series: z.array(ViewerSeries),
  /** the series to show first: the longest volume, otherwise the first series */
  firstSeries: Count.nullable(),
  panorama: Panorama.nullable(),
  /** poster of the first series, only if the query has `poster=true`; null if there is none */
  poster: ViewerPoster.nullable().optional(),
  can: z.object({
    /** save annotations in the portal; without this right they are only kept in the page */
    mark: z.boolean(),
    /** read the annotations of others */
    seeMarks: z.boolean(),
    /** needs the sign-in session, as do the next two, which earlier versions do not send */
    correctArch: z.boolean(),
    compare: z.boolean().optional(),
    segment: z.boolean().optional(),
    /** ask the centre's model for landmarks of a cephalogram; absent without such a model */
    proposeLandmarks: z.boolean().optional(),
  }),
});

export const RemoteSession = z.object({
  remoteSessionURL: z.url(),
  /** as in `getViewerStudy`, with its poster; only if the query has `study=true` and the portal has its own viewer */
  study: ViewerStudy.optional(),
});

/** Saves the request of `getViewerStudy`; servers of earlier versions ignore it. */
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
    summary: 'The study of the ticket: its series, and how their bytes are encoded',
    querystring: z.object({ poster: z.literal('true').optional() }),
    response: { 200: ViewerStudy },
  },
} as const;

/** An index in a list, as a part of a path or a query. */
export const Index = z.coerce
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number)
  .meta({ type: 'integer', minimum: 0 });

export const MAX_FRAMES_PER_REQUEST = 512;

/**
 * `count` frames as `application/octet-stream`, fewer at the end of the level. Each frame follows a header of eight bytes: two
 * unsigned 32-bit little-endian words with the frame's index in its level and the number of its bytes. The response is streamed
 * with a `Content-Length`, so frames can be displayed as they arrive, and 400 slices need only a few requests. Browsers must not
 * cache it (`no-store`).
 */
export const getFrames = {
  method: 'GET',
  url: '/viewer/series/:series/frames',
  access: { assistant: 'studies', doctor: 'clinicians', share: true },
  schema: {
    summary: 'Frames of a series, each after a header of eight bytes with its index and its length',
    params: z.object({ series: Index }),
    querystring: z.object({
      level: VolumeLevel.shape.level.default('full'),
      from: Index.default(0),
      /**
       * `half`: the first bytes of each frame, from which a decoder gets half the resolution; `rest`: the remaining bytes of each
       * frame. 404 for a level without `halfBytes`.
       */
      part: z.enum(['half', 'rest']).optional(),
      /** `2`: every second frame; servers of earlier versions send all */
      every: z.enum(['1', '2']).default('1'),
      count: Index.refine((count) => count >= 1 && count <= MAX_FRAMES_PER_REQUEST).default(1),
    }),
    response: { 200: z.any() },
  },
} as const;
