import type { Grid } from '../../geometry/surface.ts';
import type { Vec3 } from '../../geometry/vectors.ts';

type Triple = [number, number, number];

/**
 * Position of a series in the patient coordinate system (DICOM PS3.3 C.7.6.2.1.1), as the contract gives it.
 */
interface SeriesGeometry {
  size: Vec3;
  spacingMm: Vec3;
  originMm: Vec3;
  directions: readonly [Vec3, Vec3, Vec3];
}

/**
 * The grid of a series after its axes were permuted and reversed so that they run towards the patient's left,
 * back and head. Only whole quarter turns are made, because they need no interpolation; a remaining tilt
 * stays in `directions`.
 */
export interface Placement extends Grid {
  originMm: Vec3;
  directions: readonly [Vec3, Vec3, Vec3];
  /** for each axis of the series: the axis of the volume, and whether it is reversed */
  axes: readonly { to: 0 | 1 | 2; reversed: boolean }[];
}

const AXES = [0, 1, 2] as const;

export function placementOf({ size, spacingMm, originMm, directions }: SeriesGeometry): Placement {
  const axes = axesOf(directions);
  const newSize: Triple = [0, 0, 0];
  const newSpacing: Triple = [0, 0, 0];
  const newDirections: Vec3[] = [];
  const origin: Triple = [...originMm];
  axes.forEach(({ to, reversed }, axis) => {
    newSize[to] = size[axis]!;
    newSpacing[to] = spacingMm[axis]!;
    const direction = directions[axis]!;
    newDirections[to] = reversed ? [-direction[0], -direction[1], -direction[2]] : direction;
    const length = reversed ? (size[axis]! - 1) * spacingMm[axis]! : 0;
    for (const each of AXES) origin[each] += direction[each] * length;
  });
  return {
    size: newSize,
    spacingMm: newSpacing,
    originMm: origin,
    directions: [newDirections[0]!, newDirections[1]!, newDirections[2]!],
    axes,
  };
}

/** Assigns each axis of the series to the patient axis that it is most parallel to. */
function axesOf(directions: SeriesGeometry['directions']): { to: 0 | 1 | 2; reversed: boolean }[] {
  const free = new Set<0 | 1 | 2>(AXES);
  const axes: { to: 0 | 1 | 2; reversed: boolean }[] = [];
  // the least tilted axis is assigned first, so that two tilted axes never get the same patient axis
  const leastTilted = [...AXES].sort((one, other) => largest(directions[other]) - largest(directions[one]));
  for (const axis of leastTilted) {
    const direction = directions[axis];
    const to = [...free].reduce((best, each) =>
      Math.abs(direction[each]) > Math.abs(direction[best]) ? each : best,
    );
    free.delete(to);
    axes[axis] = { to, reversed: direction[to] < 0 };
  }
  return axes;
}

const largest = (direction: Vec3) => Math.max(...direction.map(Math.abs));

/** From the volume's millimetres to the patient's. */
export const toPatient = ({ originMm, directions: [a, b, c] }: Placement, [x, y, z]: Vec3): Vec3 => [
  originMm[0] + a[0] * x + b[0] * y + c[0] * z,
  originMm[1] + a[1] * x + b[1] * y + c[1] * z,
  originMm[2] + a[2] * x + b[2] * y + c[2] * z,
];

/** A direction of the volume as a direction in the patient. */
export const directionToPatient = ({ directions: [a, b, c] }: Placement, [x, y, z]: Vec3): Vec3 => [
  a[0] * x + b[0] * y + c[0] * z,
  a[1] * x + b[1] * y + c[1] * z,
  a[2] * x + b[2] * y + c[2] * z,
];

/** The inverse of `toPatient`: the axes are orthonormal, so it is a dot product with each. */
export function fromPatient({ originMm, directions }: Placement, point: Vec3): Vec3 {
  const offset = [point[0] - originMm[0], point[1] - originMm[1], point[2] - originMm[2]];
  const along = (axis: Vec3) => axis[0] * offset[0]! + axis[1] * offset[1]! + axis[2] * offset[2]!;
  return [along(directions[0]), along(directions[1]), along(directions[2])];
}
