import type { DicomFile, Orientation, PixelSpacing, Vector3 } from './elements/file.ts';
import { dot } from './vectors.ts';

/** Summary of the files of one series. */
export type Series = {
  seriesInstanceUID: string | null;
  modality: string | null;
  description: string | null;
  seriesNumber: number | null;
  instanceCount: number;
  frameCount: number;
  rows: number | null;
  columns: number | null;
  /** Pixel spacing in the patient, otherwise at the detector. */
  spacingMm: readonly [down: number, across: number] | null;
  /**
   * Median distance between neighbouring slices; null without at least two slices with positions and the same
   * normal.
   */
  sliceStepMm: number | null;
  /** Whether all steps are equal, to 1 % of the step or 0.01 mm. */
  evenSteps: boolean;
  /** At least three evenly spaced slices of the same size, which can be resampled in any direction. */
  isVolume: boolean;
};

/**
 * One frame of a series: index of its file in the given list, number in the file, position along the slice
 * normal.
 */
type SlicePosition = { file: number; frame: number; alongNormalMm: number | null };

const SAME_DIRECTION = 1e-3;

/**
 * Groups files by series, ordered by series number, then by first appearance; files without pixel data are
 * omitted.
 */
export function groupSeries(files: readonly DicomFile[]): Series[] {
  const images = files.filter(({ hasPixelData }) => hasPixelData);
  const groups = Map.groupBy(images, ({ seriesInstanceUID }) => seriesInstanceUID);
  const all = [...groups.values()].map(describeSeries);
  const number = ({ seriesNumber }: Series) => seriesNumber ?? Number.MAX_SAFE_INTEGER;
  return all.toSorted((one, other) => number(one) - number(other));
}

function describeSeries(files: readonly DicomFile[]): Series {
  const first = files[0]!;
  const slices = orderSlices(files);
  const steps = stepsBetween(slices);
  const sliceStepMm = steps ? medianOf(steps) : null;
  const evenSteps = steps !== null && sliceStepMm !== null && isEven(steps, sliceStepMm);
  const sameShape = files.every((file) => isSameShape(file, first));
  return {
    seriesInstanceUID: first.seriesInstanceUID,
    modality: first.modality,
    description: files.find(({ seriesDescription }) => seriesDescription !== null)?.seriesDescription ?? null,
    seriesNumber: first.seriesNumber,
    instanceCount: files.length,
    frameCount: slices.length,
    rows: first.rows,
    columns: first.columns,
    spacingMm: first.pixelSpacingMm ?? first.imagerPixelSpacingMm,
    sliceStepMm,
    evenSteps,
    isVolume: sameShape && evenSteps && slices.length >= 3 && first.pixelSpacingMm !== null,
  };
}

/** Whether both files have grey images of the same size and spacing, as the slices of a volume must. */
export const isSameShape = (file: DicomFile, first: DicomFile): boolean =>
  file.rows === first.rows &&
  file.columns === first.columns &&
  file.samplesPerPixel === 1 &&
  first.samplesPerPixel === 1 &&
  isSameSpacing(file.pixelSpacingMm, first.pixelSpacingMm);

/** Spacings that differ by less, because files write different numbers of digits, are the same. */
const SPACING_TOLERANCE = 1e-3;

const isSameSpacing = (one: PixelSpacing | null, other: PixelSpacing | null): boolean =>
  one === null || other === null
    ? one === other
    : one.every((mm, axis) => Math.abs(mm - other[axis]!) <= SPACING_TOLERANCE * other[axis]!);

/** What the order of slices depends on. */
type PlacedFile = Pick<
  DicomFile,
  'numberOfFrames' | 'instanceNumber' | 'imagePositionMm' | 'imageOrientation' | 'framePositionsMm'
>;

/** The position of a frame in patient coordinates, in millimetres; null if the file does not state it. */
export const framePosition = (file: PlacedFile, frame: number): Vector3 | null =>
  file.numberOfFrames === 1 ? file.imagePositionMm : (file.framePositionsMm?.[frame] ?? null);

/**
 * The frames of a series in spatial order: by position along the slice normal if every file has a position
 * and the same orientation, otherwise by instance number and frame.
 */
export function orderSlices(files: readonly PlacedFile[]): SlicePosition[] {
  const normal = commonNormal(files);
  const slices = slicesOf(files, normal);
  const arePositioned = slices.every(({ alongNormalMm }) => alongNormalMm !== null);
  const instance = ({ file }: SlicePosition) => files[file]!.instanceNumber ?? 0;
  if (arePositioned) return slices.toSorted((one, other) => one.alongNormalMm! - other.alongNormalMm!);
  return slices
    .map((slice) => ({ ...slice, alongNormalMm: null }))
    .toSorted((one, other) => instance(one) - instance(other) || one.frame - other.frame);
}

/**
 * Limits the memory that headers with false numbers of frames can occupy; a CBCT has at most a thousand frames.
 */
const MAX_FRAMES = 20_000;

function slicesOf(files: readonly PlacedFile[], normal: Vector3 | null): SlicePosition[] {
  const slices: SlicePosition[] = [];
  for (const [index, file] of files.entries()) {
    const frames = Math.min(file.numberOfFrames, MAX_FRAMES - slices.length);
    for (let frame = 0; frame < frames; frame += 1) {
      const position = framePosition(file, frame);
      slices.push({ file: index, frame, alongNormalMm: normal && position ? dot(normal, position) : null });
    }
  }
  return slices;
}

/** The common normal of all slices (PS3.3, C.7.6.2.1.1); null if it differs or an orientation is missing. */
function commonNormal(files: readonly PlacedFile[]): Vector3 | null {
  const normals = files.map(({ imageOrientation }) => (imageOrientation ? normalOf(imageOrientation) : null));
  const first = normals[0];
  if (!first) return null;
  const same = normals.every((normal) => normal !== null && 1 - dot(normal, first) < SAME_DIRECTION);
  return same ? first : null;
}

/** The unit normal of a slice: row direction × column direction. */
export function normalOf([ax, ay, az, bx, by, bz]: Orientation): Vector3 {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}

function stepsBetween(slices: readonly SlicePosition[]): number[] | null {
  if (slices.length < 2 || slices[0]!.alongNormalMm === null) return null;
  return slices.slice(1).map((slice, at) => slice.alongNormalMm! - slices[at]!.alongNormalMm!);
}

const medianOf = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[values.length >> 1]!;

function isEven(steps: readonly number[], stepMm: number): boolean {
  const tolerance = Math.max(0.01, stepMm * 0.01);
  return stepMm > 0.001 && steps.every((step) => Math.abs(step - stepMm) <= tolerance);
}
