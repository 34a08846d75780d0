import type { Vector3 } from '../dicom/file.ts';
import type { Size3 } from './volume.ts';

type Three<Value> = readonly [Value, Value, Value];

/** How a series' own axes lie in the volume, whose axes go to the patient's left, back and head. */
export type Axes = {
  layout: {
    size: Size3;
    spacingMm: Vector3;
    directions: Three<Vector3>;
    strides: Three<number>;
    start: number;
  };
  /** The centre of the volume's first voxel, from that of the series' first pixel. */
  originMm: (corner: Vector3) => Vector3;
};

/**
 * A series may be stacked in any direction, a coronal one too. Its axes (along a row, down a column, along the stack)
 * are given to the patient's by the nearest, and turned over where they run against them: no voxel is resampled.
 */
export function axesOf(own: Three<Vector3>, counts: Size3, spacingMm: Vector3): Axes {
  const axisOf = nearestAxes(own);
  const size = [0, 0, 0];
  const spacing = [0, 0, 0];
  const directions: Vector3[] = [];
  const turned = own.map((direction, at) => direction[axisOf[at]!]! < 0);
  axisOf.forEach((axis, at) => {
    size[axis] = counts[at]!;
    spacing[axis] = spacingMm[at]!;
    directions[axis] = scaled(own[at]!, turned[at] ? -1 : 1);
  });
  const steps = [1, size[0]!, size[0]! * size[1]!];
  const strides = axisOf.map((axis, at) => (turned[at] ? -steps[axis]! : steps[axis]!));
  const start = axisOf.reduce<number>(
    (sum, axis, at) => sum + (turned[at] ? (counts[at]! - 1) * steps[axis]! : 0),
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
        if (!turned[at]) return point;
        const far = scaled(direction, (counts[at]! - 1) * spacingMm[at]!);
        return [point[0] + far[0], point[1] + far[1], point[2] + far[2]];
      }, corner),
  };
}

/** No zero comes out negative, which would be told apart in JSON and in tests. */
const scaled = ([x, y, z]: Vector3, by: number): Vector3 => [x * by + 0, y * by + 0, z * by + 0];

/** Of the six ways to name three directions, the one that fits best. */
function nearestAxes(own: Three<Vector3>): Three<0 | 1 | 2> {
  const ways: Three<0 | 1 | 2>[] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];
  const fit = (way: Three<0 | 1 | 2>) =>
    way.reduce<number>((sum, axis, at) => sum + Math.abs(own[at]![axis]), 0);
  return ways.reduce((best, way) => (fit(way) > fit(best) ? way : best));
}
