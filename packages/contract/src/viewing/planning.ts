import { z } from 'zod';
import { Reading, TracedCephalogram } from './reading-modes.ts';
import { ARCH_POINTS, PointMm } from '../studies/panorama.ts';

/** A unit vector in the patient's coordinate system. */
const Direction = z.tuple([z.number().min(-1).max(1), z.number().min(-1).max(1), z.number().min(-1).max(1)]);

/**
 * How a volume was levelled: the directions that are shown as the patient's left, back and head, and the method by which they
 * were set. They are right-handed and orthonormal; a viewer ignores others.
 */
const Levelling = z.object({
  series: z.number().int().min(0).max(9999),
  by: z.enum(['occlusal', 'frankfurt', 'free']),
  left: Direction,
  back: Direction,
  up: Direction,
});

/** The arch of one jaw, in addition to the portal's common arch; from the patient's right to the left, in its plane. */
export const JawArch = z.object({
  series: z.number().int().min(0).max(9999),
  jaw: z.enum(['upper', 'lower']),
  points: z.array(PointMm).min(ARCH_POINTS.fewest).max(ARCH_POINTS.most),
  plane: z.object({ originMm: PointMm, left: Direction, back: Direction, up: Direction }),
});

/** Settings of one author's plan of a study. */
export const Plan = z.object({
  /** margin of the sleeve that is drawn about implants; 0: none */
  sleeveMm: z.number().min(0).max(10),
  /** an implant nearer to a canal or to another implant than this is marked */
  warnMm: z.number().min(0).max(10),
  /** at most one per series */
  levellings: z.array(Levelling).max(50).default([]),
  /** at most one per series; if absent, as from earlier viewers, the stored ones stay */
  readings: z.array(Reading).max(50).optional(),
  /** at most one per frame and view; if absent, as from earlier viewers, the stored ones stay */
  cephalograms: z.array(TracedCephalogram).max(100).optional(),
  /** at most one per series and jaw; if absent, as from earlier viewers, the stored ones stay */
  jawArches: z.array(JawArch).max(100).optional(),
});

const LibraryName = z.string().trim().min(1).max(100);
export const Millimetres = z.number().min(1).max(60);

/** The name of a line. */
export const ImplantProduct = z.object({ manufacturer: LibraryName, line: LibraryName });

/** Only words for the list: every implant is drawn as a cylinder with a rounded apex. */
export const ImplantShape = z.enum(['cylindrical', 'tapered']);

/** One line of implants and its sizes. */
export const ImplantLine = ImplantProduct.extend({
  shape: ImplantShape.optional(),
  sizes: z
    .array(z.object({ diameterMm: Millimetres, lengthsMm: z.array(Millimetres).min(1).max(50) }))
    .min(1)
    .max(50),
});

/** The manufacturer of generic lines, which no manufacturer sells. */
const GENERIC = 'Универсальный';

/** «Straumann BLX», or «Стандартный (универсальный)». */
export const productName = ({ manufacturer, line }: { manufacturer: string; line: string }): string =>
  manufacturer === GENERIC ? `${line} (${GENERIC.toLowerCase()})` : `${manufacturer} ${line}`;

/** The file `implants.json`: the viewer's own file, or the file of a centre (docs/implants.md). */
export const ImplantLibrary = z.object({ version: z.literal(1), implants: z.array(ImplantLine).max(500) });

/** A JPEG in base64, with the size of what it shows. */
const PlanPicture = z.object({
  jpeg: z.base64().max(700_000),
  widthMm: z.number().positive().max(500),
  heightMm: z.number().positive().max(500),
});

const Distance = z.number().min(0).max(1000).nullable();
const Third = z.object({ mean: z.number(), min: z.number() }).nullable();

/** An implant with the measurements of the viewer. */
export const PlannedImplant = z.object({
  product: ImplantProduct.nullable(),
  diameterMm: Millimetres,
  lengthMm: Millimetres,
  /** distances of its surface from the nearest canal and from the nearest other implant; null if there is none */
  canalMm: Distance,
  implantMm: Distance,
  /** grey values in the thirds of its length, from the head to the apex; null if they were not measured */
  thirds: z.tuple([Third, Third, Third]),
  /** the tooth (ISO 3950) that an adult of average size has at this place; null without an arch or behind the teeth */
  tooth: z
    .number()
    .int()
    .min(11)
    .max(48)
    .nullish()
    .transform((tooth) => tooth ?? null),
  /** the author has entered the tooth; otherwise it is an estimate and is printed as an estimate */
  isToothEntered: z.boolean().default(false),
  /** the number of the cross-section in `picture`; null without an arch */
  section: z.number().int().min(1).max(9999).nullable(),
  picture: PlanPicture.nullable(),
});

export const createPlanReport = {
  method: 'POST',
  url: '/viewer/plan-report',
  access: { assistant: 'studies', doctor: 'clinicians', share: true },
  schema: {
    summary: 'The plan of a study as a PDF, in base64; the viewer sends the pictures and the measurements',
    body: z.object({
      sleeveMm: z.number().min(0).max(10),
      warnMm: z.number().min(0).max(10),
      panorama: PlanPicture.nullable(),
      /** the pictures show a canal that the automatic tracing found and no person has confirmed; it is drawn as a dashed line */
      hasUncheckedCanal: z.boolean().default(false),
      implants: z.array(PlannedImplant).min(1).max(24),
    }),
    response: { 200: z.object({ report: z.base64() }) },
  },
} as const;
