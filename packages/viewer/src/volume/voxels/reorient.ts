import type { Vec3 } from '../../geometry/vectors.ts';
import type { Placement } from './placement.ts';

/** Writes one slice of a series into the reoriented volume of this size. */
export function writeReorientedSlice(
  into: Uint16Array,
  size: Vec3,
  axes: Placement['axes'],
  index: number,
  values: Uint16Array,
): void {
  const strides = [1, size[0], size[0] * size[1]];
  const steps = axes.map(({ to, reversed }) => (reversed ? -strides[to]! : strides[to]!));
  const counts = axes.map(({ to }) => size[to]);
  const start = axes.reduce(
    (sum, { to, reversed }) => sum + (reversed ? (size[to] - 1) * strides[to]! : 0),
    index * steps[2]!,
  );
  const columnStep = steps[0]!;
  const rowStep = steps[1]!;
  for (let row = 0, at = 0; row < counts[1]!; row += 1) {
    let voxel = start + row * rowStep;
    for (let column = 0; column < counts[0]!; column += 1, at += 1, voxel += columnStep)
      into[voxel] = values[at]!;
  }
}

/** Whether slices of the series are axial slices of the reoriented volume, in either direction. */
export const isStackedAlongZ = (axes: Placement['axes']): boolean => axes[2]!.to === 2;

/** The index of a slice of the series along its axis of the reoriented volume. */
export const sliceIndexInVolume = (axes: Placement['axes'], size: Vec3, index: number): number =>
  axes[2]!.reversed ? size[axes[2]!.to] - 1 - index : index;
