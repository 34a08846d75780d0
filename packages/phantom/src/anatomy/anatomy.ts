import type { Point } from '@snimok/imaging/panorama/curve';
import type { Size3 } from '@snimok/imaging/volume/volume';

/**
 * Coordinate system of the synthetic patient, in millimetres: x to the left of the midline, y posterior of
 * the lower incisal edges, z above the occlusal plane. Dimensions are adult averages (Nelson & Ash, Wheeler's
 * Dental Anatomy).
 */
export const CENTRE_MM = { x: 0, y: 30, z: -4 } as const;

/** Densities in Hounsfield-like units, as in cone-beam scans. */
export const TISSUE = {
  air: -1000,
  fat: -90,
  muscle: 60,
  pulp: 60,
  ligament: 120,
  marrow: 300,
  cortical: 1450,
  dentine: 1750,
  enamel: 2800,
  gutta: 2950,
  metal: 3071,
} as const;

/** Size and spacing of the drawn volume, which is centred on the jaws. */
export type Frame = { size: Size3; spacingMm: number };

/** Patient coordinates of voxel (0, 0, 0), in millimetres. */
export const originOf = ({ size, spacingMm }: Frame) => ({
  x: CENTRE_MM.x - ((size[0] - 1) / 2) * spacingMm,
  y: CENTRE_MM.y - ((size[1] - 1) / 2) * spacingMm,
  z: CENTRE_MM.z - ((size[2] - 1) / 2) * spacingMm,
});

/** The dental arch y = c·|x|^p: canines 17 mm and second molars 27 mm from the midline. */
const ROW_POWER = 3.22;
const ROW_SCALE = 9 / 17 ** ROW_POWER;
const ROW_END_X = 27.8;
const rowY = (x: number) => ROW_SCALE * Math.abs(x) ** ROW_POWER;

/** From the second molar to the posterior edge of the ramus: a quadratic Bézier curve that turns outwards. */
const RAMUS: readonly [Point, Point, Point] = [
  [ROW_END_X, rowY(ROW_END_X)],
  [30.2, 58],
  [47, 86],
];

/**
 * Centre line of the jaws in the axial plane, from the right ramus to the left, in patient coordinates (mm).
 */
export function jawLine(): Point[] {
  const left: Point[] = [];
  for (let x = 0; x < ROW_END_X; x += 0.25) left.push([x, rowY(x)]);
  const [p0, p1, p2] = RAMUS;
  for (let t = 0; t <= 1.0001; t += 0.01) {
    const a = (1 - t) ** 2;
    const b = 2 * t * (1 - t);
    const c = t ** 2;
    left.push([a * p0[0] + b * p1[0] + c * p2[0], a * p0[1] + b * p1[1] + c * p2[1]]);
  }
  const right = left.slice(1).map(([x, y]): Point => [-x, y]);
  return [...right.reverse(), ...left];
}

/** Length of the jaw line from the midline to the distal end of the third molar. */
export const ROW_LENGTH_MM = 64;
