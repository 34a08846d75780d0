import type { ImageReference } from '@snimok/imaging/export/dicom-source';
import { newUID } from '@snimok/imaging/export/dicom-source';
import type {
  ReportedMeasurement,
  ReportedPlace,
  ReportedValue,
} from '@snimok/imaging/export/measurement-report';
import { type Annotation, POINT_COUNT } from '../annotations/annotation.ts';
import { isUnchecked } from '../annotations/canal.ts';
import { ANNOTATION_LABELS, type ImplantTooth, toothText } from '../annotations/labels.ts';
import { angleAt, areaOf, lengthAlong } from '@snimok/imaging/export/measures';
import type { Vec3 } from '../geometry/vectors.ts';

/** The annotations of one author. */
export interface AuthoredAnnotations {
  /** empty if it is not known */
  authorName: string;
  marks: readonly Annotation[];
}

interface ReportOptions {
  series: number;
  /** millimetres per pixel of a frame; undefined if it has no scale */
  unitMmOf: (frame: number) => Vec3 | undefined;
  /** undefined if it is not known which image a frame was made of */
  imageOf: (frame: number) => ImageReference | undefined;
  /** only of volumes */
  toothOf?: ((implant: Annotation) => ImplantTooth | undefined) | undefined;
}

/** What is drawn on a series, as the groups of a measurement report. Panoramas have no image that could be referred to. */
export function reportedMeasurements(
  authors: readonly AuthoredAnnotations[],
  { series, unitMmOf, imageOf, toothOf }: ReportOptions,
): ReportedMeasurement[] {
  const counts = new Map<Annotation['kind'], number>();
  return authors.flatMap(({ authorName, marks }) =>
    marks
      .filter((mark) => isReported(mark, series))
      .map((mark): ReportedMeasurement => {
        const number = (counts.get(mark.kind) ?? 0) + 1;
        counts.set(mark.kind, number);
        const frame = mark.frame ?? 0;
        const unitMm: Vec3 | undefined = mark.on === 'volume' ? [1, 1, 1] : unitMmOf(frame);
        return {
          uid: newUID(mark.markID),
          label: `${ANNOTATION_LABELS[mark.kind]} ${number}`,
          authorName,
          comment: commentOf(mark, mark.kind === 'implant' ? toothOf?.(mark) : undefined),
          values: valuesOf(mark, unitMm),
          place: placeOf(mark, mark.on === 'volume' ? undefined : { image: imageOf(frame) }),
        };
      }),
  );
}

const isReported = ({ kind, on, series, points }: Annotation, shown: number): boolean =>
  series === shown && kind !== 'calibration' && on !== 'panorama' && points.length >= POINT_COUNT[kind].min;

const isRegion = (kind: Annotation['kind']) => kind === 'polygon' || kind === 'freehand';

/**
 * The comment of a measurement: the tooth and the product of an implant, a note for a canal that was found in the images and is not
 * yet checked, and the author's text.
 */
function commentOf(mark: Annotation, tooth: ImplantTooth | undefined): string {
  const { text, product } = mark;
  const name = product && `${product.manufacturer} ${product.line}`;
  return [
    tooth && toothText(tooth),
    name,
    isUnchecked(mark) && 'найден автоматически, не проверен',
    text.replaceAll('\n', '; '),
  ]
    .filter(Boolean)
    .join('; ');
}

function valuesOf({ kind, points, sizeMm }: Annotation, unitMm: Vec3 | undefined): ReportedValue[] {
  const scaled = points.map((point) =>
    point.map((value, axis) => value * (unitMm?.[axis] ?? 1)),
  ) as unknown as Vec3[];
  const [one, other, third] = scaled;
  const unit = unitMm ? 'mm' : 'pixels';
  const diameter: ReportedValue[] =
    sizeMm === null ? [] : [{ quantity: 'diameter', unit: 'mm', value: sizeMm }];
  switch (kind) {
    case 'length':
      return [{ quantity: 'length', unit, value: lengthAlong(scaled) }];
    case 'implant':
      return [{ quantity: 'length', unit, value: lengthAlong(scaled) }, ...diameter];
    case 'canal':
      return [{ quantity: 'path', unit, value: lengthAlong(scaled) }, ...diameter];
    case 'angle':
      return one && other && third
        ? [{ quantity: 'angle', unit: 'deg', value: angleAt(one, other, third) }]
        : [];
    case 'polygon':
    case 'freehand':
      return [{ quantity: 'area', unit: unitMm ? 'mm2' : 'pixels2', value: areaOf(scaled) }];
    default:
      return [];
  }
}

const placeOf = (
  { kind, points }: Annotation,
  ofPicture: { image: ImageReference | undefined } | undefined,
): ReportedPlace =>
  ofPicture
    ? { space: 'image', points, isClosed: isRegion(kind), image: ofPicture.image }
    : { space: 'patient', points, isClosed: isRegion(kind) };
