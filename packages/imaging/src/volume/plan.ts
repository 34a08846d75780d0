import type { DicomFile, Orientation, Vector3 } from '../dicom/elements/file.ts';
import { normalOf } from '../dicom/series.ts';
import { axesOf } from './axes.ts';
import { binned, bridged } from './bridge.ts';
import { type ChosenSlices, chooseSlices, otherOf, roundingOf } from './choose-slices.ts';
import { type Contribution, evenSlices } from './even-slices.ts';
import { SMALLEST_STACK } from './main-stack.ts';
import { type VolumeNote, volumeNotes } from './notes.ts';
import type { OtherFrame, PositionedFrame, SeriesFrame } from './series-frame.ts';
import type { Stack } from './stack.ts';
import { storedScale, type StoredScale } from './stored-scale.ts';
import { tiltOf } from './tilt.ts';
import type { Size3 } from './volume.ts';

/** One frame of the series, and its contribution to the volume. */
export type PlannedSlice = SeriesFrame & {
  /** offset of the frame's first pixel from the grid's first pixel, in pixels; not 0 if the gantry was tilted */
  shiftPx: readonly [across: number, down: number];
  into: readonly Contribution[];
};

/** How the slices of a series become one volume; planned from the headers, without decoding. */
export type VolumePlan = {
  seriesInstanceUID: string | null;
  /** the size of a source frame */
  rows: number;
  columns: number;
  slices: readonly PlannedSlice[];
  /** for each layer of the grid along the stack: the slices from which it is made; empty if it was not measured */
  layers: readonly (readonly Contribution[])[];
  /** whether values are interpolated; otherwise each layer is a slice, or was not measured */
  isResampled: boolean;
  /** the smallest and the largest step of slices between which layers are interpolated; null if the steps are even */
  betweenMm: readonly [number, number] | null;
  /** the grid along the axes of the series */
  stack: Stack;
  /** the grid along the patient's axes: towards the left, the back and the head */
  size: Size3;
  spacingMm: Vector3;
  /** centre of the first voxel and directions of the axes, in patient coordinates */
  originMm: Vector3;
  directions: readonly [Vector3, Vector3, Vector3];
  /**
   * change of the voxel index to the next pixel of a row, the next row, the next layer; `start`: index of the
   * first pixel
   */
  strides: readonly [pixel: number, row: number, slice: number];
  start: number;
  /** pixels per voxel along each axis: larger than 1 for a series with more voxels than permitted */
  bin: number;
  /** maps the values of the volume to densities */
  scale: StoredScale;
  /** what is wrong with the series, and what is done about it */
  notes: readonly VolumeNote[];
  /** frames that do not belong to the volume, except a few slices at the positions of other slices */
  others: readonly OtherFrame[];
};

/**
 * Why no volume can be built. Stored as the reason for a missing panorama, so the strings must not change.
 */
export const REFUSALS = [
  'no-series',
  'too-few-slices',
  'different-slices',
  'no-spacing',
  'no-places',
  'gaps',
] as const;
export type Refusal = (typeof REFUSALS)[number];

type PlanOptions = {
  /** a series with fewer slices is refused */
  fewestSlices: number;
  /** if a series has more voxels, groups of pixels are averaged */
  mostVoxels: number;
  /**
   * Whether layers that were not measured are interpolated between their neighbours; larger gaps are then
   * refused. An arch can be found across a small gap, but a viewer must not show invented anatomy.
   */
  bridgesGaps: boolean;
  /** whether the image of a frame can be read; by default, every image can */
  isUsable?: (frame: SeriesFrame) => boolean;
};

/** A head from chin to crown at 0.25 mm is 300 million voxels; in 16 bits they take 600 MB. */
const FOR_PANORAMA: PlanOptions = { fewestSlices: 16, mostVoxels: 300_000_000, bridgesGaps: true };

/**
 * Plans the volume of the largest series that makes a volume. If there is none, returns why the series with the most
 * frames makes no volume. Small gaps are bridged.
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
    const plan = planVolume(
      group.map(({ file }) => file),
      FOR_PANORAMA,
    );
    if (typeof plan !== 'string') {
      const rename = <Frame extends SeriesFrame>(frame: Frame) => ({ ...frame, file: group[frame.file]!.at });
      return { ...plan, slices: plan.slices.map(rename), others: plan.others.map(rename) };
    }
    if (at === 0) refusal = plan;
  }
  return refusal;
}

/** Plans the volume of one series, whose files may be in any order. Returns the reason if the series makes no volume. */
export function planVolume(files: readonly DicomFile[], options: PlanOptions): VolumePlan | Refusal {
  const { isUsable = () => true } = options;
  const chosen = chooseSlices(files, isUsable);
  if (!chosen) return 'no-series';
  const { model, slices, copies } = chosen;
  const { rows, columns, pixelSpacingMm, imageOrientation } = model;
  if (!rows || !columns || model.samplesPerPixel !== 1) return 'different-slices';
  if (!pixelSpacingMm) return 'no-spacing';
  const shortage = shortageOf(files, chosen, options.fewestSlices);
  if (shortage) return shortage;
  if (!slices || !imageOrientation) return 'no-places';
  const grid = gridOf(imageOrientation, pixelSpacingMm);
  const even = evenSlices(
    slices.map((slice) => ({ ...slice, isUsable: isUsable(slice) })),
    roundingOf(slices, grid.normal),
  );
  if (!even) return extentMm(slices) > 1 ? 'gaps' : 'no-places';
  const tilt = tiltOf(
    slices.map(({ position }) => position),
    grid,
  );
  if (!tilt) return 'no-places';
  const others = [...chosen.others, ...secondStack(files, slices, even.dropped)];
  const thicknessesMm = slices.flatMap(({ file }) => files[file]!.sliceThicknessMm ?? []);
  const notes = volumeNotes({ slices, even, tilt, isUsable, copies: copies.length, others, thicknessesMm });
  const size = [columns + tilt.extraPx[0], rows + tilt.extraPx[1]] as const;
  const bin = binOf(...size, even.from.length, options.mostVoxels);
  const layers = layersOf(even, bin, options);
  if (!layers) return 'gaps';
  const plan = { ...layOut(slices, even, tilt.firstPx, grid, bin, [...size, layers.length]), layers };
  const into = intoOf(layers, slices.length);
  return {
    ...plan,
    seriesInstanceUID: model.seriesInstanceUID,
    rows,
    columns,
    bin,
    notes,
    scale: storedScale([...new Set(slices.map(({ file }) => files[file]!))]),
    betweenMm: even.betweenMm,
    isResampled: even.spacing === 'uneven' || tilt.extraPx.some((px) => px > 0),
    slices: slices.map(({ file, frame }, at) => ({
      file,
      frame,
      shiftPx: tilt.shiftPx[at]!,
      into: into[at]!,
    })),
    others,
  };
}

/** Why a volume of the chosen frames would have too few slices; undefined if there are enough. */
function shortageOf(
  files: readonly DicomFile[],
  { others, copies }: ChosenSlices,
  fewestSlices: number,
): Refusal | undefined {
  const count = files.reduce((sum, { numberOfFrames }) => sum + numberOfFrames, 0);
  if (count - others.length - copies.length >= fewestSlices) return undefined;
  return others.length > 0 && count >= fewestSlices ? 'different-slices' : 'too-few-slices';
}

const extentMm = (slices: readonly PositionedFrame[]): number =>
  (slices.at(-1)?.mm ?? 0) - (slices[0]?.mm ?? 0);

/** The dropped slices if they are enough for a stack of their own, otherwise none. */
const secondStack = (
  files: readonly DicomFile[],
  slices: readonly PositionedFrame[],
  dropped: readonly number[],
): OtherFrame[] =>
  dropped.length >= SMALLEST_STACK ? dropped.map((at) => otherOf(files, slices[at]!, 'acquisition')) : [];

/** For each layer the slices from which it is made; null if a gap is too large to be bridged. */
const layersOf = (
  { from, stepMm }: { from: VolumePlan['layers']; stepMm: number },
  bin: number,
  { bridgesGaps }: PlanOptions,
): VolumePlan['layers'] | null => (bridgesGaps ? bridged(binned(from, bin), stepMm * bin) : from);

const binOf = (columns: number, rows: number, slices: number, mostVoxels: number): number => {
  let bin = 1;
  while ((columns / bin) * (rows / bin) * (slices / bin) > mostVoxels) bin += 1;
  return bin;
};

type Grid = ReturnType<typeof gridOf>;

const gridOf = (
  [ax, ay, az, bx, by, bz]: Orientation,
  [downMm, acrossMm]: readonly [number, number],
): { row: Vector3; column: Vector3; normal: Vector3; acrossMm: number; downMm: number } => ({
  row: [ax, ay, az],
  column: [bx, by, bz],
  normal: normalOf([ax, ay, az, bx, by, bz]),
  acrossMm,
  downMm,
});

/** The grid in patient coordinates; `size` counts pixels and layers. */
function layOut(
  slices: readonly PositionedFrame[],
  { firstMm, stepMm }: { firstMm: number; stepMm: number },
  [firstAcross, firstDown]: readonly [number, number],
  { row, column, normal, acrossMm, downMm }: Grid,
  bin: number,
  [columns, rows, layers]: Size3,
) {
  const counts: Size3 = [Math.floor(columns / bin), Math.floor(rows / bin), layers];
  const spacingMm: Vector3 = [acrossMm * bin, downMm * bin, stepMm * bin];
  const directions = [row, column, normal] as const;
  const half = (bin - 1) / 2;
  const [first] = slices;
  const offsets = [
    (firstAcross + half) * acrossMm,
    (firstDown + half) * downMm,
    firstMm - first!.mm + half * stepMm,
  ];
  const corner = offsets.reduce((point, mm, axis) => plus(point, directions[axis]!, mm), first!.position);
  const axes = axesOf(directions, counts, spacingMm);
  return {
    stack: { size: counts, spacingMm, originMm: corner, directions },
    ...axes.layout,
    originMm: axes.originMm(corner),
  };
}

const plus = (point: Vector3, direction: Vector3, mm: number): Vector3 =>
  mm === 0
    ? point
    : [point[0] + direction[0] * mm, point[1] + direction[1] * mm, point[2] + direction[2] * mm];

/**
 * Returns the plan without slices that turned out to be unreadable; their layers are interpolated between the
 * neighbours. `unusable` has indexes in the list of slices. Returns null if too large a gap is left.
 */
export function planWithout(plan: VolumePlan, unusable: ReadonlySet<number>): VolumePlan | null {
  const measured = plan.layers.map((from) => (from.some(({ slice }) => unusable.has(slice)) ? [] : from));
  const layers = bridged(measured, plan.stack.spacingMm[2]);
  const into = layers && intoOf(layers, plan.slices.length);
  return into && { ...plan, layers, slices: plan.slices.map((slice, at) => ({ ...slice, into: into[at]! })) };
}

/** For each source slice, the layers to which it contributes. */
function intoOf(layers: VolumePlan['layers'], count: number): Contribution[][] {
  const into = Array.from({ length: count }, (): Contribution[] => []);
  for (const [layer, from] of layers.entries())
    for (const { slice, weight } of from) into[slice]!.push({ slice: layer, weight });
  return into;
}
