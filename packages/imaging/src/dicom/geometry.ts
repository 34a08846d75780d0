import { type DataSet, itemsOf } from './elements.ts';
import type { Geometry, Orientation, PixelSpacing, Vector3 } from './file.ts';
import { TAG } from './tags.ts';
import { numberOf, vectorOf } from './values.ts';

/** Attributes that plain objects carry at the top and multi-frame ones inside their functional groups. */
const PLACED = new Set<number>([
  TAG.imagePosition,
  TAG.imageOrientation,
  TAG.pixelSpacing,
  TAG.sliceThickness,
  TAG.rescaleSlope,
  TAG.rescaleIntercept,
  TAG.windowCenter,
  TAG.windowWidth,
]);
const GROUPS = [
  TAG.planePositionSequence,
  TAG.planeOrientationSequence,
  TAG.pixelMeasuresSequence,
  TAG.pixelValueTransformationSequence,
  TAG.frameVoiLutSequence,
];
const GROUP_SET = new Set<number>(GROUPS);

/** A spacing outside these bounds is a mistake, not a picture of a person. */
const plausibleMm = (mm: number) => mm > 0.001 && mm < 50;

/** One item of the functional groups sequences, opened: the data sets that hold the attributes placed in it. */
function groupsIn(item: DataSet): DataSet[] {
  return GROUPS.flatMap((tag) => {
    const sequence = item.elements.get(tag);
    return sequence ? [...itemsOf(item, sequence, PLACED)].slice(0, 1) : [];
  });
}

/**
 * Position, orientation, spacing, rescale and window: from the top level, else from the shared functional groups, else
 * from those of the first frame (PS3.3, C.7.6.16). Implausible values are left out, with a warning.
 */
export function readGeometry(dataSet: DataSet, numberOfFrames: number, warnings: string[]): Geometry {
  const frames = groupItems(dataSet, TAG.perFrameFunctionalGroups, numberOfFrames).map(groupsIn);
  const shared = groupItems(dataSet, TAG.sharedFunctionalGroups, 1).flatMap(groupsIn);
  const places = [dataSet, ...shared, ...(frames[0] ?? [])];
  const first = <Value>(read: (place: DataSet) => Value | null): Value | null => {
    for (const place of places) {
      const value = read(place);
      if (value !== null) return value;
    }
    return null;
  };
  const vector = (tag: number, count: number) => first((place) => vectorOf(place, tag, count));
  const number = (tag: number) => first((place) => numberOf(place, tag, 'DS'));
  const spacing = (tag: number): PixelSpacing | null => {
    const values = vector(tag, 2);
    if (values && !values.every(plausibleMm))
      warnings.push(`implausible pixel spacing ${values.join(' by ')} mm`);
    return values?.every(plausibleMm) ? [values[0]!, values[1]!] : null;
  };
  const thickness = number(TAG.sliceThickness);
  const slope = number(TAG.rescaleSlope);
  if (slope === 0) warnings.push('rescale slope 0 was read as 1');
  const positions = frames.map((groups) => positionIn(groups));
  const everyFrame =
    frames.length > 1 && frames.length === numberOfFrames && positions.every((place) => place !== null);
  const aspect = vectorOf(dataSet, TAG.pixelAspectRatio, 2);
  return {
    pixelSpacingMm: spacing(TAG.pixelSpacing),
    imagerPixelSpacingMm: spacing(TAG.imagerPixelSpacing),
    pixelAspectRatio: aspect?.every((part) => part > 0) ? [aspect[0]!, aspect[1]!] : null,
    sliceThicknessMm: thickness !== null && plausibleMm(thickness) ? thickness : null,
    imagePositionMm: vector(TAG.imagePosition, 3) as Vector3 | null,
    imageOrientation: unitVectors(vector(TAG.imageOrientation, 6), warnings),
    framePositionsMm: everyFrame ? (positions as Vector3[]) : null,
    rescaleSlope: slope === null || slope === 0 ? 1 : slope,
    rescaleIntercept: number(TAG.rescaleIntercept) ?? 0,
    windowCenter: number(TAG.windowCenter),
    windowWidth: number(TAG.windowWidth),
  };
}

function groupItems(dataSet: DataSet, tag: number, atMost: number): DataSet[] {
  const sequence = dataSet.elements.get(tag);
  const items: DataSet[] = [];
  if (!sequence) return items;
  for (const item of itemsOf(dataSet, sequence, GROUP_SET)) {
    if (items.length === atMost) break;
    items.push(item);
  }
  return items;
}

function positionIn(groups: readonly DataSet[]): Vector3 | null {
  for (const group of groups) {
    const position = vectorOf(group, TAG.imagePosition, 3);
    if (position) return position as [number, number, number];
  }
  return null;
}

/** Two directions of length one at a right angle, to 1 %: otherwise no slice order could be told from them. */
function unitVectors(values: number[] | null, warnings: string[]): Orientation | null {
  if (!values) return null;
  const [ax, ay, az, bx, by, bz] = values as [number, number, number, number, number, number];
  const proper =
    Math.abs(Math.hypot(ax, ay, az) - 1) < 0.01 &&
    Math.abs(Math.hypot(bx, by, bz) - 1) < 0.01 &&
    Math.abs(ax * bx + ay * by + az * bz) < 0.01;
  if (!proper) warnings.push('the image orientation is not two directions at a right angle');
  return proper ? [ax, ay, az, bx, by, bz] : null;
}
