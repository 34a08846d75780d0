import type { Vector3 } from '../dicom/elements/file.ts';
import type { Size3 } from './volume.ts';

/** A voxel grid whose axes are those of the series: along a row, down a column, along the stack. */
export type Stack = {
  size: Size3;
  spacingMm: Vector3;
  /** centre of the first voxel, in patient coordinates */
  originMm: Vector3;
  /** unit vectors of the axes, in patient coordinates */
  directions: readonly [Vector3, Vector3, Vector3];
};

/** The grid of the same region with voxels `factor` times as large. */
export function downsampleStack({ size, spacingMm, originMm, directions }: Stack, factor: Size3): Stack {
  const origin = directions.reduce<Vector3>((point, direction, axis) => {
    const mm = ((factor[axis]! - 1) / 2) * spacingMm[axis]!;
    return [point[0] + direction[0] * mm, point[1] + direction[1] * mm, point[2] + direction[2] * mm];
  }, originMm);
  const each = <T>(of: (axis: 0 | 1 | 2) => T): readonly [T, T, T] => [of(0), of(1), of(2)];
  return {
    size: each((axis) => Math.ceil(size[axis] / factor[axis])),
    spacingMm: each((axis) => spacingMm[axis] * factor[axis]),
    originMm: origin,
    directions,
  };
}
