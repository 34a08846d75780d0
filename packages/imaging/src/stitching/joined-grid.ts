import type { Vector3 } from '../dicom/elements/file.ts';
import { inverted, type Rigid, transformed } from '../registration/rigid.ts';
import type { Size3, Volume } from '../volume/volume.ts';

type Grid = Pick<Volume, 'size' | 'spacingMm'>;

/** The grid of a joined volume, parallel to that of the fixed scan. */
export interface JoinedGrid extends Grid {
  /** the centre of its first voxel, in millimetres of the fixed scan */
  originMm: Vector3;
  /** how many times its voxels are larger than those of the fixed scan along each axis, because of the memory */
  coarsening: number;
}

/** With voxels that are larger by more than this, the joined volume would show less than either scan. */
const MOST_COARSENING = 2;
/** A distance in voxels; a smaller one is rounding. */
const ROUNDING = 1e-6;

/**
 * The grid of all points in the box about both scans. Its voxels are those of the fixed scan, where the number of voxels permits it,
 * so that the fixed scan is copied without interpolation. Undefined if they would have to be too large.
 */
export function joinedGrid(
  fixed: Grid,
  moving: Grid,
  transform: Rigid,
  mostVoxels: number,
): JoinedGrid | undefined {
  const { low, high } = bounds(fixed, moving, inverted(transform));
  const countsWith = (factor: number) =>
    fixed.spacingMm.map((mm, axis) => {
      const first = Math.ceil(low[axis]! / (mm * factor) - ROUNDING);
      return { first, count: Math.floor(high[axis]! / (mm * factor) + ROUNDING) - first + 1 };
    });
  const voxelsWith = (factor: number) =>
    countsWith(factor).reduce((product, { count }) => product * count, 1);
  let factor = 1;
  while (voxelsWith(factor) > mostVoxels && factor <= MOST_COARSENING) factor *= 1.02;
  if (factor > MOST_COARSENING) return undefined;
  const axes = countsWith(factor);
  const perAxis = (of: (axis: number) => number): Size3 => [of(0), of(1), of(2)];
  return {
    size: perAxis((axis) => axes[axis]!.count),
    spacingMm: perAxis((axis) => fixed.spacingMm[axis]! * factor),
    originMm: perAxis((axis) => axes[axis]!.first * fixed.spacingMm[axis]! * factor),
    coarsening: factor,
  };
}

/** The corners of both scans, in millimetres of the fixed one. */
function bounds(fixed: Grid, moving: Grid, toFixed: Rigid): { low: Vector3; high: Vector3 } {
  const points = [...cornersOf(fixed), ...cornersOf(moving).map((corner) => transformed(toFixed, corner))];
  const along = (axis: 0 | 1 | 2) => points.map((point) => point[axis]);
  return {
    low: [Math.min(...along(0)), Math.min(...along(1)), Math.min(...along(2))],
    high: [Math.max(...along(0)), Math.max(...along(1)), Math.max(...along(2))],
  };
}

const cornersOf = ({ size, spacingMm }: Grid): Vector3[] =>
  [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => [
    bits & 1 ? (size[0] - 1) * spacingMm[0] : 0,
    bits & 2 ? (size[1] - 1) * spacingMm[1] : 0,
    bits & 4 ? (size[2] - 1) * spacingMm[2] : 0,
  ]);
