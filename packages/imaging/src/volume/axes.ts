import type { Vector3 } from '../dicom/elements/file.ts';
import type { Size3 } from './volume.ts';

type Three<Value> = readonly [Value, Value, Value];

/**
 * How the axes of a series are assigned to those of the volume, which point to the patient's left, back and
 * head.
 */
type Axes = {
  layout: {
    size: Size3;
    spacingMm: Vector3;
    directions: Three<Vector3>;
    /** Change of the voxel index by one step along a row, a column and the stack of the series. */
    strides: Three<number>;
    /** Voxel index of the series' first pixel. */
    start: number;
  };
  /** The centre of the volume's first voxel, from the centre of the series' first pixel. */
  originMm: (corner: Vector3) => Vector3;
};

/**
 * A series may be stacked in any direction, for example as coronal slices. Each of its axes `own` (along a
 * row, down a column, along the stack) is assigned to the nearest axis of the patient, and flipped if it
 * points the other way; no voxel is resampled.
 */
export function axesOf(own: Three<Vector3>, counts: Size3, spacingMm: Vector3): Axes {
  const axisOf = nearestAxes(own);
  const size = [0, 0, 0];
  const spacing = [0, 0, 0];
  const directions: Vector3[] = [];
  const flipped = own.map((direction, at) => direction[axisOf[at]!]! < 0);
  axisOf.forEach((axis, at) => {
    size[axis] = counts[at]!;
    spacing[axis] = spacingMm[at]!;
    directions[axis] = scaled(own[at]!, flipped[at] ? -1 : 1);
  });
  const steps = [1, size[0]!, size[0]! * size[1]!];
  const strides = axisOf.map((axis, at) => (flipped[at] ? -steps[axis]! : steps[axis]!));
  const start = axisOf.reduce<number>(
    (sum, axis, at) => sum + (flipped[at] ? (counts[at]! - 1) * steps[axis]! : 0),
    0,
  );
  return {
    layout: {
      size: size as unknown as Size3,
      spacingMm: spacing as unknown as Vector3,
      directions: directions as unknown as Three<Vector3>,
      strides: strides as unknown as Three<number>,
      start,
    },
    originMm: (corner) =>
      own.reduce<Vector3>((point, direction, at) => {
        if (!flipped[at]) return point;
        const far = scaled(direction, (counts[at]! - 1) * spacingMm[at]!);
        return [point[0] + far[0], point[1] + far[1], point[2] + far[2]];
      }, corner),
  };
}

/** `+ 0` turns -0 into 0, because tests distinguish them. */
const scaled = ([x, y, z]: Vector3, by: number): Vector3 => [x * by + 0, y * by + 0, z * by + 0];

/** Tries the six assignments of three directions to axes. Returns the one with the largest sum of cosines. */
function nearestAxes(own: Three<Vector3>): Three<0 | 1 | 2> {
  const assignments: Three<0 | 1 | 2>[] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];
  const fit = (axes: Three<0 | 1 | 2>) =>
    axes.reduce<number>((sum, axis, at) => sum + Math.abs(own[at]![axis]), 0);
  return assignments.reduce((best, axes) => (fit(axes) > fit(best) ? axes : best));
}
