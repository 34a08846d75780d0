import type { Grid } from '../geometry/surface.ts';
import type { Vec3 } from '../geometry/vectors.ts';

type Triple = [number, number, number];

/** How a series lies in the patient, as the contract gives it. */
export interface SeriesGeometry {
  size: Vec3;
  spacingMm: Vec3;
  originMm: Vec3;
  directions: readonly [Vec3, Vec3, Vec3];
}

/**
 * A series turned so that its axes run to the patient's left, back and head: by whole quarters, for no voxel may be
 * computed. What is tilted by less than that stays so, and is told by `directions`.
 */
export interface Placement extends Grid {
  originMm: Vec3;
  directions: readonly [Vec3, Vec3, Vec3];
  /** of each axis of the series: the axis here, and whether it runs the other way */
  axes: readonly { to: 0 | 1 | 2; reversed: boolean }[];
}

const AXES = [0, 1, 2] as const;

export function placementOf({ size, spacingMm, originMm, directions }: SeriesGeometry): Placement {
  const free = new Set<0 | 1 | 2>(AXES);
  const axes: { to: 0 | 1 | 2; reversed: boolean }[] = [];
  // the clearest first, so that two tilted axes never want the same place
  const clearest = [...AXES].sort((one, other) => largest(directions[other]) - largest(directions[one]));
  for (const axis of clearest) {
    const direction = directions[axis];
    const to = [...free].reduce((best, each) =>
      Math.abs(direction[each]) > Math.abs(direction[best]) ? each : best,
    );
    free.delete(to);
    axes[axis] = { to, reversed: direction[to] < 0 };
  }
  const [newSize, newSpacing]: [Triple, Triple] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  const turned: Vec3[] = [];
  const origin: Triple = [...originMm];
  axes.forEach(({ to, reversed }, axis) => {
    newSize[to] = size[axis]!;
    newSpacing[to] = spacingMm[axis]!;
    const direction = directions[axis]!;
    turned[to] = reversed ? [-direction[0], -direction[1], -direction[2]] : direction;
    const length = reversed ? (size[axis]! - 1) * spacingMm[axis]! : 0;
    for (const each of AXES) origin[each] += direction[each] * length;
  });
  return {
    size: newSize,
    spacingMm: newSpacing,
    originMm: origin,
    directions: [turned[0]!, turned[1]!, turned[2]!],
    axes,
  };
}

const largest = (direction: Vec3) => Math.max(...direction.map(Math.abs));

export const toPatient = ({ originMm, directions: [a, b, c] }: Placement, [x, y, z]: Vec3): Vec3 => [
  originMm[0] + a[0] * x + b[0] * y + c[0] * z,
  originMm[1] + a[1] * x + b[1] * y + c[1] * z,
  originMm[2] + a[2] * x + b[2] * y + c[2] * z,
];

/** The axes are at right angles, so the way back is a product with each. */
export function fromPatient({ originMm, directions }: Placement, point: Vec3): Vec3 {
  const offset = [point[0] - originMm[0], point[1] - originMm[1], point[2] - originMm[2]];
  const along = (axis: Vec3) => axis[0] * offset[0]! + axis[1] * offset[1]! + axis[2] * offset[2]!;
  return [along(directions[0]), along(directions[1]), along(directions[2])];
}
