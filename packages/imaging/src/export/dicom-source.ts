import type { Orientation, Vector3 } from '../dicom/elements/file.ts';
import type { JsonDataSet } from '../dicom/elements/json-model.ts';
import { TAG } from '../dicom/elements/tags.ts';
import type { ElementToWrite } from '../dicom/elements/write.ts';

/** An instance of the series from which an object is derived. */
interface SourceInstance {
  sopClassUID: string;
  sopInstanceUID: string;
  /** at least 1 */
  frames: number;
  /** of each frame, in the patient's millimetres; empty if the file does not say */
  positionsMm: readonly Vector3[];
  orientation: Orientation | null;
}

/** The images from which an object is derived. */
export interface DicomSource {
  /** the attributes of patient and study, which the derived object has in common with them */
  identity: ElementToWrite[];
  studyInstanceUID: string;
  seriesInstanceUID: string;
  /** null if the images have no position in the patient */
  frameOfReferenceUID: string | null;
  instances: SourceInstance[];
}

/** Patient and General Study modules (PS3.3, C.7.1.1 and C.7.2.1): those of type 2 are written even if they are empty. */
const IDENTITY = [
  [TAG.patientName, 'PN'],
  [TAG.patientID, 'LO'],
  [TAG.patientBirthDate, 'DA'],
  [TAG.patientSex, 'CS'],
  [TAG.studyDate, 'DA'],
  [TAG.studyTime, 'TM'],
  [TAG.accessionNumber, 'SH'],
  [TAG.referringPhysicianName, 'PN'],
  [TAG.studyID, 'SH'],
] as const;

const keyOf = (tag: number) => tag.toString(16).toUpperCase().padStart(8, '0');
const valuesOf = (dataSet: JsonDataSet | undefined, tag: number): readonly unknown[] =>
  dataSet?.[keyOf(tag)]?.Value ?? [];
const textOf = (dataSet: JsonDataSet | undefined, tag: number): string => {
  const [value] = valuesOf(dataSet, tag);
  if (typeof value === 'object' && value !== null)
    return String((value as { Alphabetic?: unknown }).Alphabetic ?? '');
  return value === undefined ? '' : String(value);
};
const itemOf = (dataSet: JsonDataSet | undefined, tag: number) =>
  valuesOf(dataSet, tag)[0] as JsonDataSet | undefined;
const numbersOf = (dataSet: JsonDataSet | undefined, tag: number, count: number): number[] | undefined => {
  const numbers = valuesOf(dataSet, tag).map(Number);
  return numbers.length === count && numbers.every(Number.isFinite) ? numbers : undefined;
};

/**
 * Reads the metadata of a series, as WADO-RS sends them (PS3.18, annex F), without the instances in `leftOut`. Undefined
 * if no instance has the UIDs that a reference to it needs.
 */
export function readSource(
  all: readonly JsonDataSet[],
  leftOut: readonly string[] = [],
): DicomSource | undefined {
  const metadata = all.filter((one) => !leftOut.includes(textOf(one, TAG.sopInstanceUID)));
  const first = metadata.find((one) => textOf(one, TAG.studyInstanceUID) && textOf(one, TAG.sopInstanceUID));
  const studyInstanceUID = textOf(first, TAG.studyInstanceUID);
  const seriesInstanceUID = textOf(first, TAG.seriesInstanceUID);
  if (!first || !seriesInstanceUID) return undefined;
  return {
    identity: [
      ...IDENTITY.map(([tag, vr]): ElementToWrite => [tag, vr, textOf(first, tag)]),
      [TAG.studyInstanceUID, 'UI', studyInstanceUID],
    ],
    studyInstanceUID,
    seriesInstanceUID,
    frameOfReferenceUID: textOf(first, TAG.frameOfReferenceUID) || null,
    instances: metadata.flatMap(instanceOf),
  };
}

function instanceOf(dataSet: JsonDataSet): SourceInstance[] {
  const [sopClassUID, sopInstanceUID] = [TAG.sopClassUID, TAG.sopInstanceUID].map((tag) =>
    textOf(dataSet, tag),
  ) as [string, string];
  if (!sopClassUID || !sopInstanceUID) return [];
  const frames = Math.max(1, Number(textOf(dataSet, TAG.numberOfFrames)) || 1);
  const perFrame = valuesOf(dataSet, TAG.perFrameFunctionalGroups) as JsonDataSet[];
  const shared = itemOf(dataSet, TAG.sharedFunctionalGroups);
  const ofFrames = perFrame.map((group) =>
    numbersOf(itemOf(group, TAG.planePositionSequence), TAG.imagePosition, 3),
  );
  const positions = ofFrames.length > 0 ? ofFrames : [numbersOf(dataSet, TAG.imagePosition, 3)];
  const orientation =
    numbersOf(dataSet, TAG.imageOrientation, 6) ??
    numbersOf(itemOf(shared, TAG.planeOrientationSequence), TAG.imageOrientation, 6) ??
    numbersOf(itemOf(perFrame[0], TAG.planeOrientationSequence), TAG.imageOrientation, 6);
  const isPlaced = positions.length === frames && positions.every((position) => position !== undefined);
  return [
    {
      sopClassUID,
      sopInstanceUID,
      frames,
      positionsMm: isPlaced ? (positions as unknown as Vector3[]) : [],
      orientation: (orientation as unknown as Orientation | undefined) ?? null,
    },
  ];
}

/** An instance and the number of one of its frames, from 1; null if it has only one frame. */
export interface ImageReference {
  instance: SourceInstance;
  frame: number | null;
}

/** The image whose plane is nearest to a point of the patient; undefined if no image has a position. */
export function nearestImage({ instances }: DicomSource, pointMm: Vector3): ImageReference | undefined {
  let nearest = undefined as ImageReference | undefined;
  let least = Infinity;
  for (const instance of instances) {
    const { orientation, positionsMm, frames } = instance;
    if (!orientation) continue;
    const [a, b, c, d, e, f] = orientation;
    const normal = [b * f - c * e, c * d - a * f, a * e - b * d];
    for (const [at, position] of positionsMm.entries()) {
      const offset = Math.abs(
        normal.reduce((sum, part, axis) => sum + part * (pointMm[axis]! - position[axis]!), 0),
      );
      if (offset >= least) continue;
      [nearest, least] = [{ instance, frame: frames > 1 ? at + 1 : null }, offset];
    }
  }
  return nearest;
}

/** The attributes that refer to an image (PS3.3, table 10-11 and C.17.6). */
export const referenceTo = ({ instance, frame }: ImageReference): ElementToWrite[] => [
  [0x00081150, 'UI', instance.sopClassUID],
  [0x00081155, 'UI', instance.sopInstanceUID],
  ...(frame === null ? [] : [[0x00081160, 'IS', frame] as const]),
];

/** A UID derived from a random UUID (PS3.5, B.2). */
export const newUID = (uuid: string = crypto.randomUUID()): string =>
  `2.25.${BigInt(`0x${uuid.replaceAll('-', '')}`)}`;

/** Date and time of day, as DA and TM. */
export function dicomTime(at: Date): { day: string; time: string } {
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    day: `${at.getFullYear()}${two(at.getMonth() + 1)}${two(at.getDate())}`,
    time: [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(''),
  };
}

/** The name under which objects are written (General Equipment module, PS3.3, C.7.5.1). */
export const EQUIPMENT: readonly ElementToWrite[] = [
  [TAG.manufacturer, 'LO', 'Snimok'],
  [TAG.modelName, 'LO', 'Snimok viewer'],
];

/** Derived series come after those of the devices. */
export const DERIVED_SERIES_NUMBER = { capture: 9001, report: 9002 } as const;
