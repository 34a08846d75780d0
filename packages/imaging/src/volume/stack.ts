import type { DicomFile, Orientation, Vector3 } from '../dicom/file.ts';
import { framePosition, isSameShape, normalOf, type SlicePosition } from '../dicom/series.ts';
import { dot } from '../dicom/vectors.ts';
import type { Size3 } from './volume.ts';

/** The voxel grid of a series whose slices are used as they are, neither resampled nor flipped. */
export type Stack = {
  /** voxels along a row, down a column, along the stack */
  size: Size3;
  spacingMm: Vector3;
  /** centre of the first voxel, in patient coordinates */
  originMm: Vector3;
  /** unit vectors of the axes, in patient coordinates */
  directions: readonly [Vector3, Vector3, Vector3];
};

/** Why the slices of a series are shown only one by one. */
export type NoStack = 'not-slices' | 'different-slices' | 'uneven-steps' | 'tilted';

/** Planes across fewer slices show nothing recognisable. */
const FEWEST_SLICES = 8;

/** Largest in-plane offset between the first slice and any other, because positions in files are rounded. */
const MAX_TILT_MM = 0.2;
/**
 * Largest deviation from even spacing: rounding to hundredths of a millimetre, or a tenth of a step. A
 * missing slice causes a deviation of half a step.
 */
const MAX_DEVIATION_MM = 0.015;
const MAX_DEVIATION_STEPS = 0.1;

/**
 * The voxel grid of a series if its slices form one, otherwise why not. `slices` are its frames in spatial
 * order.
 */
export function stackOf(files: readonly DicomFile[], slices: readonly SlicePosition[]): Stack | NoStack {
  const [first] = slices;
  const file = first && files[first.file];
  if (!file?.imageOrientation || slices.length < FEWEST_SLICES) return 'not-slices';
  if (slices.some(({ alongNormalMm }) => alongNormalMm === null)) return 'not-slices';
  const { rows, columns, pixelSpacingMm } = file;
  if (!rows || !columns || !pixelSpacingMm || !files.every((other) => isSameShape(other, file)))
    return 'different-slices';
  const [row, column] = axesOf(file.imageOrientation);
  const normal = normalOf(file.imageOrientation);
  const positions = slices
    .map((slice) => framePosition(files[slice.file]!, slice.frame))
    .filter((position) => position !== null);
  const [origin, last] = [positions[0], positions.at(-1)];
  if (!origin || !last) return 'not-slices';
  // Measured over the whole stack, so that the rounding of single positions has little effect.
  const step = along(normal, origin, last) / (slices.length - 1);
  const deviates = (position: Vector3, at: number) =>
    Math.abs(along(normal, origin, position) - at * step) >
    Math.max(MAX_DEVIATION_MM, step * MAX_DEVIATION_STEPS);
  if (step < SMALLEST_STEP_MM || positions.some(deviates)) return 'uneven-steps';
  const isTilted = (position: Vector3) =>
    [row, column].some((axis) => Math.abs(along(axis, origin, position)) > MAX_TILT_MM);
  if (positions.some(isTilted)) return 'tilted';
  const [down, across] = pixelSpacingMm;
  return {
    size: [columns, rows, slices.length],
    spacingMm: [across, down, step],
    originMm: origin,
    directions: [row, column, normal],
  };
}

const SMALLEST_STEP_MM = 0.02;

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

const axesOf = ([ax, ay, az, bx, by, bz]: Orientation): readonly [Vector3, Vector3] => [
  [ax, ay, az],
  [bx, by, bz],
];

const along = (direction: Vector3, from: Vector3, to: Vector3): number =>
  dot(direction, [to[0] - from[0], to[1] - from[1], to[2] - from[2]]);
