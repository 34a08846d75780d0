import { z } from 'zod';
import { GivenId, Id, Instant, Nothing } from './words.ts';

/** A scanner's field is half a metre at most; what is farther away is a mistake. JSON has neither NaN nor infinity. */
const Millimetres = z.number().min(-10_000).max(10_000);
/** A point in the patient's system of DICOM (PS3.3, C.7.6.2.1.1): to the left, to the back, to the head. */
export const PointMm = z.tuple([Millimetres, Millimetres, Millimetres]);
const Direction = z.tuple([z.number(), z.number(), z.number()]);

/** Where the voxels of the volume lie that the panorama is cut from. */
export const VolumeGeometry = z.object({
  seriesInstanceUID: z.string().nullable(),
  /** voxels towards the patient's left, back and head */
  size: z.tuple([z.number().int(), z.number().int(), z.number().int()]),
  spacingMm: Direction,
  /** the centre of the first voxel */
  originMm: PointMm,
  /** of length one: where the next voxel of a row, the next row, the next slice lies */
  directions: z.tuple([Direction, Direction, Direction]),
});

/** The plane of the bite. A panorama's rows go along `up`, and the arch lies in the plane. */
export const ArchPlane = z.object({ originMm: PointMm, left: Direction, back: Direction, up: Direction });

export const ARCH_POINTS = { fewest: 3, most: 64 } as const;

export const Arch = z.object({
  /** grows with every arch of the study: what a correction names, so that two people never overwrite each other */
  version: z.number().int(),
  /** from the patient's right to the left; a smooth curve goes through them (`archThrough` of the imaging package) */
  points: z.array(PointMm),
  plane: ArchPlane,
  foundBy: z.enum(['portal', 'person']),
  /** how sure the portal is of what it found, 0 to 1; null when a person drew it */
  confidence: z.number().nullable(),
  createdAt: Instant,
});

/** The unrolled slab, as it is kept: square pixels, the patient's right on the left. */
export const PanoramaPicture = z.object({
  /** of the arch that it was made of: another one may be on its way */
  version: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
  pixelMm: z.number(),
  /** of the last and first row, along the plane's `up`, counted from the plane */
  heightMm: z.tuple([z.number(), z.number()]),
  /** across the arch, to the tongue positive */
  slabMm: z.tuple([z.number(), z.number()]),
  /** what of the 16-bit values is black and what is white in the JPEG, before its edges are sharpened */
  window: z.object({ center: z.number(), width: z.number() }),
});

export const Panorama = z.object({
  /** `making`: a worker has it, or will; `none`: no arch was found with confidence, or there is no volume */
  status: z.enum(['making', 'ready', 'none']),
  /** in words, why there is none */
  reason: z.string().nullable(),
  /** null until the study was looked through, and when no volume can be made of it */
  volume: VolumeGeometry.nullable(),
  /** the newest; null while no arch is known */
  arch: Arch.nullable(),
  /** null while there is none; while another one is made the old one stays */
  picture: PanoramaPicture.nullable(),
  can: z.object({ correct: z.boolean() }),
});

/** `version`: of the arch that was corrected, null when there was none. Points out of the plane are moved along `up`. */
export const ArchCorrection = z.object({
  points: z.array(PointMm).min(ARCH_POINTS.fewest).max(ARCH_POINTS.most),
  version: z.number().int().nullable(),
});

const OneStudy = z.object({ studyID: Id });

export const getPanorama = {
  method: 'GET',
  url: '/assistant/studies/:studyID/panorama',
  schema: {
    summary: 'The dental arch of a CBCT study and how its panorama was cut',
    params: OneStudy,
    response: { 200: Panorama },
  },
} as const;

/** A 409 says that somebody else has corrected it meanwhile. */
export const correctArch = {
  method: 'PUT',
  url: '/assistant/studies/:studyID/panorama/arch',
  schema: {
    summary: 'Correct the arch; the panorama is made anew along it',
    params: OneStudy,
    body: ArchCorrection,
    response: { 200: Panorama },
  },
} as const;

export const findArchAgain = {
  method: 'POST',
  url: '/assistant/studies/:studyID/panorama',
  schema: {
    summary: 'Have the arch looked for again, and the panorama made anew',
    params: OneStudy,
    response: { 200: Panorama },
  },
} as const;

export const getPanoramaValues = {
  method: 'GET',
  url: '/assistant/studies/:studyID/panorama/values',
  schema: {
    summary: 'The panorama’s values, PNG of 16 bits',
    params: OneStudy,
    querystring: z.object({ v: z.string().max(100).optional() }),
    response: { 200: z.any() },
  },
} as const;

/** What staff found wrong with a panorama, until the arch was corrected or somebody said that it is settled. */
export const OpenProtest = z.object({
  protestID: GivenId,
  accountName: z.string(),
  reason: z.string(),
  createdAt: Instant,
});

export const resolveProtest = {
  method: 'POST',
  url: '/assistant/studies/:studyID/protests/:protestID/settle',
  schema: {
    summary: 'Say that a protest against a panorama is settled',
    params: z.object({ studyID: Id, protestID: Id }),
    response: { 204: Nothing },
  },
} as const;
