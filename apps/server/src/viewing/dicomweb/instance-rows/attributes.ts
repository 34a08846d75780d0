import { dicomName } from '@snimok/imaging/dicom/person-name';
import type { JsonAttribute, JsonDataSet } from '@snimok/imaging/dicom/elements/json-model';

/** The tags of the attributes that searches match and return, by keyword (PS3.6). */
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
  ScheduledProcedureStepID: '00400009',
  PerformedProcedureStepStartDate: '00400244',
  PerformedProcedureStepStartTime: '00400245',
  RequestAttributesSequence: '00400275',
  RequestedProcedureID: '00401001',
  PixelData: '7FE00010',
} as const;
export type Keyword = keyof typeof ATTRIBUTE;
/** The name of a matching key: an attribute, or one in the items of a sequence (PS3.18, 8.3.4.1). */
export type Key = Keyword | `${Keyword}.${Keyword}`;

/**
 * How a key is matched (PS3.4, C.2.2.2). `date`, `time`: single value or range. `uid`: list. `id`, `text`: single value or wildcard,
 * one of several values; the case of letters counts in an `id`. `phrase` and `name`: the same, but a comma does not separate values; a
 * `name` matches from its beginning, or fuzzily.
 */
export type Matching = 'date' | 'time' | 'uid' | 'id' | 'text' | 'phrase' | 'name';

const keywordOfTag = new Map<string, Keyword>(
  Object.entries(ATTRIBUTE).map(([keyword, tag]) => [tag, keyword as Keyword]),
);

const keywordOf = (name: string): Keyword | null =>
  Object.hasOwn(ATTRIBUTE, name) ? (name as Keyword) : (keywordOfTag.get(name.toUpperCase()) ?? null);

/** The key for `PatientName`, `00100010` or `00400275.00400009`; null for attributes outside `ATTRIBUTE`. */
export const keyOf = (name: string): Key | null => {
  const [one, other, ...more] = name.split('.', 3).map(keywordOf);
  if (!one || other === null || more.length > 0) return null;
  return other ? `${one}.${other}` : one;
};

/**
 * An attribute with its values. Null and empty ones are dropped; without any value, `Value` is absent (PS3.18, F.2.5).
 */
export const attribute = (vr: string, ...values: (string | number | null | undefined)[]): JsonAttribute => {
  const present = values.filter((value) => value !== null && value !== undefined && value !== '');
  return present.length > 0 ? { vr, Value: present as (string | number)[] } : { vr };
};

export const personName = (name: string): JsonAttribute => {
  const alphabetic = dicomName(name);
  return alphabetic ? { vr: 'PN', Value: [{ Alphabetic: alphabetic }] } : { vr: 'PN' };
};

export const dataSet = (attributes: Partial<Record<Keyword, JsonAttribute>>): JsonDataSet =>
  combined(
    Object.fromEntries(
      Object.entries(attributes).map(([keyword, value]) => [ATTRIBUTE[keyword as Keyword], value]),
    ),
  );

/**
 * The attributes of all data sets by ascending tag, as the JSON model requires (PS3.18, F.2.2); of attributes with
 * the same tag, the last one.
 */
export const combined = (...dataSets: JsonDataSet[]): JsonDataSet =>
  Object.fromEntries(
    Object.entries(Object.assign({}, ...dataSets) as JsonDataSet).toSorted(([one], [other]) =>
      one < other ? -1 : 1,
    ),
  );

/** The attribute of the file; without a value when the file does not contain it. */
export const copyAttribute = (attributes: JsonDataSet, keyword: Keyword, vr: string): JsonAttribute =>
  attributes[ATTRIBUTE[keyword]] ?? { vr };
