import type { JsonDataSet } from '@snimok/imaging/dicom/elements/json-model';
import { after } from '../../../platform/time-and-sizes/clock.ts';
import { accessionNumberOf } from '../../../studies/studies/study-rows/origin.ts';
import { attribute, combined, copyAttribute, dataSet, personName } from './attributes.ts';
import type { FoundInstance, FoundSeries } from './instance-queries.ts';
import type { FoundStudy } from './queries.ts';

type DatedStudy = Pick<FoundStudy, 'createdAt' | 'examinedAt' | 'examinedOffset' | 'examinedPrecision'>;

/**
 * DICOM date and time of a study, `20261121` and `093000`: when its images were taken, on the clock of the machine, or, if that
 * is unknown, when the study was created, on the clock of the centre. No time if only the day is known. `matchTime` of
 * study-conditions.ts selects by the same values.
 */
const dateAndTime = (study: DatedStudy, timeZone: string) => {
  const { createdAt, examinedAt, examinedPrecision } = study;
  const [date = '', time = ''] = examinedAt
    ? clockOf(after(examinedAt, (study.examinedOffset ?? 0) * 60_000), 'UTC')
    : clockOf(createdAt, timeZone);
  const hasTime = examinedAt === null || examinedPrecision === 'minute';
  return { date: date.replaceAll('-', ''), time: hasTime ? time.replaceAll(':', '') : undefined };
};

const clockOf = (instant: Date, timeZone: string): string[] =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    .format(instant)
    .split(' ');

/** A study: patient and date from the portal's record, counts from its files (PS3.18, table 10.6.3-3). */
export const presentStudy = (study: FoundStudy, base: string, timeZone: string): JsonDataSet => {
  const { date, time } = dateAndTime(study, timeZone);
  const uid = study.studyInstanceUID ?? '';
  return dataSet({
    StudyDate: attribute('DA', date),
    StudyTime: attribute('TM', time),
    AccessionNumber: attribute('SH', accessionNumberOf(study)),
    InstanceAvailability: attribute('CS', 'ONLINE'),
    ModalitiesInStudy: attribute('CS', ...study.modalities),
    ReferringPhysicianName: personName(study.doctorName),
    RetrieveURL: attribute('UR', `${base}/studies/${uid}`),
    PatientName: personName(study.patientName),
    PatientID: attribute('LO', String(study.patientID)),
    PatientBirthDate: attribute('DA', study.birthday?.replaceAll('-', '')),
    PatientSex: attribute('CS', study.sex === 'female' ? 'F' : 'M'),
    StudyInstanceUID: attribute('UI', uid),
    StudyID: attribute('SH', String(study.id)),
    NumberOfStudyRelatedSeries: attribute('IS', study.seriesCount),
    NumberOfStudyRelatedInstances: attribute('IS', study.imageCount),
  });
};

/** A series (PS3.18, table 10.6.3-4); its attributes come from its first instance. */
export const presentSeries = (
  { seriesInstanceUID, instanceCount, attributes }: FoundSeries,
  studyUID: string,
  base: string,
): JsonDataSet =>
  combined(
    ofSeries(attributes),
    dataSet({
      InstanceAvailability: attribute('CS', 'ONLINE'),
      RetrieveURL: attribute('UR', `${base}/studies/${studyUID}/series/${seriesInstanceUID}`),
      StudyInstanceUID: attribute('UI', studyUID),
      SeriesInstanceUID: attribute('UI', seriesInstanceUID),
      NumberOfSeriesRelatedInstances: attribute('IS', instanceCount),
    }),
  );

/** What an instance says of its series. */
export const ofSeries = (attributes: JsonDataSet): JsonDataSet =>
  dataSet({
    Modality: copyAttribute(attributes, 'Modality', 'CS'),
    SeriesDescription: copyAttribute(attributes, 'SeriesDescription', 'LO'),
    SeriesNumber: copyAttribute(attributes, 'SeriesNumber', 'IS'),
    PerformedProcedureStepStartDate: copyAttribute(attributes, 'PerformedProcedureStepStartDate', 'DA'),
    PerformedProcedureStepStartTime: copyAttribute(attributes, 'PerformedProcedureStepStartTime', 'TM'),
    RequestAttributesSequence: copyAttribute(attributes, 'RequestAttributesSequence', 'SQ'),
  });

/** An instance (PS3.18, table 10.6.3-5). */
export const presentInstance = (
  { seriesInstanceUID, sopInstanceUID, attributes }: FoundInstance,
  studyUID: string,
  base: string,
): JsonDataSet =>
  dataSet({
    SOPClassUID: copyAttribute(attributes, 'SOPClassUID', 'UI'),
    SOPInstanceUID: attribute('UI', sopInstanceUID),
    InstanceAvailability: attribute('CS', 'ONLINE'),
    RetrieveURL: attribute(
      'UR',
      `${base}/studies/${studyUID}/series/${seriesInstanceUID}/instances/${sopInstanceUID}`,
    ),
    StudyInstanceUID: attribute('UI', studyUID),
    SeriesInstanceUID: attribute('UI', seriesInstanceUID),
    InstanceNumber: copyAttribute(attributes, 'InstanceNumber', 'IS'),
    NumberOfFrames: copyAttribute(attributes, 'NumberOfFrames', 'IS'),
    Rows: copyAttribute(attributes, 'Rows', 'US'),
    Columns: copyAttribute(attributes, 'Columns', 'US'),
    BitsAllocated: copyAttribute(attributes, 'BitsAllocated', 'US'),
  });
