import type { Orientation } from './elements/file.ts';
import { dicomName } from './person-name.ts';
import { TAG } from './elements/tags.ts';
import { type ElementToWrite, writeDicom } from './elements/write.ts';

const CT_IMAGE = '1.2.840.10008.5.1.4.1.1.2';
const DIGITAL_X_RAY_FOR_PRESENTATION = '1.2.840.10008.5.1.4.1.1.1.1';

/** Attributes that all files of a study have in common. Days are YYYY-MM-DD. */
export type StudyToWrite = {
  accessionNumber?: string;
  patient: { name: string; id: string; birthDate: string; sex: 'M' | 'F' | 'O' };
  takenOn: string;
  /** HH:MM; without it, the files state no time of the acquisition */
  takenAt?: string;
  studyInstanceUID: string;
  seriesInstanceUID: string;
  seriesNumber: number;
  seriesDescription: string;
  manufacturer: string;
  model: string;
};

/** One axial slice; `values` row by row, by default in Hounsfield units plus 1024, 12 bits. */
type SliceToWrite = {
  sopInstanceUID: string;
  frameOfReferenceUID: string;
  instanceNumber: number | null;
  rows: number;
  columns: number;
  values: Uint16Array;
  pixelSpacingMm: readonly [down: number, across: number];
  sliceThicknessMm: number;
  /** null: the file does not state it */
  imagePositionMm: readonly [number, number, number] | null;
  /** by default that of an axial slice */
  imageOrientation?: Orientation;
  acquisitionNumber?: number;
  /** if it differs from the default, values may have 16 bits */
  rescale?: readonly [slope: number, intercept: number];
};

/** One panoramic radiograph; higher values are denser, 12 bits. */
type PanoramicToWrite = {
  sopInstanceUID: string;
  rows: number;
  columns: number;
  values: Uint16Array;
  /** null for a picture of unknown scale, such as a digitised film */
  imagerPixelSpacingMm: readonly [down: number, across: number] | null;
};

/** Added to Hounsfield units so that air (-1000 HU) is stored as an unsigned value. */
export const HOUNSFIELD_OFFSET = 1024;

/** A CT Image (PS3.3, A.3), as which most cone-beam devices write their slices. */
export function ctImage(study: StudyToWrite, slice: SliceToWrite): Uint8Array<ArrayBuffer> {
  const [slope, intercept] = slice.rescale ?? [1, -HOUNSFIELD_OFFSET];
  return writeDicom([
    ...studyElements(study, 'CT', CT_IMAGE, slice.sopInstanceUID),
    ...pixelElements(slice, slice.rescale ? 16 : 12),
    [TAG.imageType, 'CS', 'ORIGINAL\\PRIMARY\\AXIAL'],
    [TAG.patientPosition, 'CS', 'HFS'],
    [TAG.sliceThickness, 'DS', slice.sliceThicknessMm],
    [TAG.tubeVoltageKv, 'DS', 90],
    [TAG.acquisitionNumber, 'IS', slice.acquisitionNumber ?? 1],
    [TAG.instanceNumber, 'IS', slice.instanceNumber ?? []],
    ...(slice.imagePositionMm ? ([[TAG.imagePosition, 'DS', slice.imagePositionMm]] as const) : []),
    [TAG.imageOrientation, 'DS', slice.imageOrientation ?? [1, 0, 0, 0, 1, 0]],
    [TAG.frameOfReferenceUID, 'UI', slice.frameOfReferenceUID],
    [TAG.positionReferenceIndicator, 'LO', ''],
    [TAG.pixelSpacing, 'DS', slice.pixelSpacingMm],
    [TAG.windowCenter, 'DS', 700],
    [TAG.windowWidth, 'DS', 4000],
    [TAG.rescaleIntercept, 'DS', intercept],
    [TAG.rescaleSlope, 'DS', slope],
    [TAG.rescaleType, 'LO', 'HU'],
  ]);
}

/** A Digital X-Ray Image for presentation (PS3.3, A.26) with modality PX: a panoramic radiograph. */
export function panoramicImage(study: StudyToWrite, image: PanoramicToWrite): Uint8Array<ArrayBuffer> {
  const spacing = image.imagerPixelSpacingMm;
  return writeDicom([
    ...studyElements(study, 'PX', DIGITAL_X_RAY_FOR_PRESENTATION, image.sopInstanceUID),
    ...pixelElements(image),
    [TAG.imageType, 'CS', 'ORIGINAL\\PRIMARY\\'],
    [TAG.presentationIntentType, 'CS', 'FOR PRESENTATION'],
    [TAG.anatomicRegionSequence, 'SQ', [code('69217003', 'SCT', 'Jaw and teeth region')]],
    [TAG.positionerType, 'CS', 'NONE'],
    ...(spacing ? ([[TAG.imagerPixelSpacing, 'DS', spacing]] as const) : []),
    [TAG.detectorType, 'CS', 'SCINTILLATOR'],
    [TAG.instanceNumber, 'IS', 1],
    [TAG.patientOrientation, 'CS', 'L\\F'],
    [TAG.imageLaterality, 'CS', 'U'],
    [TAG.burnedInAnnotation, 'CS', 'NO'],
    [TAG.pixelIntensityRelationship, 'CS', 'LOG'],
    [TAG.pixelIntensityRelationshipSign, 'SS', -1],
    [TAG.windowCenter, 'DS', 2048],
    [TAG.windowWidth, 'DS', 4096],
    [TAG.rescaleIntercept, 'DS', 0],
    [TAG.rescaleSlope, 'DS', 1],
    [TAG.rescaleType, 'LO', 'US'],
    [TAG.lossyImageCompression, 'CS', '00'],
    [TAG.acquisitionContextSequence, 'SQ', []],
    [TAG.presentationLutShape, 'CS', 'IDENTITY'],
  ]);
}

function studyElements(
  study: StudyToWrite,
  modality: string,
  sopClassUID: string,
  sopInstanceUID: string,
): ElementToWrite[] {
  const day = (date: string) => date.replaceAll('-', '');
  const time = study.takenAt === undefined ? undefined : `${study.takenAt.replace(':', '')}00`;
  return [
    [TAG.sopClassUID, 'UI', sopClassUID],
    [TAG.sopInstanceUID, 'UI', sopInstanceUID],
    [TAG.studyDate, 'DA', day(study.takenOn)],
    [TAG.seriesDate, 'DA', day(study.takenOn)],
    [TAG.acquisitionDate, 'DA', day(study.takenOn)],
    [TAG.contentDate, 'DA', day(study.takenOn)],
    [TAG.studyTime, 'TM', time ?? '120000'],
    ...(time === undefined ? [] : acquisitionTimes(time)),
    [TAG.contentTime, 'TM', time ?? '120000'],
    [TAG.accessionNumber, 'SH', study.accessionNumber ?? ''],
    [TAG.modality, 'CS', modality],
    [TAG.manufacturer, 'LO', study.manufacturer],
    [TAG.referringPhysicianName, 'PN', ''],
    [TAG.seriesDescription, 'LO', study.seriesDescription],
    [TAG.modelName, 'LO', study.model],
    [TAG.patientName, 'PN', dicomName(study.patient.name)],
    [TAG.patientID, 'LO', study.patient.id],
    [TAG.patientBirthDate, 'DA', day(study.patient.birthDate)],
    [TAG.patientSex, 'CS', study.patient.sex],
    [TAG.bodyPartExamined, 'CS', 'JAW'],
    [TAG.studyInstanceUID, 'UI', study.studyInstanceUID],
    [TAG.seriesInstanceUID, 'UI', study.seriesInstanceUID],
    [TAG.studyID, 'SH', '1'],
    [TAG.seriesNumber, 'IS', study.seriesNumber],
  ];
}

const acquisitionTimes = (time: string): ElementToWrite[] => [
  [TAG.seriesTime, 'TM', time],
  [TAG.acquisitionTime, 'TM', time],
];

type PixelsToWrite = { rows: number; columns: number; values: Uint16Array };

/** The Image Pixel module (PS3.3, C.7.6.3): `bits` unsigned bits in 16. */
function pixelElements({ rows, columns, values }: PixelsToWrite, bits = 12): ElementToWrite[] {
  return [
    [TAG.samplesPerPixel, 'US', 1],
    [TAG.photometricInterpretation, 'CS', 'MONOCHROME2'],
    [TAG.rows, 'US', rows],
    [TAG.columns, 'US', columns],
    [TAG.bitsAllocated, 'US', 16],
    [TAG.bitsStored, 'US', bits],
    [TAG.highBit, 'US', bits - 1],
    [TAG.pixelRepresentation, 'US', 0],
    [TAG.pixelData, 'OW', new Uint8Array(values.buffer, values.byteOffset, values.byteLength)],
  ];
}

/** A coded concept (PS3.3, 8.8). */
const code = (value: string, scheme: string, meaning: string): ElementToWrite[] => [
  [TAG.codeValue, 'SH', value],
  [TAG.codingScheme, 'SH', scheme],
  [TAG.codeMeaning, 'LO', meaning],
];
