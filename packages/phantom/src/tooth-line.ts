import type { Vector3 } from '@snimok/imaging/dicom/elements/file';
import { ROW_LENGTH_MM } from './anatomy/anatomy.ts';
import { jawCurve } from './jaws.ts';
import { type PlacedTooth, placeTeeth } from './anatomy/placement.ts';

/** The dentition: its jaws and missing teeth. */
type Dentition = { seed: number; jaws: 'both' | 'upper' | 'lower'; missingTeeth: readonly number[] };

/** Weight of a missing tooth: its ridge still influences the line. */
const GAP_SHARE = 0.15;
/** Distance from the occlusal plane to the ridge of a missing tooth. */
const RIDGE_MM = 15;
const NEAR_MM = 4.5;
/** Half width of the moving average that smooths the line. */
const SMOOTH_MM = 5;

/**
 * Centre line of the crowns from the patient's right to the left, one point per millimetre, in patient
 * coordinates (mm). It lies between the jaws where both have a tooth, along the jaw that has one otherwise,
 * and in the ridge where the tooth is missing.
 */
export function toothLine({ seed, jaws, missingTeeth }: Dentition): Vector3[] {
  const curve = jawCurve();
  const middle = (curve.points.length - 1) / 2;
  const teeth = placeTeeth(curve, { seed, missingTeeth: [], metal: false }).map((tooth) => ({
    isUpper: tooth.isUpper,
    share: missingTeeth.includes(tooth.number) ? GAP_SHARE : 1,
    alongMm: alongOf(tooth.tip, curve.points) * curve.stepMm - middle * curve.stepMm,
    crown: missingTeeth.includes(tooth.number) ? ridgeUnder(tooth, curve.points) : middleOfCrown(tooth),
  }));
  // Without teeth the line follows the ridge; with two edentulous jaws, the lower ridge.
  const isToothless = teeth.every(({ share }) => share < 1);
  const rows = [true, false]
    .filter((isUpper) => (jaws === 'both' && !(isUpper && isToothless)) || (jaws === 'upper') === isUpper)
    .map((upper) =>
      teeth.filter(({ isUpper }) => isUpper === upper).toSorted((one, other) => one.alongMm - other.alongMm),
    );
  const stations = Array.from({ length: 2 * ROW_LENGTH_MM - 7 }, (_, at) => at - ROW_LENGTH_MM + 4);
  const sharp = stations.map((alongMm) => {
    const parts = rows.map((row) => ({
      point: interpolate(row, alongMm),
      share: Math.max(
        ...row.map((tooth) => (Math.abs(tooth.alongMm - alongMm) < NEAR_MM ? tooth.share : GAP_SHARE)),
      ),
    }));
    const total = parts.reduce((sum, { share }) => sum + share, 0);
    return [0, 1, 2].map(
      (axis) => parts.reduce((sum, { point, share }) => sum + point[axis]! * share, 0) / total,
    );
  });
  return sharp.map((_, at) => {
    const near = sharp.slice(Math.max(0, at - SMOOTH_MM), at + SMOOTH_MM + 1);
    const even = Math.min(at, sharp.length - 1 - at, SMOOTH_MM);
    const about = even < SMOOTH_MM ? sharp.slice(at - even, at + even + 1) : near;
    return [0, 1, 2].map(
      (axis) => about.reduce((sum, point) => sum + point[axis]!, 0) / about.length,
    ) as unknown as Vector3;
  });
}

const middleOfCrown = ({ tip, down, kind }: PlacedTooth) =>
  [0, 1, 2].map((axis) => tip[axis]! + (down[axis]! * kind.crown) / 2) as unknown as Vector3;

/** The ridge follows the jaw line, independent of the tooth's tilt. */
function ridgeUnder({ tip, isUpper }: PlacedTooth, points: readonly (readonly [number, number])[]): Vector3 {
  const [x, y] = points[alongOf(tip, points)]!;
  return [x, y, isUpper ? RIDGE_MM : -RIDGE_MM];
}

const alongOf = ([x, y]: Vector3, points: readonly (readonly [number, number])[]): number => {
  let best = 0;
  let nearest = Number.POSITIVE_INFINITY;
  points.forEach(([px, py], at) => {
    const distance = (px - x) ** 2 + (py - y) ** 2;
    if (distance < nearest) [best, nearest] = [at, distance];
  });
  return best;
};

function interpolate(row: readonly { alongMm: number; crown: Vector3 }[], alongMm: number): Vector3 {
  const found = row.findIndex((tooth) => tooth.alongMm >= alongMm);
  const next = found < 0 ? row.length - 1 : Math.max(1, found);
  const from = row[next - 1]!;
  const to = row[next]!;
  const part = Math.min(1.3, Math.max(-0.3, (alongMm - from.alongMm) / (to.alongMm - from.alongMm)));
  return [0, 1, 2].map(
    (axis) => from.crown[axis]! + (to.crown[axis]! - from.crown[axis]!) * part,
  ) as unknown as Vector3;
}
