import type { DicomFile, Orientation, Vector3 } from '../dicom/file.ts';
import { normalOf, orderSlices } from '../dicom/series.ts';
import { axesOf } from './axes.ts';
import { type Contribution, evenSlices } from './even-slices.ts';
import type { Size3 } from './volume.ts';

/** One picture of the series: where its pixels go in the volume. */
export type PlannedSlice = {
  /** by its place in the list that was planned */
  file: number;
  frame: number;
  /** pixels that it lies farther along its rows and columns than the first slice: the gantry was tilted */
  shiftPx: readonly [across: number, down: number];
  into: readonly Contribution[];
};

/** How the slices of a series become one right-angled block of even voxels; nothing is decoded for it. */
export type VolumePlan = {
  seriesInstanceUID: string | null;
  rows: number;
  columns: number;
  slices: readonly PlannedSlice[];
  /** of the volume that comes of it, towards the patient's left, back and head */
  size: Size3;
  spacingMm: Vector3;
  /** the centre of the first voxel, and where the next one lies along each axis, in the patient's system */
  originMm: Vector3;
  directions: readonly [Vector3, Vector3, Vector3];
  /** voxels further on in the volume: the next pixel of a row, the next row, the next slice; and the first pixel's */
  strides: readonly [pixel: number, row: number, slice: number];
  start: number;
  /** pixels of the file along one side of a voxel: a huge series is made smaller while it is read */
  bin: number;
};

export type Refusal =
  'no-series' | 'too-few-slices' | 'different-slices' | 'no-spacing' | 'no-places' | 'gaps';

/** A head from chin to crown at 0.25 mm is 300 million voxels; in 16 bits they take 600 MB. */
const MOST_VOXELS = 300_000_000;
const FEWEST_SLICES = 16;

/** The series of most pictures that makes a volume; else why the largest does not. */
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

export function planVolume(files: readonly DicomFile[]): VolumePlan | Refusal {
  const first = files[0];
  if (!first) return 'no-series';
  const { rows, columns } = first;
  const alike = files.every(
    (file) =>
      file.rows === rows &&
      file.columns === columns &&
      file.samplesPerPixel === 1 &&
      sameSpacing(file, first),
  );
  if (!alike || !rows || !columns) return 'different-slices';
  if (!first.pixelSpacingMm) return 'no-spacing';
  const places = orderSlices(files);
  if (places.length < FEWEST_SLICES) return 'too-few-slices';
  const orientation = first.imageOrientation;
  const along = places.map(({ alongNormalMm }) => alongNormalMm);
  if (!orientation || !along.every((mm) => mm !== null)) return 'no-places';
  const bin = binOf(columns, rows, places.length);
  const even = evenSlices(along, bin);
  if (!even) return 'gaps';
  const [down, across] = first.pixelSpacingMm;
  const positions = places.map(({ file, frame }) => positionOf(files[file]!, frame)!);
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
    slices: places.map(({ file, frame }, at) => ({
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

const sameSpacing = (one: DicomFile, other: DicomFile) =>
  one.pixelSpacingMm?.[0] === other.pixelSpacingMm?.[0] &&
  one.pixelSpacingMm?.[1] === other.pixelSpacingMm?.[1];

const binOf = (columns: number, rows: number, slices: number): number => {
  let bin = 1;
  while ((columns / bin) * (rows / bin) * (slices / bin) > MOST_VOXELS) bin += 1;
  return bin;
};

const positionOf = (file: DicomFile, frame: number): Vector3 | null =>
  file.numberOfFrames === 1 ? file.imagePositionMm : (file.framePositionsMm?.[frame] ?? null);

const rowOf = ([x, y, z]: Orientation): Vector3 => [x, y, z];
const columnOf = ([, , , x, y, z]: Orientation): Vector3 => [x, y, z];
const plus = (point: Vector3, direction: Vector3, mm: number): Vector3 => [
  point[0] + direction[0] * mm,
  point[1] + direction[1] * mm,
  point[2] + direction[2] * mm,
];
const dot = (one: Vector3, other: Vector3) => one[0] * other[0] + one[1] * other[1] + one[2] * other[2];

/** Slices of a straight gantry lie one above the other; those of a tilted one slide along. */
function shiftOf(
  position: Vector3,
  first: Vector3,
  orientation: Orientation,
  [across, down]: readonly [number, number],
): readonly [number, number] {
  const from = plus(position, first, -1);
  return [dot(from, rowOf(orientation)) / across, dot(from, columnOf(orientation)) / down];
}
