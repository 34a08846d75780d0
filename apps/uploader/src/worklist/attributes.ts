import { createHash } from 'node:crypto';
import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import type { WorklistItem } from '@snimok/contract/reception/dicom-worklist';
import { dicomName } from '@snimok/imaging/dicom/person-name';
import type { ElementToWrite } from '@snimok/imaging/dicom/elements/write';
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

/** An attribute of an answer. */
export interface Attribute {
  tag: number;
  vr: string;
  /** the value with which a query is compared, empty if unknown; null for an attribute that the portal has for no item */
  text: ((scheduled: Scheduled) => string) | null;
  write: (scheduled: Scheduled) => ElementToWrite;
}

type TextVr = 'AE' | 'CS' | 'DA' | 'LO' | 'PN' | 'SH' | 'TM' | 'UI';

const known = (tag: number, vr: TextVr, text: (scheduled: Scheduled) => string): Attribute => {
  return { tag, vr, text, write: (scheduled) => [tag, vr, text(scheduled)] };
};

const unknown = (tag: number, vr: 'DS' | 'LO' | 'SH' | 'SQ' | 'US'): Attribute => {
  const element: ElementToWrite = vr === 'LO' || vr === 'SH' ? [tag, vr, ''] : [tag, vr as 'SQ', []];
  return { tag, vr, text: null, write: () => element };
};

/** The attributes of an answer by keyword (PS3.4, table K.6-1): those of types 1 and 2, which are empty where unknown. */
export const ATTRIBUTES: Record<string, Attribute> = {
  AccessionNumber: known(0x00080050, 'SH', ({ item }) => item.accessionNumber),
  ReferringPhysicianName: known(0x00080090, 'PN', ({ item }) => nameOf(item.doctorName)),
  ReferencedStudySequence: unknown(0x00081110, 'SQ'),
  ReferencedPatientSequence: unknown(0x00081120, 'SQ'),
  PatientName: known(0x00100010, 'PN', ({ item }) => nameOf(item.name)),
  PatientID: known(0x00100020, 'LO', ({ item }) => patientIDOf(item)),
  PatientBirthDate: known(0x00100030, 'DA', ({ item }) => (item.birthday ?? '').replaceAll('-', '')),
  PatientSex: known(0x00100040, 'CS', ({ item }) =>
    item.sex === null ? '' : item.sex === 'female' ? 'F' : 'M',
  ),
  PatientWeight: unknown(0x00101030, 'DS'),
  MedicalAlerts: unknown(0x00102000, 'LO'),
  Allergies: unknown(0x00102110, 'LO'),
  PregnancyStatus: unknown(0x001021c0, 'US'),
  StudyInstanceUID: known(0x0020000d, 'UI', studyUIDOf),
  RequestingPhysician: known(0x00321032, 'PN', ({ item }) => nameOf(item.doctorName)),
  RequestedProcedureDescription: known(0x00321060, 'LO', procedureOf),
  AdmissionID: unknown(0x00380010, 'LO'),
  SpecialNeeds: unknown(0x00380050, 'LO'),
  CurrentPatientLocation: unknown(0x00380300, 'LO'),
  PatientState: unknown(0x00380500, 'LO'),
  RequestedProcedureID: known(0x00401001, 'SH', ({ item }) => item.accessionNumber),
  RequestedProcedurePriority: unknown(0x00401003, 'SH'),
  PatientTransportArrangements: unknown(0x00401004, 'LO'),
  ConfidentialityConstraintOnPatientDataDescription: unknown(0x00403001, 'LO'),
};

/** The attributes inside the item of the Scheduled Procedure Step Sequence. */
export const STEP_ATTRIBUTES: Record<string, Attribute> = {
  Modality: known(0x00080060, 'CS', ({ modality }) => modality),
  RequestedContrastAgent: unknown(0x00321070, 'LO'),
  ScheduledStationAETitle: known(0x00400001, 'AE', ({ station }) => station),
  ScheduledProcedureStepStartDate: known(0x00400002, 'DA', ({ date }) => date),
  ScheduledProcedureStepStartTime: known(0x00400003, 'TM', ({ time }) => time),
  // an item without a value matches no key (PS3.4, K.2.2.1.1.1), and this attribute is a required key
  ScheduledPerformingPhysicianName: known(0x00400006, 'PN', () => ''),
  ScheduledProcedureStepDescription: known(0x00400007, 'LO', procedureOf),
  ScheduledProcedureStepID: known(0x00400009, 'SH', ({ item }) => item.accessionNumber),
  ScheduledStationName: unknown(0x00400010, 'SH'),
  ScheduledProcedureStepLocation: unknown(0x00400011, 'SH'),
  PreMedication: unknown(0x00400012, 'LO'),
};

export const STEP_SEQUENCE = { keyword: 'ScheduledProcedureStepSequence', tag: 0x00400100 } as const;

const nameOf = (name: string | null) => (name === null ? '' : dicomName(name));

/** A booking whose patient has no card yet gets its own number, because the machines require one. */
const patientIDOf = ({ patientID, accessionNumber }: Item): string =>
  patientID === null ? accessionNumber : String(patientID);

function procedureOf({ item: { studyType } }: Scheduled): string {
  return studyType === null ? 'Снимок' : STUDY_TYPES[studyType].procedure;
}

/** A UID from a UUID of version 8 (PS3.5, B.2; RFC 9562, 5.8) that is the same at every request. */
function studyUIDOf({ portal, item }: Scheduled): string {
  const hash = createHash('sha256').update(`${portal} ${item.accessionNumber}`).digest();
  hash[6] = 0x80 | (hash[6]! & 0x0f);
  hash[8] = 0x80 | (hash[8]! & 0x3f);
  return `2.25.${BigInt(`0x${hash.subarray(0, 16).toString('hex')}`)}`;
}
