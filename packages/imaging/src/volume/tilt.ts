import type { Vector3 } from '../dicom/elements/file.ts';
import { dot } from '../dicom/vectors.ts';

/** Where each slice lies in the plane of the slices, in pixels from the first pixel of a common grid. */
type Tilt = {
  /** per slice; whole numbers where no pixel has to be interpolated */
  shiftPx: readonly (readonly [across: number, down: number])[];
  /** the grid's first pixel, relative to that of the first slice, and by how many pixels the grid is larger than a slice */
  firstPx: readonly [across: number, down: number];
  extraPx: readonly [across: number, down: number];
  /** angle between the stack and the slices' normal; 0: the slices lie exactly above each other */
  degrees: number;
};

type Grid = {
  row: Vector3;
  column: Vector3;
  normal: Vector3;
  /** width and height of a pixel */
  acrossMm: number;
  downMm: number;
};

/** In-plane offsets between slices up to this are ignored, because positions in files are rounded. */
const MAX_OFFSET_MM = 0.2;
/** If no offset deviates from an even tilt by more than this, the offsets of the even tilt are used. */
const EVEN_TILT_MM = 0.08;
/** Shifts that differ less than this from a whole pixel need no interpolation. */
const WHOLE_PX = 0.02;
const MAX_DEGREES = 45;

/**
 * The in-plane offsets of slices at these positions, which a tilted gantry causes; null if the stack is too
 * oblique for a volume. The common grid contains all pixels of all slices.
 */
export function tiltOf(positions: readonly Vector3[], grid: Grid): Tilt | null {
  const [first] = positions;
  if (!first) return null;
  const offsets = positions.map((position): Vector3 => {
    const from: Vector3 = [position[0] - first[0], position[1] - first[1], position[2] - first[2]];
    return [dot(from, grid.row), dot(from, grid.column), dot(from, grid.normal)];
  });
  const isStraight = offsets.every(([u, v]) => Math.max(Math.abs(u), Math.abs(v)) <= MAX_OFFSET_MM);
  if (isStraight) return { ...STRAIGHT, shiftPx: positions.map(() => [0, 0] as const) };
  const slopes = [slopeOf(offsets, 0), slopeOf(offsets, 1)] as const;
  const degrees = (Math.atan(Math.hypot(...slopes)) * 180) / Math.PI;
  if (degrees > MAX_DEGREES) return null;
  const isEven = offsets.every(([u, v, along]) =>
    [u - slopes[0] * along, v - slopes[1] * along].every((mm) => Math.abs(mm) <= EVEN_TILT_MM),
  );
  const raw = offsets.map(
    ([u, v, along]) =>
      [
        whole((isEven ? slopes[0] * along : u) / grid.acrossMm),
        whole((isEven ? slopes[1] * along : v) / grid.downMm),
      ] as const,
  );
  const range = (axis: 0 | 1) => {
    const px = raw.map((shift) => shift[axis]);
    const low = Math.floor(px.reduce((least, one) => Math.min(least, one), 0));
    return { low, extra: Math.ceil(px.reduce((most, one) => Math.max(most, one), 0)) - low };
  };
  const across = range(0);
  const down = range(1);
  return {
    shiftPx: raw.map(([x, y]) => [x - across.low, y - down.low] as const),
    firstPx: [across.low, down.low],
    extraPx: [across.extra, down.extra],
    degrees,
  };
}

const STRAIGHT = { firstPx: [0, 0], extraPx: [0, 0], degrees: 0 } as const;

const whole = (px: number) => (Math.abs(px - Math.round(px)) <= WHOLE_PX ? Math.round(px) + 0 : px);

/** In-plane millimetres per millimetre along the normal, by least squares through the first slice. */
function slopeOf(offsets: readonly Vector3[], axis: 0 | 1): number {
  let products = 0;
  let squares = 0;
  for (const offset of offsets) {
    products += offset[axis] * offset[2];
    squares += offset[2] ** 2;
  }
  return squares === 0 ? 0 : products / squares;
}
