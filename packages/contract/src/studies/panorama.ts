import { z } from 'zod';
import { JsonId, Id, Instant, NoContent, Version } from '../values/fields.ts';

/**
 * Coordinates over ten metres are errors, because a scanner's field of view is at most half a metre. JSON has neither NaN nor
 * infinity.
 */
const Millimetres = z.number().min(-10_000).max(10_000);
/** A point in DICOM's patient coordinate system (PS3.3, C.7.6.2.1.1): left, posterior, head. */
export const PointMm = z.tuple([Millimetres, Millimetres, Millimetres]);
const Direction = z.tuple([z.number(), z.number(), z.number()]);

/** Geometry of the volume from which the panorama is resampled. */
export const VolumeGeometry = z.object({
  seriesInstanceUID: z.string().nullable(),
  /** number of voxels along the patient's left, posterior and head axes */
  size: z.tuple([z.number().int(), z.number().int(), z.number().int()]),
  spacingMm: Direction,
  /** the centre of the first voxel */
  originMm: PointMm,
  /** unit vectors to the next voxel of a row, to the next row, and to the next slice */
  directions: z.tuple([Direction, Direction, Direction]),
});

/** The occlusal plane, which contains the arch. The panorama's vertical axis is `up`. */
export const ArchPlane = z.object({ originMm: PointMm, left: Direction, back: Direction, up: Direction });

export const ARCH_POINTS = { fewest: 3, most: 64 } as const;

const Arch = z.object({
  /**
   * increases with every arch of the study. A correction names it, so that two people cannot overwrite each
   * other's arches.
   */
  version: z.number().int(),
  /** points from the patient's right to the left, connected by a smooth curve (`archSpline` of the imaging package) */
  points: z.array(PointMm),
  plane: ArchPlane,
  foundBy: z.enum(['portal', 'person']),
  /** confidence of the automatic detection, 0 to 1; null when a person drew it */
  confidence: z.number().nullable(),
  createdAt: Instant,
});

/** The stored panorama: square pixels, the patient's right on the left. */
export const PanoramaPicture = z.object({
  /** version of the arch from which it was made; a newer panorama may be in progress */
  version: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
  pixelMm: z.number(),
  /** height above the plane of the last and of the first row, along `up` */
  heightMm: z.tuple([z.number(), z.number()]),
  /** extent across the arch; positive values are towards the tongue */
  slabMm: z.tuple([z.number(), z.number()]),
  /** the range of the 16-bit values between black and white in the JPEG, before sharpening */
  window: z.object({ center: z.number(), width: z.number() }),
  /**
   * confidence of each end of the row of teeth that the portal found, 0 to 1; it is low if the scan ends before the row
   * does. Absent if a person drew the arch, and in pictures of earlier versions.
   */
  ends: z.object({ right: z.number(), left: z.number() }).optional(),
  /** whether the scan shows only a part of the row of teeth; the arch then follows that part */
  isPart: z.boolean().optional(),
});

export const Panorama = z.object({
  /**
   * `making`: its job is queued or running; `none`: no arch was found with enough confidence, or there is no volume
   */
  status: z.enum(['making', 'ready', 'none']),
  /** Russian sentence that says why there is no panorama */
  reason: z.string().nullable(),
  /** null until the study has been examined, and if it contains no volume */
  volume: VolumeGeometry.nullable(),
  /** the newest arch; null while none is known */
  arch: Arch.nullable(),
  /** null while there is none; the previous picture stays while a new one is made */
  picture: PanoramaPicture.nullable(),
  can: z.object({
    correct: z.boolean(),
    /** another attempt could succeed; servers of earlier versions do not say so */
    retry: z.boolean().optional(),
  }),
});

/**
 * `version`: the version of the arch to be corrected; null if there was none. Points outside the plane are projected
 * onto it along `up`.
 */
export const ArchCorrection = z.object({
  points: z.array(PointMm).min(ARCH_POINTS.fewest).max(ARCH_POINTS.most),
  version: Version.nullable(),
});

const OneStudy = z.object({ studyID: Id });

export const getPanorama = {
  method: 'GET',
  url: '/assistant/studies/:studyID/panorama',
  access: { assistant: 'studies' },
  schema: {
    summary: 'The dental arch of a CBCT study and how its panorama was cut',
    params: OneStudy,
    response: { 200: Panorama },
  },
} as const;

/** Answers 409 if another person has corrected the arch in the meantime. */
export const correctArch = {
  method: 'PUT',
  url: '/assistant/studies/:studyID/panorama/arch',
  access: { assistant: 'studies' },
  schema: {
    summary: 'Correct the arch; the panorama is made again along it',
    params: OneStudy,
    body: ArchCorrection,
    response: { 200: Panorama },
  },
} as const;

export const findArchAgain = {
  method: 'POST',
  url: '/assistant/studies/:studyID/panorama',
  access: { assistant: 'studies' },
  schema: {
    summary: 'Search for the arch again, and make the panorama again',
    params: OneStudy,
    response: { 200: Panorama },
  },
} as const;

export const getPanoramaValues = {
  method: 'GET',
  url: '/assistant/studies/:studyID/panorama/values',
  access: { assistant: 'studies' },
  schema: {
    summary: 'The panorama’s values, PNG of 16 bits',
    params: OneStudy,
    querystring: z.object({ v: z.string().max(100).optional() }),
    response: { 200: z.any() },
  },
} as const;

/** A protest against a panorama, open until the arch is corrected or an assistant resolves it. */
export const OpenProtest = z.object({
  protestID: JsonId,
  accountName: z.string(),
  reason: z.string(),
  createdAt: Instant,
});

export const resolveProtest = {
  method: 'POST',
  url: '/assistant/studies/:studyID/protests/:protestID/settle',
  access: { assistant: 'studies' },
  schema: {
    summary: 'Mark a protest against a panorama as resolved',
    params: z.object({ studyID: Id, protestID: Id }),
    response: { 204: NoContent },
  },
} as const;

export const getViewerPanorama = {
  method: 'GET',
  url: '/viewer/panorama/values',
  access: { assistant: 'studies', doctor: 'clinicians', share: true },
  schema: {
    summary: 'The panorama’s values, PNG of 16 bits; 404 while there is none',
    response: { 200: z.any() },
  },
} as const;
