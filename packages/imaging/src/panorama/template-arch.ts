import { type Curve, evenCurve, type Point } from './curve.ts';

/**
 * Half of the template arch: from the incisors at the origin to positive y at the back, a power curve through
 * the incisors and the last molars (S. Braun et al., The form of the human dental arch, 1998: 54 mm between
 * the second molars, depth 41 mm, with third molars 46 mm).
 */
const HALF_WIDTH_MM = 27.5;
const DEPTH_MM = 46;
const POWER = 2.7;
/**
 * Behind the row the mandible diverges: millimetres to the side and to the back from one point of the ramus
 * to the next.
 */
const RAMUS: readonly Point[] = [
  [1.2, 7],
  [3, 7],
  [4, 7],
  [4.5, 7],
];

/** Factors of the template's width and depth. */
type ArchSize = { width: number; depth: number };

/**
 * The template arch from the patient's right ramus to the left at even steps, in millimetres; `row` is the
 * range of points on the tooth row.
 */
export function templateArch(
  { width, depth }: ArchSize,
  stepMm: number,
): Curve & { row: readonly [from: number, to: number] } {
  const half: Point[] = [];
  for (let fraction = 0; fraction <= 1.0001; fraction += 0.02) {
    half.push([fraction * HALF_WIDTH_MM * width, fraction ** POWER * DEPTH_MM * depth]);
  }
  const rowMm = evenCurve(half, stepMm).lengthMm;
  let [x, y] = half.at(-1)!;
  for (const [aside, back] of RAMUS) {
    [x, y] = [x + aside * width, y + back * depth];
    half.push([x, y]);
  }
  const right = half.slice(1).map(([u, v]): Point => [-u, v]);
  const curve = evenCurve([...right.reverse(), ...half], stepMm);
  const middle = (curve.points.length - 1) / 2;
  const halfRow = rowMm / stepMm;
  return { ...curve, row: [Math.ceil(middle - halfRow), Math.floor(middle + halfRow)] };
}
