import type { Vec3 } from '../geometry/vectors.ts';
import type { Placement } from './placement.ts';

/** Writes one slice of a series to where its voxels belong in the turned volume. */
export function writeReorientedSlice(
  into: Int16Array,
  size: Vec3,
  axes: Placement['axes'],
  index: number,
  values: Int16Array,
): void {
  const strides = [1, size[0], size[0] * size[1]];
  const steps = axes.map(({ to, reversed }) => (reversed ? -strides[to]! : strides[to]!));
  const counts = axes.map(({ to }) => size[to]);
  const start = axes.reduce(
    (sum, { to, reversed }) => sum + (reversed ? (size[to] - 1) * strides[to]! : 0),
    index * steps[2]!,
  );
  const [across, down] = [steps[0]!, steps[1]!];
  for (let row = 0, at = 0; row < counts[1]!; row += 1) {
    let voxel = start + row * down;
    for (let column = 0; column < counts[0]!; column += 1, at += 1, voxel += across)
      into[voxel] = values[at]!;
  }
}

/** Slices of the series are then slices of the turned volume, from the feet up or from the head down. */
export const isStackedAlongZ = (axes: Placement['axes']): boolean => axes[2]!.to === 2;

/** The place, here, of a slice of the series. */
export const sliceIndexInVolume = (axes: Placement['axes'], size: Vec3, index: number): number =>
  axes[2]!.reversed ? size[axes[2]!.to] - 1 - index : index;
