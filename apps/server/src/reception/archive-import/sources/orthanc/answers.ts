import { modalitiesOf } from '@snimok/imaging/dicom/study-attributes';
import { readableName } from '@snimok/imaging/dicom/person-name';
import { z } from 'zod';
import { isMangled, repairedText } from '../repaired-text.ts';
import type { SourceStudy } from '../source.ts';

// The answers of Orthanc's REST API. What is not used is not checked.

/** Orthanc's own identifier of a study, series or instance: a SHA-1. */
const OrthancID = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{8}){4}$/);
export const OrthancIDs = z.array(OrthancID);

const Tags = z.record(z.string(), z.unknown());

export const OrthancStudy = z.object({
  ID: OrthancID,
  MainDicomTags: Tags,
  PatientMainDicomTags: Tags.optional(),
});

export const OrthancSeries = z.array(z.object({ ID: OrthancID, MainDicomTags: Tags, Instances: OrthancIDs }));

export const OrthancStatistics = z.object({
  DicomUncompressedSize: z.string().optional(),
  UncompressedSize: z.string().optional(),
});

export const OrthancInstances = z.array(
  z.object({ ID: OrthancID, FileSize: z.number().int().min(0).nullish(), MainDicomTags: Tags }),
);

export const MD5 = z.string().regex(/^[0-9a-f]{32}$/);

/** Whether the name of the patient has to be read from a file. */
export const hasMangledName = ({ PatientMainDicomTags: tags }: z.infer<typeof OrthancStudy>): boolean =>
  isMangled(textOf(tags, 'PatientName') ?? '');

/** The text of a tag by its name; null if it is absent or blank. */
const textOf = (tags: Record<string, unknown> | undefined, name: string): string | null => {
  const value = tags?.[name];
  if (typeof value !== 'string') return null;
  // files pad text with zero bytes too
  return repairedText(value.replaceAll('\0', '')).trim().slice(0, 512) || null;
};

const nameIn = (text: string | null) => (text === null || isMangled(text) ? null : readableName(text));

export const uidOf = (tags: Record<string, unknown>, name: string): string | null => {
  const uid = textOf(tags, name);
  return uid !== null && /^[0-9.]{1,64}$/.test(uid) ? uid : null;
};

export const studyOf = (
  { ID, MainDicomTags: own, PatientMainDicomTags: patient }: z.infer<typeof OrthancStudy>,
  series: z.infer<typeof OrthancSeries>,
  statistics: z.infer<typeof OrthancStatistics>,
): SourceStudy => ({
  key: ID,
  studyInstanceUID: uidOf(own, 'StudyInstanceUID'),
  patientName: nameIn(textOf(patient, 'PatientName')),
  patientID: textOf(patient, 'PatientID'),
  birthDate: textOf(patient, 'PatientBirthDate'),
  sex: textOf(patient, 'PatientSex'),
  studyDate: textOf(own, 'StudyDate'),
  studyTime: textOf(own, 'StudyTime'),
  accessionNumber: textOf(own, 'AccessionNumber'),
  referringPhysician: nameIn(textOf(own, 'ReferringPhysicianName')),
  description: textOf(own, 'StudyDescription'),
  modalities: modalitiesOf(series.map(({ MainDicomTags }) => textOf(MainDicomTags, 'Modality') ?? '')),
  instanceCount: series.reduce((sum, { Instances }) => sum + Instances.length, 0),
  sizeBytes: sizeOf(statistics),
});

const sizeOf = ({ DicomUncompressedSize, UncompressedSize }: z.infer<typeof OrthancStatistics>) => {
  const bytes = Number(DicomUncompressedSize ?? UncompressedSize ?? Number.NaN);
  return Number.isSafeInteger(bytes) ? bytes : null;
};
