import type { SavedAnnotation } from '../study/study.ts';
import { angleAt, areaOf, lengthAlong } from '@snimok/imaging/export/measures';
import type { Vec3 } from '../geometry/vectors.ts';

export type Annotation = SavedAnnotation;
export type AnnotationKind = Annotation['kind'];
export type Point = Annotation['points'][number];

/** Default size of a new implant, and the limits of its length and diameter. */
export const IMPLANT = { lengthMm: 10, diameterMm: 4, minMm: 1, maxMm: 60 } as const;
/** Default diameter of a mandibular canal. */
export const CANAL_DIAMETER_MM = 2;

/** How many points an annotation of each kind has. */
export const POINT_COUNT: Record<AnnotationKind, { min: number; max: number }> = {
  length: { min: 2, max: 2 },
  angle: { min: 3, max: 3 },
  arrow: { min: 2, max: 2 },
  note: { min: 1, max: 1 },
  probe: { min: 1, max: 1 },
  canal: { min: 2, max: 100 },
  implant: { min: 2, max: 2 },
  calibration: { min: 2, max: 2 },
  polygon: { min: 3, max: 100 },
  freehand: { min: 3, max: 400 },
};

export const newAnnotation = (
  annotation: Omit<Annotation, 'markID' | 'text' | 'sizeMm'> & Partial<Annotation>,
): Annotation => ({
  markID: crypto.randomUUID(),
  text: '',
  sizeMm: null,
  ...annotation,
});

/** Kinds that are drawn point by point until the user finishes them. */
export const isOpenEnded = (kind: AnnotationKind): boolean => kind === 'canal' || kind === 'polygon';

/** Rounded to 0.001 of a unit, so that saved annotations stay small. */
export const asPoint = ([x, y, z]: Vec3): Point => [roundTo3Places(x), roundTo3Places(y), roundTo3Places(z)];
const roundTo3Places = (value: number) => Math.round(value * 1000) / 1000;

const oneDecimal = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const noDecimals = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 0 });

export const inMm = (mm: number): string => `${oneDecimal.format(mm)} мм`;
export const inUnits = (value: number): string => noDecimals.format(value);

/**
 * The text beside an annotation. `unitMm` is in millimetres per unit of the annotation's points. If it is undefined
 * (an X-ray whose pixel size is unknown), lengths are in pixels.
 */
export function captionOf(annotation: Annotation, unitMm: Vec3 | undefined): string {
  const points = annotation.points.map((point) =>
    unitMm ? point.map((value, axis) => value * unitMm[axis]!) : point,
  ) as Point[];
  return CAPTIONS[annotation.kind]({ ...annotation, points }, unitMm !== undefined);
}

/** The points of the annotation are in millimetres if `hasUnit`, otherwise in pixels. */
type Caption = (annotation: Annotation, hasUnit: boolean) => string;

const areaCaption: Caption = ({ points, text }, hasUnit) =>
  [`${oneDecimal.format(areaOf(points))} ${hasUnit ? 'мм²' : 'пикс.²'}`, text].filter(Boolean).join('\n');

const CAPTIONS: Record<AnnotationKind, Caption> = {
  length: ({ points }, hasUnit) =>
    hasUnit ? inMm(lengthAlong(points)) : `${noDecimals.format(lengthAlong(points))} пикс.`,
  calibration: ({ sizeMm }) => `Эталон ${inMm(sizeMm ?? 0)}`,
  angle: ({ points: [one, other, third] }) =>
    one && other && third ? `${oneDecimal.format(angleAt(one, other, third))}°` : '',
  implant: ({ points, sizeMm }) => `Ø ${oneDecimal.format(sizeMm ?? 0)} × ${inMm(lengthAlong(points))}`,
  canal: () => '',
  polygon: areaCaption,
  freehand: areaCaption,
  arrow: ({ text }) => text,
  note: ({ text }) => text,
  probe: ({ text }) => text,
};
