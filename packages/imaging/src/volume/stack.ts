import type { DicomFile, Orientation, Vector3 } from '../dicom/file.ts';
import { normalOf, type SlicePosition } from '../dicom/series.ts';
import type { Size3 } from './volume.ts';

/** Where the voxels of a series lie, its slices as they are: nothing resampled, nothing turned over. */
export type Stack = {
  /** along a row, down a column, along the stack */
  size: Size3;
  spacingMm: Vector3;
  /** the centre of the first voxel */
  originMm: Vector3;
  /** of length one */
  directions: readonly [Vector3, Vector3, Vector3];
};

/** Why the slices of a series are shown one by one only. */
export type NoStack = 'not-slices' | 'different-slices' | 'uneven-steps' | 'tilted';

/** Of fewer slices nobody sees anything across them. */
const FEWEST = 8;

/** A stack may lean by so much of a voxel from its first to its last slice: positions are rounded in files. */
const LEANS_MM = 0.2;
/** Off its place by rounding to hundredths, or by a tenth of a step; a slice that is missing is off by half of one. */
const OFF_MM = 0.015;
const OFF_STEPS = 0.1;

/** The right-angled block that the slices of a series are, when they are one. `places` are its slices in their order. */
export function stackOf(files: readonly DicomFile[], places: readonly SlicePosition[]): Stack | NoStack {
  const [first] = places;
  const file = first && files[first.file];
  if (!file?.imageOrientation || places.length < FEWEST) return 'not-slices';
  if (places.some(({ alongNormalMm }) => alongNormalMm === null)) return 'not-slices';
  const { rows, columns, pixelSpacingMm } = file;
  if (!rows || !columns || !pixelSpacingMm || !files.every((other) => sameShape(file, other)))
    return 'different-slices';
  const [row, column] = axesOf(file.imageOrientation);
  const normal = normalOf(file.imageOrientation);
  const positions = places
    .map((place) => positionOf(files[place.file], place.frame))
    .filter((position) => position !== null);
  const [origin, last] = [positions[0], positions.at(-1)];
  if (!origin || !last) return 'not-slices';
  // over the whole stack: what single positions were rounded by hardly counts
  const step = along(normal, origin, last) / (places.length - 1);
  const isOff = (position: Vector3, at: number) =>
    Math.abs(along(normal, origin, position) - at * step) > Math.max(OFF_MM, step * OFF_STEPS);
  if (step < SMALLEST_STEP_MM || positions.some(isOff)) return 'uneven-steps';
  const leans = (position: Vector3) =>
    [row, column].some((axis) => Math.abs(along(axis, origin, position)) > LEANS_MM);
  if (positions.some(leans)) return 'tilted';
  const [down, across] = pixelSpacingMm;
  return {
    size: [columns, rows, places.length],
    spacingMm: [across, down, step],
    originMm: origin,
    directions: [row, column, normal],
  };
}

const SMALLEST_STEP_MM = 0.02;

const sameShape = (one: DicomFile, other: DicomFile) =>
  one.rows === other.rows &&
  one.columns === other.columns &&
  other.samplesPerPixel === 1 &&
  one.pixelSpacingMm?.[0] === other.pixelSpacingMm?.[0] &&
  one.pixelSpacingMm?.[1] === other.pixelSpacingMm?.[1];

/** The same block in voxels `factor` times as large: where the centre of the first one lies, and how many there are. */
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

const positionOf = (file: DicomFile | undefined, frame: number): Vector3 | null =>
  (file?.numberOfFrames === 1 ? file.imagePositionMm : file?.framePositionsMm?.[frame]) ?? null;

const along = (direction: Vector3, from: Vector3, to: Vector3): number =>
  direction[0] * (to[0] - from[0]) + direction[1] * (to[1] - from[1]) + direction[2] * (to[2] - from[2]);
