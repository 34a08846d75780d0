import { z } from 'zod';
import { ProposingModel } from './landmarks.ts';

const Coordinate = z.number().min(-100_000).max(100_000);
/** Millimetres in the patient's coordinate system. */
const Place = z.tuple([Coordinate, Coordinate, Coordinate]);
/** A unit vector in the patient's coordinate system. */
const Direction = z.tuple([z.number().min(-1).max(1), z.number().min(-1).max(1), z.number().min(-1).max(1)]);
/** A grey value in the units of the series. */
const GreyValue = z.number().min(-100_000).max(100_000);

const CephalogramView = z.enum(['lateral', 'frontal']);
const landmarkFields = {
  name: z.string().min(1).max(12),
  /** the model that has proposed exactly this place; the author has confirmed it */
  proposedBy: ProposingModel.optional(),
};

const Condyle = z.object({
  center: Place,
  /** the direction from the medial to the lateral pole */
  lateral: Direction,
});

/** What an author has set in the reading modes of one volume. */
export const Reading = z.object({
  series: z.number().int().min(0).max(9999),
  /** the line along which the volume is cut; `across`: the normal of the slice in which it was drawn */
  line: z
    .object({ points: z.array(Place).min(2).max(60), across: Direction, isCurved: z.boolean() })
    .optional(),
  condyles: z.object({ right: Condyle, left: Condyle }).optional(),
  /** landmarks of both cephalograms, by their abbreviations; an unknown one is kept without being interpreted */
  landmarks: z
    .array(z.object({ view: CephalogramView, ...landmarkFields, at: Place }))
    .max(100)
    .optional(),
  /** the region that grows from a point */
  region: z
    .object({ at: Place, low: GreyValue, high: GreyValue, reachMm: z.number().positive().max(200) })
    .optional(),
  /** the airway from `downMm` below a point to `upMm` above it */
  airway: z
    .object({
      at: Place,
      below: GreyValue,
      upMm: z.number().positive().max(200),
      downMm: z.number().positive().max(200),
    })
    .optional(),
});

/** Column and row of a frame; pixel centres are at integers. */
const Pixel = z.tuple([Coordinate, Coordinate]);

/** The landmarks that an author has set on one X-ray. */
export const TracedCephalogram = z.object({
  series: z.number().int().min(0).max(9999),
  frame: z.number().int().min(0).max(99_999),
  view: CephalogramView,
  /** by their abbreviations, in the order in which they were set; an unknown one is kept without being interpreted */
  landmarks: z.array(z.object({ ...landmarkFields, at: Pixel })).max(100),
});
