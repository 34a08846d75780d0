import { createHash } from 'node:crypto';
import { STUDY_TYPES } from '@snimok/contract/study-types';
import type { WorklistItem } from '@snimok/contract/worklist';
import { dicomName } from '@snimok/imaging/dicom/person-name';
import type { ElementToWrite } from '@snimok/imaging/dicom/write';
import type { z } from 'zod';

export type Item = z.infer<typeof WorklistItem>;

/** One item as one machine sees it. */
export interface Scheduled {
  item: Item;
  /** address of the portal, which makes its UIDs unique */
  portal: string;
  /** AE title of the machine: the portal does not plan which machine is used, so every one may take every patient */
  station: string;
  modality: string;
  /** YYYYMMDD and HHMMSS on the clock of this PC */
  date: string;
  time: string;
}

/** The attributes of an answer by keyword (PS3.4, table K.6-1): those of types 1 and 2, which are empty where unknown. */
export const ATTRIBUTES: Record<string, (scheduled: Scheduled) => ElementToWrite> = {
  AccessionNumber: ({ item }) => [0x00080050, 'SH', item.accessionNumber],
  ReferringPhysicianName: ({ item }) => [0x00080090, 'PN', nameOf(item.doctorName)],
  ReferencedStudySequence: () => [0x00081110, 'SQ', []],
  ReferencedPatientSequence: () => [0x00081120, 'SQ', []],
  PatientName: ({ item }) => [0x00100010, 'PN', nameOf(item.name)],
  PatientID: ({ item }) => [0x00100020, 'LO', patientIDOf(item)],
  PatientBirthDate: ({ item }) => [0x00100030, 'DA', (item.birthday ?? '').replaceAll('-', '')],
  PatientSex: ({ item }) => [0x00100040, 'CS', item.sex === null ? '' : item.sex === 'female' ? 'F' : 'M'],
  PatientWeight: () => [0x00101030, 'DS', []],
  MedicalAlerts: () => [0x00102000, 'LO', ''],
  Allergies: () => [0x00102110, 'LO', ''],
  PregnancyStatus: () => [0x001021c0, 'US', []],
  StudyInstanceUID: (scheduled) => [0x0020000d, 'UI', studyUIDOf(scheduled)],
  RequestingPhysician: ({ item }) => [0x00321032, 'PN', nameOf(item.doctorName)],
  RequestedProcedureDescription: (scheduled) => [0x00321060, 'LO', procedureOf(scheduled)],
  AdmissionID: () => [0x00380010, 'LO', ''],
  SpecialNeeds: () => [0x00380050, 'LO', ''],
  CurrentPatientLocation: () => [0x00380300, 'LO', ''],
  PatientState: () => [0x00380500, 'LO', ''],
  RequestedProcedureID: ({ item }) => [0x00401001, 'SH', item.accessionNumber],
  RequestedProcedurePriority: () => [0x00401003, 'SH', ''],
  PatientTransportArrangements: () => [0x00401004, 'LO', ''],
  ConfidentialityConstraintOnPatientDataDescription: () => [0x00403001, 'LO', ''],
};

/** Those inside the item of the Scheduled Procedure Step Sequence. */
export const STEP_ATTRIBUTES: Record<string, (scheduled: Scheduled) => ElementToWrite> = {
  Modality: ({ modality }) => [0x00080060, 'CS', modality],
  RequestedContrastAgent: () => [0x00321070, 'LO', ''],
  ScheduledStationAETitle: ({ station }) => [0x00400001, 'AE', station],
  ScheduledProcedureStepStartDate: ({ date }) => [0x00400002, 'DA', date],
  ScheduledProcedureStepStartTime: ({ time }) => [0x00400003, 'TM', time],
  ScheduledPerformingPhysicianName: () => [0x00400006, 'PN', ''],
  ScheduledProcedureStepDescription: (scheduled) => [0x00400007, 'LO', procedureOf(scheduled)],
  ScheduledProcedureStepID: ({ item }) => [0x00400009, 'SH', item.accessionNumber],
  ScheduledStationName: () => [0x00400010, 'SH', ''],
  ScheduledProcedureStepLocation: () => [0x00400011, 'SH', ''],
  PreMedication: () => [0x00400012, 'LO', ''],
};

export const STEP_SEQUENCE = { keyword: 'ScheduledProcedureStepSequence', tag: 0x00400100 } as const;

const nameOf = (name: string | null) => (name === null ? '' : dicomName(name));

/** A booking whose patient has no card yet gets its own number, because the machines require one. */
export const patientIDOf = ({ patientID, accessionNumber }: Item): string =>
  patientID === null ? accessionNumber : String(patientID);

const procedureOf = ({ item: { studyType } }: Scheduled) =>
  studyType === null ? 'Снимок' : STUDY_TYPES[studyType].procedure;

/** A UID from a UUID of version 8 (PS3.5, B.2; RFC 9562, 5.8) that is the same at every request. */
function studyUIDOf({ portal, item }: Scheduled): string {
  const hash = createHash('sha256').update(`${portal} ${item.accessionNumber}`).digest();
  hash[6] = 0x80 | (hash[6]! & 0x0f);
  hash[8] = 0x80 | (hash[8]! & 0x3f);
  return `2.25.${BigInt(`0x${hash.subarray(0, 16).toString('hex')}`)}`;
}
