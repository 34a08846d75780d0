import type { SavedAnnotation } from '../viewer-session.ts';
import { angleAt, lengthAlong, type Vec3 } from '../geometry/vectors.ts';

export type Annotation = SavedAnnotation;
export type AnnotationKind = Annotation['kind'];
export type Point = Annotation['points'][number];

export const IMPLANT = { lengthMm: 10, diameterMm: 4, least: 1, most: 60 } as const;
export const CANAL_MM = 2;

/** How many points a press, a drag or some clicks must give before the thing is drawn. */
export const POINTS_OF: Record<AnnotationKind, { fewest: number; most: number }> = {
  length: { fewest: 2, most: 2 },
  angle: { fewest: 3, most: 3 },
  arrow: { fewest: 2, most: 2 },
  note: { fewest: 1, most: 1 },
  probe: { fewest: 1, most: 1 },
  canal: { fewest: 2, most: 100 },
  implant: { fewest: 2, most: 2 },
  calibration: { fewest: 2, most: 2 },
};

export const newAnnotation = (
  annotation: Omit<Annotation, 'markID' | 'text' | 'sizeMm'> & Partial<Annotation>,
): Annotation => ({
  markID: crypto.randomUUID(),
  text: '',
  sizeMm: null,
  ...annotation,
});

export const asPoint = ([x, y, z]: Vec3): Point => [thousandth(x), thousandth(y), thousandth(z)];
const thousandth = (value: number) => Math.round(value * 1000) / 1000;

const number = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 0 });

export const inMm = (mm: number): string => `${number.format(mm)} мм`;
export const inUnits = (value: number): string => whole.format(value);

/** What stands beside a mark. `unitMm`: millimetres to a unit of its points; unknown on an X-ray that says nothing. */
export function captionOf({ kind, points, sizeMm, text }: Annotation, unitMm: Vec3 | undefined): string {
  const scaled = points.map((point) =>
    unitMm ? point.map((value, axis) => value * unitMm[axis]!) : point,
  ) as Point[];
  const [one, other, third] = scaled;
  switch (kind) {
    case 'length':
      return unitMm ? inMm(lengthAlong(scaled)) : `${whole.format(lengthAlong(scaled))} пикс.`;
    case 'calibration':
      return `Эталон ${inMm(sizeMm ?? 0)}`;
    case 'angle':
      return one && other && third ? `${number.format(angleAt(one, other, third))}°` : '';
    case 'implant':
      return `Ø ${number.format(sizeMm ?? 0)} × ${inMm(lengthAlong(scaled))}`;
    case 'canal':
      return '';
    case 'arrow':
    case 'note':
    case 'probe':
      return text;
  }
}
