import { evenCurve, type Curve, type Point } from './curve.ts';

/**
 * The usual dental arch, from the patient's right to the left, its front at the origin and its back at positive y: a
 * power curve through the front teeth and the last molars (S. Braun et al., The form of the human dental arch, 1998:
 * 54 mm between second molars, 41 mm deep, with wisdom teeth 46), carried on into the rami.
 */
const HALF_WIDTH_MM = 27.5;
const DEPTH_MM = 46;
const POWER = 2.7;
/** Behind the row the jaw turns outwards: millimetres to the side and to the back from one point to the next. */
const RAMUS: readonly Point[] = [
  [1.2, 7],
  [3, 7],
  [4, 7],
  [4.5, 7],
];

/** Widths and depths are those of the usual arch times these. */
export type ArchSize = { width: number; depth: number };

/** Points along the row and both rami at even steps; `row` says which of them belong to the row. */
export function templateArch(
  { width, depth }: ArchSize,
  stepMm: number,
): Curve & { row: readonly [from: number, to: number] } {
  const half: Point[] = [];
  for (let part = 0; part <= 1.0001; part += 0.02) {
    half.push([part * HALF_WIDTH_MM * width, part ** POWER * DEPTH_MM * depth]);
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
  const reach = rowMm / stepMm;
  return { ...curve, row: [Math.ceil(middle - reach), Math.floor(middle + reach)] };
}
