import { type DataSet, itemsOf } from './elements/elements.ts';
import type { Geometry, Orientation, PixelSpacing, Vector3 } from './elements/file.ts';
import { TAG } from './elements/tags.ts';
import { numberOf, vectorOf } from './elements/values.ts';

/**
 * Attributes at the top level of single-frame objects, in the functional groups of multi-frame ones (PS3.3,
 * C.7.6.16).
 */
const GEOMETRY_TAGS = new Set<number>([
  TAG.imagePosition,
  TAG.imageOrientation,
  TAG.pixelSpacing,
  TAG.sliceThickness,
  TAG.rescaleSlope,
  TAG.rescaleIntercept,
  TAG.windowCenter,
  TAG.windowWidth,
]);
const FUNCTIONAL_GROUPS = [
  TAG.planePositionSequence,
  TAG.planeOrientationSequence,
  TAG.pixelMeasuresSequence,
  TAG.pixelValueTransformationSequence,
  TAG.frameVoiLutSequence,
];
const FUNCTIONAL_GROUP_TAGS = new Set<number>(FUNCTIONAL_GROUPS);

/** Spacings outside these bounds are errors: no image of a person has them. */
const plausibleMm = (mm: number) => mm > 0.001 && mm < 50;

/** Positions of more frames are not read, so that the header of a malicious file does not occupy much memory. */
const MAX_POSITIONS = 5000;

/** The functional groups in one item of a functional groups sequence. */
function functionalGroupsOf(item: DataSet): DataSet[] {
  return FUNCTIONAL_GROUPS.flatMap((tag) => {
    const sequence = item.elements.get(tag);
    const first = sequence && itemsOf(item, sequence, GEOMETRY_TAGS).next();
    return first && !first.done ? [first.value] : [];
  });
}

/**
 * Position, orientation, spacing, rescale and window: from the top level, otherwise from the shared
 * functional groups, otherwise from those of the first frame (PS3.3, C.7.6.16). Implausible values become
 * null, with an entry in `warnings`.
 */
export function readGeometry(dataSet: DataSet, numberOfFrames: number, warnings: string[]): Geometry {
  const frameCount = numberOfFrames > MAX_POSITIONS ? 1 : numberOfFrames;
  const frames = groupItems(dataSet, TAG.perFrameFunctionalGroups, frameCount).map(functionalGroupsOf);
  const shared = groupItems(dataSet, TAG.sharedFunctionalGroups, 1).flatMap(functionalGroupsOf);
  const sources = [dataSet, ...shared, ...(frames[0] ?? [])];
  const first = <Value>(read: (source: DataSet) => Value | null): Value | null => {
    for (const source of sources) {
      const value = read(source);
      if (value !== null) return value;
    }
    return null;
  };
  const vector = (tag: number, count: number) => first((source) => vectorOf(source, tag, count));
  const number = (tag: number) => first((source) => numberOf(source, tag, 'DS'));
  const spacing = (tag: number): PixelSpacing | null => {
    const values = vector(tag, 2);
    if (values && !values.every(plausibleMm))
      warnings.push(`implausible pixel spacing ${values.join(' by ')} mm`);
    return values?.every(plausibleMm) ? [values[0]!, values[1]!] : null;
  };
  const thickness = number(TAG.sliceThickness);
  const slope = number(TAG.rescaleSlope);
  if (slope === 0) warnings.push('rescale slope 0 was read as 1');
  const positions = frames.map(positionIn);
  const arePositioned =
    frames.length > 1 && frames.length === numberOfFrames && positions.some((position) => position !== null);
  const aspect = vectorOf(dataSet, TAG.pixelAspectRatio, 2);
  return {
    pixelSpacingMm: spacing(TAG.pixelSpacing),
    imagerPixelSpacingMm: spacing(TAG.imagerPixelSpacing),
    pixelAspectRatio: aspect?.every((number) => number > 0) ? [aspect[0]!, aspect[1]!] : null,
    sliceThicknessMm: thickness !== null && plausibleMm(thickness) ? thickness : null,
    imagePositionMm: vector(TAG.imagePosition, 3) as Vector3 | null,
    imageOrientation: unitVectors(vector(TAG.imageOrientation, 6), warnings),
    framePositionsMm: arePositioned ? positions : null,
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
  for (const item of itemsOf(dataSet, sequence, FUNCTIONAL_GROUP_TAGS)) {
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

/**
 * Null unless both directions have length one and are perpendicular, to 1 %: slices are ordered along their
 * normal.
 */
function unitVectors(values: number[] | null, warnings: string[]): Orientation | null {
  if (!values) return null;
  const [ax, ay, az, bx, by, bz] = values as [number, number, number, number, number, number];
  const isOrthonormal =
    Math.abs(Math.hypot(ax, ay, az) - 1) < 0.01 &&
    Math.abs(Math.hypot(bx, by, bz) - 1) < 0.01 &&
    Math.abs(ax * bx + ay * by + az * bz) < 0.01;
  if (!isOrthonormal) warnings.push('the image orientation is not orthonormal');
  return isOrthonormal ? [ax, ay, az, bx, by, bz] : null;
}
