import type { DicomFile, Orientation, Vector3 } from './file.ts';

/** The files of one series, as a viewer has to know them. */
export type Series = {
  seriesInstanceUID: string | null;
  modality: string | null;
  description: string | null;
  seriesNumber: number | null;
  instanceCount: number;
  frameCount: number;
  rows: number | null;
  columns: number | null;
  /** Down, then across. */
  spacingMm: readonly [down: number, across: number] | null;
  /** Distance between neighbouring slices; null unless there are several and they are in one direction. */
  sliceStepMm: number | null;
  /** All slices equally far apart, to 1 % of the step or 0.01 mm. */
  evenSteps: boolean;
  /** Three or more equal, evenly spaced slices: what can be cut in any direction. */
  isVolume: boolean;
};

/** One picture of a series: its file, by its place in the list given, its frame, and where it lies along the normal. */
export type SlicePosition = { file: number; frame: number; alongNormalMm: number | null };

const SAME_DIRECTION = 1e-3;

/** Groups files by series, in the order of series numbers, then of first appearance. Files without pixels are left out. */
export function groupSeries(files: readonly DicomFile[]): Series[] {
  const pictures = files.filter(({ hasPixelData }) => hasPixelData);
  const groups = Map.groupBy(pictures, ({ seriesInstanceUID }) => seriesInstanceUID);
  const all = [...groups.values()].map(describe);
  const number = ({ seriesNumber }: Series) => seriesNumber ?? Number.MAX_SAFE_INTEGER;
  return all.toSorted((one, other) => number(one) - number(other));
}

function describe(files: readonly DicomFile[]): Series {
  const first = files[0]!;
  const places = orderSlices(files);
  const steps = stepsBetween(places);
  const sliceStepMm = steps ? medianOf(steps) : null;
  const evenSteps = steps !== null && sliceStepMm !== null && isEven(steps, sliceStepMm);
  const sameShape = files.every((file) => {
    const { rows, columns, samplesPerPixel } = file;
    return (
      rows === first.rows && columns === first.columns && samplesPerPixel === 1 && sameSpacing(file, first)
    );
  });
  return {
    seriesInstanceUID: first.seriesInstanceUID,
    modality: first.modality,
    description: files.find(({ seriesDescription }) => seriesDescription !== null)?.seriesDescription ?? null,
    seriesNumber: first.seriesNumber,
    instanceCount: files.length,
    frameCount: places.length,
    rows: first.rows,
    columns: first.columns,
    spacingMm: first.pixelSpacingMm ?? first.imagerPixelSpacingMm,
    sliceStepMm,
    evenSteps,
    isVolume: sameShape && evenSteps && places.length >= 3 && first.pixelSpacingMm !== null,
  };
}

const sameSpacing = (one: DicomFile, other: DicomFile) =>
  one.pixelSpacingMm?.[0] === other.pixelSpacingMm?.[0] &&
  one.pixelSpacingMm?.[1] === other.pixelSpacingMm?.[1];

/**
 * The pictures of a series from one end to the other: by position along the slice normal when every file has position
 * and direction, else by instance number and frame.
 */
export function orderSlices(files: readonly DicomFile[]): SlicePosition[] {
  const normal = commonNormal(files);
  const places = files.flatMap((file, index) => placesOf(file, index, normal));
  const positioned = places.every(({ alongNormalMm }) => alongNormalMm !== null);
  const instance = ({ file }: SlicePosition) => files[file]!.instanceNumber ?? 0;
  if (positioned) return places.toSorted((one, other) => one.alongNormalMm! - other.alongNormalMm!);
  return places
    .map((place) => ({ ...place, alongNormalMm: null }))
    .toSorted((one, other) => instance(one) - instance(other) || one.frame - other.frame);
}

/** More frames than a header may claim without being asked for the pixels: a CBCT has a thousand at most. */
const MAX_FRAMES = 20_000;

function placesOf(file: DicomFile, index: number, normal: Vector3 | null): SlicePosition[] {
  const frames = Math.min(file.numberOfFrames, MAX_FRAMES);
  const positions = frames === 1 ? [file.imagePositionMm] : (file.framePositionsMm ?? []);
  return Array.from({ length: frames }, (_, frame) => {
    const position = positions[frame] ?? null;
    return { file: index, frame, alongNormalMm: normal && position ? dot(normal, position) : null };
  });
}

/** The direction all slices are stacked in (PS3.3, C.7.6.2.1.1), or null when they differ or do not say. */
function commonNormal(files: readonly DicomFile[]): Vector3 | null {
  const normals = files.map(({ imageOrientation }) => (imageOrientation ? normalOf(imageOrientation) : null));
  const first = normals[0];
  if (!first) return null;
  const same = normals.every((normal) => normal !== null && 1 - dot(normal, first) < SAME_DIRECTION);
  return same ? first : null;
}

/** Row direction × column direction. */
export function normalOf([ax, ay, az, bx, by, bz]: Orientation): Vector3 {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}

const dot = (one: Vector3, other: Vector3) => one[0] * other[0] + one[1] * other[1] + one[2] * other[2];

function stepsBetween(places: readonly SlicePosition[]): number[] | null {
  if (places.length < 2 || places[0]!.alongNormalMm === null) return null;
  return places.slice(1).map((place, at) => place.alongNormalMm! - places[at]!.alongNormalMm!);
}

const medianOf = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[values.length >> 1]!;

function isEven(steps: readonly number[], stepMm: number): boolean {
  const tolerance = Math.max(0.01, stepMm * 0.01);
  return stepMm > 0.001 && steps.every((step) => Math.abs(step - stepMm) <= tolerance);
}
