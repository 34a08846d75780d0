import { z } from 'zod';
import { Comment, Instant, Uuid } from '../values/fields.ts';
import { Plan } from './planning.ts';

const ANNOTATION_LIMITS = {
  most: 500,
  points: 500,
  setPoints: 100,
  allPoints: 20_000,
  characters: 1000,
} as const;

const Coordinate = z.number().min(-100_000).max(100_000);
const Point = z.tuple([Coordinate, Coordinate, Coordinate]);
/** A name in the implant library. */
const ProductName = z.string().min(1).max(100);

/** The kinds that enclose an area. Earlier clients do not request them, so they neither get nor replace them. */
export const REGIONS = ['polygon', 'freehand'] as const;

/**
 * One annotation. `on` defines the coordinates of its points:
 * - `volume`: millimetres in the patient's coordinate system;
 * - `picture`: column and row in frame `frame`, pixel centres at integers, the third number 0;
 * - `panorama`: millimetres right and down from the upper left corner of the panorama, the third number 0.
 */
export const Annotation = z.object({
  markID: Uuid,
  kind: z.enum([
    ...(['length', 'angle', 'arrow', 'note', 'probe', 'canal', 'implant', 'calibration'] as const),
    ...REGIONS,
  ]),
  on: z.enum(['volume', 'picture', 'panorama']),
  series: z.number().int().min(0).max(9999),
  frame: z.number().int().min(0).max(99_999).nullable(),
  points: z.array(Point).min(1).max(ANNOTATION_LIMITS.points),
  /** displayed as plain text */
  text: Comment.refine((text) => text.length <= ANNOTATION_LIMITS.characters).default(''),
  /** diameter of an implant or canal; for a `calibration` the known length */
  sizeMm: z.number().positive().max(1000).nullable().default(null),
  /** for an implant: what was chosen in the library; earlier viewers keep it without interpreting it */
  product: z.object({ manufacturer: ProductName, line: ProductName }).optional(),
  /** for an implant: the tooth (ISO 3950) that its author has entered; without it viewers propose the nearest one */
  tooth: z.number().int().min(11).max(48).optional(),
  /**
   * for a canal whose `points` were found in the images: the points that the user set, in their order; `points` contains
   * them. An earlier viewer may move `points` only; the canal then is a manual line.
   */
  setPoints: z.array(Point).min(2).max(ANNOTATION_LIMITS.setPoints).optional(),
  /** for a canal: its line was found in the images, and the author has not yet confirmed or corrected it */
  unchecked: z.literal(true).optional(),
  /** when the server first received the annotation with its present content; only in responses, and only if requested */
  changedAt: Instant.optional(),
});

export const AuthorsAnnotations = z.object({
  authorName: z.string(),
  /** the caller's own annotations, which `saveAnnotations` replaces */
  own: z.boolean(),
  updatedAt: Instant,
  marks: z.array(Annotation),
  /** absent until the author has changed a setting of the plan, and from servers of earlier versions */
  plan: Plan.optional(),
});

/** `revision` is the number of times that the caller has saved, 0 before the first. */
const Annotations = z.object({ revision: z.number().int(), authors: z.array(AuthorsAnnotations) });

export const getAnnotations = {
  method: 'GET',
  url: '/viewer/marks',
  access: { assistant: 'studies', doctor: 'clinicians', share: true },
  schema: {
    summary: 'The annotations on the study, by author; empty for the recipient of a share without showMarks',
    querystring: z.object({
      regions: z.literal('true').optional(),
      /** adds `changedAt` to the annotations */
      times: z.literal('true').optional(),
    }),
    response: { 200: Annotations },
  },
} as const;

/** `revision` is the one that was read last. 409 means that the same person has since saved from another window. */
export const saveAnnotations = {
  method: 'PUT',
  url: '/viewer/marks',
  access: { assistant: 'studies', doctor: 'clinicians', share: true },
  schema: {
    summary: "Replace the caller's annotations",
    body: z.object({
      revision: z.number().int().min(0),
      /** the client knows the kinds of `REGIONS`; without it the stored annotations of these kinds are kept */
      regions: z.literal(true).optional(),
      marks: z
        .array(Annotation)
        .max(ANNOTATION_LIMITS.most)
        .refine(
          (marks) => marks.reduce((sum, { points }) => sum + points.length, 0) <= ANNOTATION_LIMITS.allPoints,
        ),
      /** left as it is when absent, because viewers of earlier versions do not send it */
      plan: Plan.optional(),
    }),
    response: { 200: z.object({ revision: z.number().int() }) },
  },
} as const;
