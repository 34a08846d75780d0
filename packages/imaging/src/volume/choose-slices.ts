import type { DicomFile, Vector3 } from '../dicom/elements/file.ts';
import { framePosition, normalOf } from '../dicom/series.ts';
import { dot } from '../dicom/vectors.ts';
import { alikeFiles, compareUIDs, type LeftOut } from './alike-files.ts';
import { mainStack } from './main-stack.ts';
import type { OtherFrame, PositionedFrame, SeriesFrame } from './series-frame.ts';

export type ChosenSlices = {
  /** the first file of the group; its image size and orientation are those of the volume */
  model: DicomFile;
  /** in ascending order along the normal; null if at least half of the frames have no position */
  slices: readonly PositionedFrame[] | null;
  /** frames of further copies of a file: the same SOP Instance UID at the same position */
  copies: SeriesFrame[];
  others: OtherFrame[];
};

/** Limits the memory that headers with false numbers of frames can occupy. */
const MAX_FRAMES = 20_000;

/**
 * Chooses the frames of a series that form its largest stack. This is the one place that decides which slices
 * belong to a volume, for the viewer, the panorama and the segmentation. Returns null if there are no files.
 */
export function chooseSlices(
  files: readonly DicomFile[],
  isUsable: (frame: SeriesFrame) => boolean,
): ChosenSlices | null {
  const alike = alikeFiles(files);
  if (!alike) return null;
  const { model, group } = alike;
  const { kept, copies } = withoutCopies(files, group, isUsable);
  const whys = new Map(alike.others.map(({ file, why }) => [file, why]));
  const others = framesOf(files, [...whys.keys()]).map((frame) =>
    otherOf(files, frame, whys.get(frame.file)!),
  );
  const chosen = { model, copies: framesOf(files, copies) };
  const { slices, unplaced } = positioned(files, model, framesOf(files, kept));
  if (!model.imageOrientation || slices.length <= unplaced.length) return { ...chosen, slices: null, others };
  const acquisitionOf = ({ file }: SeriesFrame) => files[file]!.acquisitionNumber;
  const stack = mainStack(slices, model.imageOrientation, acquisitionOf);
  return {
    ...chosen,
    slices: stack.slices,
    others: [
      ...others,
      ...unplaced.map((frame) => otherOf(files, frame, 'no-position')),
      ...stack.apart.map(({ slice, why }) => otherOf(files, slice, why)),
    ],
  };
}

export const otherOf = (
  files: readonly DicomFile[],
  { file, frame }: SeriesFrame,
  why: LeftOut,
): OtherFrame => {
  const { numberOfFrames, instanceNumber } = files[file]!;
  return { file, frame, why, number: numberOfFrames > 1 ? frame + 1 : instanceNumber };
};

/** Keeps the first readable one of several files that have the same SOP Instance UID and position. */
function withoutCopies(
  files: readonly DicomFile[],
  group: readonly number[],
  isUsable: (frame: SeriesFrame) => boolean,
) {
  const ofInstance = Map.groupBy(group, (at) => {
    const { sopInstanceUID, imagePositionMm } = files[at]!;
    return sopInstanceUID === null ? `file ${at}` : `${sopInstanceUID} ${imagePositionMm?.join()}`;
  });
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
): { slices: PositionedFrame[]; unplaced: SeriesFrame[] } {
  const slices: PositionedFrame[] = [];
  const unplaced: SeriesFrame[] = [];
  const normal = imageOrientation && normalOf(imageOrientation);
  const isSingleFile = new Set(frames.map(({ file }) => file)).size === 1;
  for (const { file, frame } of frames) {
    const source = files[file]!;
    const position = framePosition(source, frame);
    if (!normal || !position) {
      unplaced.push({ file, frame });
      continue;
    }
    const number = isSingleFile ? frame : source.numberOfFrames === 1 ? source.instanceNumber : null;
    slices.push({ file, frame, position, mm: dot(normal, position), number });
  }
  const uidOf = ({ file }: SeriesFrame) => files[file]!.sopInstanceUID ?? '';
  return {
    slices: slices.toSorted((one, other) => one.mm - other.mm || compareUIDs(uidOf(one), uidOf(other))),
    unplaced,
  };
}

/**
 * The largest rounding error of slice positions, measured along `normal`, if all coordinates are multiples of 0.1 mm.
 * Returns 0 if a coordinate is more precise.
 */
export function roundingOf(slices: readonly PositionedFrame[], normal: Vector3): number {
  const isTenth = (mm: number) => Math.abs(mm * 10 - Math.round(mm * 10)) < 1e-6;
  if (!slices.every(({ position }) => position.every(isTenth))) return 0;
  return TENTH_ERROR_MM * normal.reduce((sum, part) => sum + Math.abs(part), 0);
}

/** 0.05 mm of rounding, plus a margin of 0.02 mm because the grid is fitted to the rounded positions. */
const TENTH_ERROR_MM = 0.07;
