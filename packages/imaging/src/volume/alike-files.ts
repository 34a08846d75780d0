import type { DicomFile } from '../dicom/elements/file.ts';
import { isSameShape, normalOf } from '../dicom/series.ts';
import { dot } from '../dicom/vectors.ts';

/** Why an image of a series is not in its volume. */
export type LeftOut =
  /** of another shape than the slices */
  | 'size'
  | 'spacing'
  | 'orientation'
  | 'colour'
  /** of another patient, study, modality or SOP class, or with positions that cannot be compared */
  | 'patient'
  | 'study'
  | 'kind'
  | 'frame-of-reference'
  /** in a further stack: where the volume lies, or elsewhere in the patient */
  | 'acquisition'
  | 'region'
  /** without a position, or with one that contradicts the positions of the others */
  | 'no-position'
  | 'position';

type AlikeFiles = {
  /** the first file of the group; its image size and orientation are those of the volume */
  model: DicomFile;
  group: number[];
  others: { file: number; why: LeftOut }[];
};

/** About half a degree: at 5 cm from the axis a slice then deviates by 0.4 mm. */
const SAME_DIRECTION = 4e-5;

/** Attributes that all slices of one acquisition share. A file that lacks such an attribute stays in the group. */
const SHARED: readonly (readonly [LeftOut, (file: DicomFile) => string | null])[] = [
  ['patient', ({ patient }) => patient.id],
  ['study', ({ studyInstanceUID }) => studyInstanceUID],
  ['kind', ({ modality }) => modality],
  ['kind', ({ sopClassUID }) => sopClassUID],
  ['frame-of-reference', ({ frameOfReferenceUID }) => frameOfReferenceUID],
];

/**
 * If an attribute has more values per frame than this, the device writes a new value for each slice. Then the
 * attribute is not used to divide the group.
 */
const VALUES_PER_FRAME = 0.25;

const byNumbers = new Intl.Collator('en', { numeric: true });
/** Orders UIDs by their numbers, because devices count the slices of one acquisition in the last number. */
export const compareUIDs = (one: string, other: string): number => byNumbers.compare(one, other);

/**
 * Returns the largest group of files that can be slices of one volume, and for each other file the reason why it is
 * not in the group. Returns null if there are no files.
 */
export function alikeFiles(files: readonly DicomFile[]): AlikeFiles | null {
  const framesIn = (group: readonly number[]) =>
    group.reduce((sum, at) => sum + files[at]!.numberOfFrames, 0);
  const firstUID = (group: readonly number[]) =>
    group
      .map((at) => files[at]!.sopInstanceUID ?? '')
      .reduce((one, other) => (compareUIDs(other, one) < 0 ? other : one));
  // among groups of equal size, the choice does not depend on the order of the files
  const bySize = (groups: number[][]) =>
    groups.toSorted(
      (one, other) => framesIn(other) - framesIn(one) || compareUIDs(firstUID(one), firstUID(other)),
    );
  const shapes: number[][] = [];
  for (const [at, file] of files.entries()) {
    const shape = shapes.find(([first]) => isAlike(file, files[first!]!));
    if (shape) shape.push(at);
    else shapes.push([at]);
  }
  const [largest, ...rest] = bySize(shapes);
  if (!largest) return null;
  const shape = files[largest[0]!]!;
  const others = rest.flat().map((file) => ({ file, why: differenceOf(files[file]!, shape) }));
  let group = largest;
  for (const [why, valueOf] of SHARED) {
    const stated = group.filter((at) => valueOf(files[at]!) !== null);
    const values = bySize([...Map.groupBy(stated, (at) => valueOf(files[at]!)).values()]);
    if (values.length < 2 || values.length > framesIn(group) * VALUES_PER_FRAME) continue;
    const foreign = new Set(values.slice(1).flat());
    others.push(...[...foreign].map((file) => ({ file, why })));
    group = group.filter((at) => !foreign.has(at));
  }
  return { model: files[group[0]!]!, group, others };
}

function isAlike(file: DicomFile, first: DicomFile): boolean {
  return isSameShape(file, first) && isSameDirection(file, first);
}

function isSameDirection(
  { imageOrientation: own }: DicomFile,
  { imageOrientation: model }: DicomFile,
): boolean {
  if (!own || !model) return own === model;
  const rows = own[0] * model[0] + own[1] * model[1] + own[2] * model[2];
  return 1 - dot(normalOf(own), normalOf(model)) < SAME_DIRECTION && 1 - rows < SAME_DIRECTION;
}

function differenceOf(file: DicomFile, model: DicomFile): LeftOut {
  if (file.samplesPerPixel !== model.samplesPerPixel) return 'colour';
  if (file.rows !== model.rows || file.columns !== model.columns) return 'size';
  return isSameDirection(file, model) ? 'spacing' : 'orientation';
}
