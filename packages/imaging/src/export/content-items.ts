import type { Vector3 } from '../dicom/elements/file.ts';
import { dicomName } from '../dicom/person-name.ts';
import { TAG } from '../dicom/elements/tags.ts';
import type { ElementToWrite } from '../dicom/elements/write.ts';
import { type ImageReference, referenceTo } from './dicom-source.ts';

/* Content items of structured reports (PS3.3, C.17.3). */

type Relationship = 'CONTAINS' | 'HAS CONCEPT MOD' | 'HAS OBS CONTEXT' | 'INFERRED FROM' | 'SELECTED FROM';

/** The attributes of an item, including its children. */
export type ContentItem = readonly ElementToWrite[];
export type CodedConcept = ContentItem;

/** Code Value, Coding Scheme Designator and Code Meaning (PS3.3, 8.8). */
export const code = (value: string, scheme: string, meaning: string): CodedConcept => [
  [TAG.codeValue, 'SH', value],
  [TAG.codingScheme, 'SH', scheme],
  [TAG.codeMeaning, 'LO', meaning],
];

function item(
  relationship: Relationship,
  valueType: string,
  concept: CodedConcept | null,
  value: ContentItem,
  children: readonly ContentItem[] = [],
): ContentItem {
  return [
    [0x0040a010, 'CS', relationship],
    [0x0040a040, 'CS', valueType],
    ...(concept ? [[0x0040a043, 'SQ', [concept]] as const] : []),
    ...value,
    ...(children.length > 0 ? [[0x0040a730, 'SQ', children] as const] : []),
  ];
}

export const container = (
  relationship: Relationship,
  concept: CodedConcept,
  children: readonly ContentItem[],
): ContentItem => item(relationship, 'CONTAINER', concept, [[0x0040a050, 'CS', 'SEPARATE']], children);

export const codeItem = (
  relationship: Relationship,
  concept: CodedConcept,
  value: CodedConcept,
): ContentItem => item(relationship, 'CODE', concept, [[0x0040a168, 'SQ', [value]]]);

export const textItem = (
  relationship: Relationship,
  concept: CodedConcept,
  text: string,
  children: readonly ContentItem[] = [],
): ContentItem => item(relationship, 'TEXT', concept, [[0x0040a160, 'UT', text]], children);

export const personItem = (relationship: Relationship, concept: CodedConcept, name: string): ContentItem =>
  item(relationship, 'PNAME', concept, [[0x0040a123, 'PN', dicomName(name.slice(0, 64))]]);

export const uidItem = (relationship: Relationship, concept: CodedConcept, uid: string): ContentItem =>
  item(relationship, 'UIDREF', concept, [[0x0040a124, 'UI', uid]]);

/** A value with its unit (PS3.3, C.18.1). */
export const numberItem = (
  relationship: Relationship,
  concept: CodedConcept,
  value: number,
  unit: CodedConcept,
  children: readonly ContentItem[],
): ContentItem =>
  item(
    relationship,
    'NUM',
    concept,
    [
      [
        0x0040a300,
        'SQ',
        [
          [
            [0x004008ea, 'SQ', [unit]],
            [0x0040a30a, 'DS', value],
          ],
        ],
      ],
    ],
    children,
  );

export const imageItem = (
  relationship: Relationship,
  concept: CodedConcept | null,
  image: ImageReference,
): ContentItem => item(relationship, 'IMAGE', concept, [[0x00081199, 'SQ', [referenceTo(image)]]]);

const graphicType = (points: readonly Vector3[]) => (points.length === 1 ? 'POINT' : 'POLYLINE');

/**
 * Points of an image, with pixel centres at integers. SCOORD counts from the corner of the first pixel (PS3.3,
 * C.18.6.1.1).
 */
export const pointsInImage = (
  relationship: Relationship,
  points: readonly Vector3[],
  image: ImageReference,
): ContentItem =>
  item(
    relationship,
    'SCOORD',
    null,
    [
      [0x00700022, 'FL', points.flatMap(([column, row]) => [column + 0.5, row + 0.5])],
      [0x00700023, 'CS', graphicType(points)],
    ],
    [imageItem('SELECTED FROM', null, image)],
  );

/** Points in the patient's millimetres (PS3.3, C.18.9). */
export const pointsInPatient = (
  relationship: Relationship,
  points: readonly Vector3[],
  isClosed: boolean,
  frameOfReferenceUID: string,
): ContentItem =>
  item(relationship, 'SCOORD3D', null, [
    [0x00700022, 'FL', points.flat()],
    [0x00700023, 'CS', isClosed ? 'POLYGON' : graphicType(points)],
    [0x30060024, 'UI', frameOfReferenceUID],
  ]);
