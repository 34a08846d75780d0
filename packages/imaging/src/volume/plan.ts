import type { DicomFile, Orientation, Vector3 } from '../dicom/file.ts';
import { framePosition, isSameShape, normalOf, orderSlices } from '../dicom/series.ts';
import { dot } from '../dicom/vectors.ts';
import { axesOf } from './axes.ts';
import { type Contribution, evenSlices } from './even-slices.ts';
import type { Size3 } from './volume.ts';

/** One frame of the series, and its contribution to the volume. */
export type PlannedSlice = {
  /** index in the list of files */
  file: number;
  frame: number;
  /** offset from the first slice along its rows and columns, in pixels; not 0 if the gantry was tilted */
  shiftPx: readonly [across: number, down: number];
  into: readonly Contribution[];
};

/** How the slices of a series become one volume; planned from the headers, without decoding. */
export type VolumePlan = {
  seriesInstanceUID: string | null;
  rows: number;
  columns: number;
  slices: readonly PlannedSlice[];
  /** of the volume, towards the patient's left, back and head */
  size: Size3;
  spacingMm: Vector3;
  /** centre of the first voxel and directions of the axes, in patient coordinates */
  originMm: Vector3;
  directions: readonly [Vector3, Vector3, Vector3];
  /**
   * change of the voxel index to the next pixel of a row, the next row, the next slice; `start`: index of the
   * first pixel
   */
  strides: readonly [pixel: number, row: number, slice: number];
  start: number;
  /** pixels per voxel along each axis: larger than 1 for a series with more than 300 million voxels */
  bin: number;
};

/**
 * Why no volume can be built. Stored as the reason for a missing panorama, so the strings must not change.
 */
export type Refusal =
  'no-series' | 'too-few-slices' | 'different-slices' | 'no-spacing' | 'no-places' | 'gaps';

/** A head from chin to crown at 0.25 mm is 300 million voxels; in 16 bits they take 600 MB. */
const MOST_VOXELS = 300_000_000;
const FEWEST_SLICES = 16;

/**
 * Plans the volume of the series with the most frames that makes one; otherwise returns why the largest
 * series does not.
 */
export function planLargestVolume(files: readonly DicomFile[]): VolumePlan | Refusal {
  const grouped = Map.groupBy(
    files.map((file, at) => ({ file, at })).filter(({ file }) => file.hasPixelData),
    ({ file }) => file.seriesInstanceUID,
  );
  const frames = (group: { file: DicomFile }[]) =>
    group.reduce((sum, { file }) => sum + file.numberOfFrames, 0);
  const series = [...grouped.values()].toSorted((one, other) => frames(other) - frames(one));
  let refusal: Refusal = 'no-series';
  for (const [at, group] of series.entries()) {
    const plan = planVolume(group.map(({ file }) => file));
    if (typeof plan !== 'string') {
      return { ...plan, slices: plan.slices.map((slice) => ({ ...slice, file: group[slice.file]!.at })) };
    }
    if (at === 0) refusal = plan;
  }
  return refusal;
}

function planVolume(files: readonly DicomFile[]): VolumePlan | Refusal {
  const first = files[0];
  if (!first) return 'no-series';
  const { rows, columns } = first;
  const areAlike = files.every((file) => isSameShape(file, first));
  if (!areAlike || !rows || !columns) return 'different-slices';
  if (!first.pixelSpacingMm) return 'no-spacing';
  const ordered = orderSlices(files);
  if (ordered.length < FEWEST_SLICES) return 'too-few-slices';
  const orientation = first.imageOrientation;
  const along = ordered.map(({ alongNormalMm }) => alongNormalMm);
  if (!orientation || !along.every((mm) => mm !== null)) return 'no-places';
  const bin = binOf(columns, rows, ordered.length);
  const even = evenSlices(along, bin);
  if (!even) return 'gaps';
  const [down, across] = first.pixelSpacingMm;
  const positions = ordered.map(({ file, frame }) => framePosition(files[file]!, frame)!);
  const normal = normalOf(orientation);
  const counts: Size3 = [Math.floor(columns / bin), Math.floor(rows / bin), even.count];
  const axes = axesOf([rowOf(orientation), columnOf(orientation), normal], counts, [
    across * bin,
    down * bin,
    even.stepMm,
  ]);
  const half = (bin - 1) / 2;
  const corner = plus(
    plus(plus(positions[0]!, rowOf(orientation), across * half), columnOf(orientation), down * half),
    normal,
    even.firstMm - along[0]!,
  );
  return {
    seriesInstanceUID: first.seriesInstanceUID,
    rows,
    columns,
    slices: ordered.map(({ file, frame }, at) => ({
      file,
      frame,
      shiftPx: shiftOf(positions[at]!, positions[0]!, orientation, [across, down]),
      into: even.into[at]!,
    })),
    ...axes.layout,
    originMm: axes.originMm(corner),
    bin,
  };
}

const binOf = (columns: number, rows: number, slices: number): number => {
  let bin = 1;
  while ((columns / bin) * (rows / bin) * (slices / bin) > MOST_VOXELS) bin += 1;
  return bin;
};

const rowOf = ([x, y, z]: Orientation): Vector3 => [x, y, z];
const columnOf = ([, , , x, y, z]: Orientation): Vector3 => [x, y, z];
const plus = (point: Vector3, direction: Vector3, mm: number): Vector3 => [
  point[0] + direction[0] * mm,
  point[1] + direction[1] * mm,
  point[2] + direction[2] * mm,
];

/** The in-plane offset of a slice from the first one, in pixels; without gantry tilt it is 0. */
function shiftOf(
  position: Vector3,
  first: Vector3,
  orientation: Orientation,
  [across, down]: readonly [number, number],
): readonly [number, number] {
  const from = plus(position, first, -1);
  return [dot(from, rowOf(orientation)) / across, dot(from, columnOf(orientation)) / down];
}
