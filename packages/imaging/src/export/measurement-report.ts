import type { Vector3 } from '../dicom/elements/file.ts';
import { TAG } from '../dicom/elements/tags.ts';
import { type ElementToWrite, writeDicom } from '../dicom/elements/write.ts';
import {
  code,
  type CodedConcept,
  codeItem,
  container,
  type ContentItem,
  imageItem,
  numberItem,
  personItem,
  pointsInImage,
  pointsInPatient,
  textItem,
  uidItem,
} from './content-items.ts';
import {
  DERIVED_SERIES_NUMBER,
  dicomTime,
  type DicomSource,
  EQUIPMENT,
  type ImageReference,
  nearestImage,
  newUID,
  referenceTo,
} from './dicom-source.ts';

export const COMPREHENSIVE_3D_SR = '1.2.840.10008.5.1.4.1.1.88.34';

/** Concepts of PS3.16: CID 7470 and 7471 (linear and area measurements), and SNOMED CT's angle. */
export const QUANTITIES = {
  length: code('410668003', 'SCT', 'Length'),
  path: code('121211', 'DCM', 'Path length'),
  diameter: code('81827009', 'SCT', 'Diameter'),
  angle: code('1483009', 'SCT', 'Angle'),
  area: code('42798000', 'SCT', 'Area'),
} as const;

/** Units of UCUM (PS3.16, CID 7460 and 7461). */
export const UNITS = {
  mm: code('mm', 'UCUM', 'millimeter'),
  mm2: code('mm2', 'UCUM', 'square millimeter'),
  deg: code('deg', 'UCUM', 'degree'),
  pixels: code('{pixels}', 'UCUM', 'pixels'),
  pixels2: code('{pixels2}', 'UCUM', 'square pixels'),
} as const;

export interface ReportedValue {
  quantity: keyof typeof QUANTITIES;
  unit: keyof typeof UNITS;
  value: number;
}

/** One annotation of a report. */
export interface ReportedMeasurement {
  /** identifies the annotation in all reports that contain it */
  uid: string;
  label: string;
  authorName: string;
  comment: string;
  values: readonly ReportedValue[];
  place: ReportedPlace;
}

/** Points in the patient's millimetres, or columns and rows of an image, pixel centres at integers. */
export type ReportedPlace = { isClosed: boolean } & (
  | { space: 'patient'; points: readonly Vector3[] }
  | { space: 'image'; points: readonly Vector3[]; image: ImageReference | undefined }
);

/**
 * A Measurement Report (PS3.16, TID 1500) as Comprehensive 3D SR (PS3.3, A.35.13). Each measurement is a group (TID 1501)
 * with its values, the points from which they were computed, and the image in which they are, or which is nearest to them.
 */
export function measurementReport(
  source: DicomSource,
  measurements: readonly ReportedMeasurement[],
  at = new Date(),
): Uint8Array<ArrayBuffer> {
  const { day, time } = dicomTime(at);
  const elements: ElementToWrite[] = [
    ...source.identity,
    ...EQUIPMENT,
    // Enhanced General Equipment (PS3.3, C.7.5.2)
    [0x00181000, 'LO', '1'],
    [0x00181020, 'LO', 'SNIMOK_1'],
    [TAG.sopClassUID, 'UI', COMPREHENSIVE_3D_SR],
    [TAG.sopInstanceUID, 'UI', newUID()],
    [TAG.seriesInstanceUID, 'UI', newUID()],
    [TAG.seriesNumber, 'IS', DERIVED_SERIES_NUMBER.report],
    [TAG.seriesDescription, 'LO', 'Измерения'],
    [TAG.modality, 'CS', 'SR'],
    // Referenced Performed Procedure Step Sequence, type 2
    [0x00081111, 'SQ', []],
    [TAG.instanceNumber, 'IS', 1],
    [TAG.contentDate, 'DA', day],
    [TAG.contentTime, 'TM', time],
    // Completion and Verification Flag
    [0x0040a491, 'CS', 'COMPLETE'],
    [0x0040a493, 'CS', 'UNVERIFIED'],
    // Performed Procedure Code Sequence, type 2
    [0x0040a372, 'SQ', []],
    [0x0040a375, 'SQ', [evidenceOf(source)]],
    ...rootOf(source, measurements),
  ];
  return writeDicom(elements);
}

/** The items of the Current Requested Procedure Evidence Sequence: all instances of the series. */
const evidenceOf = ({ studyInstanceUID, seriesInstanceUID, instances }: DicomSource): ElementToWrite[] => [
  [TAG.studyInstanceUID, 'UI', studyInstanceUID],
  [
    0x00081115,
    'SQ',
    [
      [
        [TAG.seriesInstanceUID, 'UI', seriesInstanceUID],
        [0x00081199, 'SQ', instances.map((instance) => referenceTo({ instance, frame: null }))],
      ],
    ],
  ],
];

const ENGLISH = code('en', 'RFC5646', 'English');
const PERSON = code('121006', 'DCM', 'Person');
const IMAGING_PROCEDURE = code('363679005', 'SCT', 'Imaging procedure');
const IMAGE_LIBRARY = code('111028', 'DCM', 'Image Library');
const IMAGE_LIBRARY_GROUP = code('126200', 'DCM', 'Image Library Group');
const MEASUREMENT_REPORT = code('126000', 'DCM', 'Imaging Measurement Report');
const MEASUREMENTS = code('126010', 'DCM', 'Imaging Measurements');
const GROUP = code('125007', 'DCM', 'Measurement Group');

/** The root of the content tree, whose attributes are those of the document. */
const rootOf = (source: DicomSource, measurements: readonly ReportedMeasurement[]): ElementToWrite[] => {
  const images = source.instances.map((instance) => imageItem('CONTAINS', null, { instance, frame: null }));
  const root = container('CONTAINS', MEASUREMENT_REPORT, [
    codeItem('HAS CONCEPT MOD', code('121049', 'DCM', 'Language of Content Item and Descendants'), ENGLISH),
    ...observers(new Set(measurements.flatMap(({ authorName }) => authorName || []))),
    codeItem('HAS CONCEPT MOD', code('121058', 'DCM', 'Procedure reported'), IMAGING_PROCEDURE),
    container('CONTAINS', IMAGE_LIBRARY, [container('CONTAINS', IMAGE_LIBRARY_GROUP, images)]),
    container(
      'CONTAINS',
      MEASUREMENTS,
      measurements.map((one) => container('CONTAINS', GROUP, groupOf(source, one))),
    ),
  ]);
  const isRelationship = ([tag]: ElementToWrite) => tag === 0x0040a010;
  return [
    ...root.filter((element) => !isRelationship(element)),
    [
      0x0040a504,
      'SQ',
      [
        [
          [0x00080105, 'CS', 'DCMR'],
          [0x0040db00, 'CS', '1500'],
        ],
      ],
    ],
  ];
};

/** The observers (TID 1001 and 1003). */
const observers = (names: Iterable<string>): ContentItem[] =>
  [...names].flatMap((name) => [
    codeItem('HAS OBS CONTEXT', code('121005', 'DCM', 'Observer Type'), PERSON),
    personItem('HAS OBS CONTEXT', code('121008', 'DCM', 'Person Observer Name'), name),
  ]);

const COMMENT: CodedConcept = code('121106', 'DCM', 'Comment');
const SOURCE_OF_MEASUREMENT = code('121112', 'DCM', 'Source of Measurement');

function groupOf(source: DicomSource, measurement: ReportedMeasurement): ContentItem[] {
  const { label, uid, authorName, comment, values } = measurement;
  const places = placeItems(source, measurement.place);
  return [
    textItem('HAS OBS CONTEXT', code('112039', 'DCM', 'Tracking Identifier'), label),
    uidItem('HAS OBS CONTEXT', code('112040', 'DCM', 'Tracking Unique Identifier'), uid),
    ...observers(authorName ? [authorName] : []),
    ...values.map(({ quantity, unit, value }) =>
      numberItem('CONTAINS', QUANTITIES[quantity], value, UNITS[unit], places),
    ),
    ...(comment || values.length === 0 ? [textItem('CONTAINS', COMMENT, comment || label, places)] : []),
  ];
}

/** TID 320: where a value was measured. */
function placeItems(source: DicomSource, place: ReportedPlace): ContentItem[] {
  const [first] = place.points;
  if (!first) return [];
  const points = place.isClosed ? [...place.points, first] : place.points;
  if (place.space === 'image')
    return place.image ? [pointsInImage('INFERRED FROM', points, place.image)] : [];
  const middle = [0, 1, 2].map(
    (axis) => place.points.reduce((sum, point) => sum + point[axis]!, 0) / place.points.length,
  ) as unknown as Vector3;
  const image = nearestImage(source, middle);
  const { frameOfReferenceUID: frame } = source;
  return [
    ...(frame ? [pointsInPatient('INFERRED FROM', points, place.isClosed, frame)] : []),
    ...(image ? [imageItem('INFERRED FROM', SOURCE_OF_MEASUREMENT, image)] : []),
  ];
}
