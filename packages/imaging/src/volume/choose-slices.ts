import type { DicomFile, Vector3 } from '../dicom/file.ts';
import { framePosition, isSameShape, normalOf } from '../dicom/series.ts';
import { dot } from '../dicom/vectors.ts';

/** A frame of a series; `file` is its index in the list of files. */
export type SeriesFrame = { file: number; frame: number };

/** A frame that may become a slice, with its position in the patient and along the common normal. */
export type PositionedFrame = SeriesFrame & { position: Vector3; mm: number; number: number | null };

type ChosenSlices = {
  /** the first file of the largest group of alike images, whose size and orientation the volume has */
  model: DicomFile;
  /** in ascending order along the normal; null if one of them has no position */
  slices: PositionedFrame[] | null;
  /** of further copies of a file with the same SOP Instance UID */
  copies: SeriesFrame[];
  /** of another size or orientation */
  others: SeriesFrame[];
};

const SAME_DIRECTION = 1e-3;
/** Limits the memory that headers with false numbers of frames can occupy. */
const MAX_FRAMES = 20_000;

/**
 * Chooses the frames of a series that form its largest stack: grey images of the same size, spacing and
 * orientation, each SOP instance once. Null without files.
 */
export function chooseSlices(
  files: readonly DicomFile[],
  isUsable: (frame: SeriesFrame) => boolean,
): ChosenSlices | null {
  const groups: number[][] = [];
  for (const [at, file] of files.entries()) {
    const group = groups.find(([first]) => isAlike(file, files[first!]!));
    if (group) group.push(at);
    else groups.push([at]);
  }
  const framesIn = (group: readonly number[]) =>
    group.reduce((sum, at) => sum + files[at]!.numberOfFrames, 0);
  const [largest, ...rest] = groups.toSorted((one, other) => framesIn(other) - framesIn(one));
  const model = largest && files[largest[0]!];
  if (!model) return null;
  const { kept, copies } = withoutCopies(files, largest, isUsable);
  return {
    model,
    slices: positioned(files, model, framesOf(files, kept)),
    copies: framesOf(files, copies),
    others: framesOf(files, rest.flat()),
  };
}

function isAlike(file: DicomFile, first: DicomFile): boolean {
  const [own, model] = [file.imageOrientation, first.imageOrientation];
  if (!isSameShape(file, first) || (own === null) !== (model === null)) return false;
  if (!own || !model) return true;
  const rows = own[0] * model[0] + own[1] * model[1] + own[2] * model[2];
  return 1 - dot(normalOf(own), normalOf(model)) < SAME_DIRECTION && 1 - rows < SAME_DIRECTION;
}

/** Of several files with one SOP Instance UID, the first readable one is kept. */
function withoutCopies(
  files: readonly DicomFile[],
  group: readonly number[],
  isUsable: (frame: SeriesFrame) => boolean,
) {
  const ofInstance = Map.groupBy(group, (at) => files[at]!.sopInstanceUID ?? `file ${at}`);
  const kept = new Set<number>();
  for (const same of ofInstance.values())
    kept.add(same.find((file) => isUsable({ file, frame: 0 })) ?? same[0]!);
  return {
    kept: group.filter((at) => kept.has(at)),
    copies: group.filter((at) => !kept.has(at)),
  };
}

function framesOf(files: readonly DicomFile[], group: readonly number[]): SeriesFrame[] {
  const frames: SeriesFrame[] = [];
  for (const file of group)
    for (let frame = 0; frame < files[file]!.numberOfFrames && frames.length < MAX_FRAMES; frame += 1)
      frames.push({ file, frame });
  return frames;
}

function positioned(
  files: readonly DicomFile[],
  { imageOrientation }: DicomFile,
  frames: readonly SeriesFrame[],
): PositionedFrame[] | null {
  if (!imageOrientation) return null;
  const normal = normalOf(imageOrientation);
  const isSingleFile = new Set(frames.map(({ file }) => file)).size === 1;
  const slices: PositionedFrame[] = [];
  for (const { file, frame } of frames) {
    const source = files[file]!;
    const position = framePosition(source, frame);
    if (!position) return null;
    const number = isSingleFile ? frame : source.numberOfFrames === 1 ? source.instanceNumber : null;
    slices.push({ file, frame, position, mm: dot(normal, position), number });
  }
  return slices.toSorted((one, other) => one.mm - other.mm);
}

/**
 * The largest error along the normal of positions whose coordinates are all rounded to tenths of a
 * millimetre; 0 if they are finer.
 */
export function roundingOf(slices: readonly PositionedFrame[], normal: Vector3): number {
  const isTenth = (mm: number) => Math.abs(mm * 10 - Math.round(mm * 10)) < 1e-6;
  if (!slices.every(({ position }) => position.every(isTenth))) return 0;
  return TENTH_ERROR_MM * normal.reduce((sum, part) => sum + Math.abs(part), 0);
}

/** Half of a tenth of a millimetre, and the deviation of the fitted grid, which follows the mean of the errors. */
const TENTH_ERROR_MM = 0.07;
