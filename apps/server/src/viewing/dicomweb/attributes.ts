import { dicomName } from '@snimok/imaging/dicom/person-name';
import type { JsonAttribute, JsonDataSet } from '@snimok/imaging/dicom/json-model';

/** What searches are about and answered with, by keyword (PS3.6). */
export const ATTRIBUTE = {
  StudyDate: '00080020',
  StudyTime: '00080030',
  AccessionNumber: '00080050',
  InstanceAvailability: '00080056',
  Modality: '00080060',
  ModalitiesInStudy: '00080061',
  ReferringPhysicianName: '00080090',
  SeriesDescription: '0008103E',
  RetrieveURL: '00081190',
  SOPClassUID: '00080016',
  SOPInstanceUID: '00080018',
  PatientName: '00100010',
  PatientID: '00100020',
  PatientBirthDate: '00100030',
  PatientSex: '00100040',
  StudyInstanceUID: '0020000D',
  SeriesInstanceUID: '0020000E',
  StudyID: '00200010',
  SeriesNumber: '00200011',
  InstanceNumber: '00200013',
  NumberOfStudyRelatedSeries: '00201206',
  NumberOfStudyRelatedInstances: '00201208',
  NumberOfSeriesRelatedInstances: '00201209',
  NumberOfFrames: '00280008',
  Rows: '00280010',
  Columns: '00280011',
  BitsAllocated: '00280100',
} as const;
export type Keyword = keyof typeof ATTRIBUTE;

const keywordOfTag = new Map<string, Keyword>(
  Object.entries(ATTRIBUTE).map(([keyword, tag]) => [tag, keyword as Keyword]),
);

/** `PatientName` or `00100010`; null for what no search here knows. */
export const keywordOf = (written: string): Keyword | null =>
  written in ATTRIBUTE ? (written as Keyword) : (keywordOfTag.get(written.toUpperCase()) ?? null);

/** An attribute with its values; those that are null or empty are left out, as one without any value must be. */
export const attribute = (vr: string, ...values: (string | number | null | undefined)[]): JsonAttribute => {
  const there = values.filter((value) => value !== null && value !== undefined && value !== '');
  return there.length > 0 ? { vr, Value: there as (string | number)[] } : { vr };
};

export const personName = (name: string): JsonAttribute => {
  const written = dicomName(name);
  return written ? { vr: 'PN', Value: [{ Alphabetic: written }] } : { vr: 'PN' };
};

/** In ascending order of tags, as the JSON model wants them (PS3.18, F.2.2). */
export const dataSet = (attributes: Partial<Record<Keyword, JsonAttribute>>): JsonDataSet =>
  Object.fromEntries(
    Object.entries(attributes)
      .map(([keyword, value]) => [ATTRIBUTE[keyword as Keyword], value] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );

/** The attribute as the file has it, else empty. */
export const copyAttribute = (metadata: JsonDataSet, keyword: Keyword, vr: string): JsonAttribute =>
  metadata[ATTRIBUTE[keyword]] ?? { vr };
