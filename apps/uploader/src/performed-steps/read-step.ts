import { parseAccessionNumber, PerformedStep } from '@snimok/contract/reception/dicom-worklist';
import { readableName } from '@snimok/imaging/dicom/person-name';
import type { z } from 'zod';
import { itemsIn, keysIn, keyText, type Query } from '../worklist/query.ts';

/** The facts of a step that are reported to the portal, without its UID. */
export type StepFacts = Omit<z.input<typeof PerformedStep>, 'stepUID'>;

type StepStatus = StepFacts['status'];

/** The result of a DIMSE-N operation: a status of PS3.7, annex C, with its Error Comment and Error ID. */
export interface Outcome {
  status: number;
  comment?: string;
  errorID?: number;
}

/** PS3.7, annex C. */
export const N_STATUS = {
  success: 0x0000,
  invalidValue: 0x0106,
  processingFailure: 0x0110,
  duplicateInstance: 0x0111,
  noSuchInstance: 0x0112,
  invalidArgument: 0x0115,
  missingAttribute: 0x0120,
  missingValue: 0x0121,
  noSuchAction: 0x0123,
  notAuthorized: 0x0124,
  unrecognizedOperation: 0x0211,
  resourceLimitation: 0x0213,
} as const;

const STATUSES: Record<string, StepStatus> = {
  'IN PROGRESS': 'in-progress',
  COMPLETED: 'completed',
  DISCONTINUED: 'discontinued',
};

const MAX_NUMBERS = 20;

/** The attributes that are read from a step (PS3.4, table F.7.2-1), by keyword: its own ones, and those in items of its sequences. */
export const STEP_KEYWORDS = {
  step: [
    'PatientName',
    'PatientBirthDate',
    'PatientSex',
    'PerformedProcedureStepStartDate',
    'PerformedProcedureStepStartTime',
    'PerformedProcedureStepEndDate',
    'PerformedProcedureStepEndTime',
    'PerformedProcedureStepStatus',
    'CommentsOnThePerformedProcedureStep',
  ],
  ScheduledStepAttributesSequence: ['AccessionNumber', 'ScheduledProcedureStepID', 'RequestedProcedureID'],
  PerformedProcedureStepDiscontinuationReasonCodeSequence: ['CodeMeaning'],
} as const;

type Part = keyof typeof STEP_KEYWORDS;
const textOf = <P extends Part>(query: Query, _part: P, keyword: (typeof STEP_KEYWORDS)[P][number]) =>
  keyText(query, keyword);

const SEXES: Record<string, 'male' | 'female'> = { M: 'male', F: 'female' };

/**
 * The facts of an N-CREATE request of a Modality Performed Procedure Step (PS3.4, F.7.2.1), or why it is refused. Only the
 * attributes that are used are required, because machines leave out others.
 */
export function readNewStep(request: Query, station: string, now: Date): StepFacts | Outcome {
  const status = textOf(request, 'step', 'PerformedProcedureStepStatus');
  for (const keyword of ['PerformedProcedureStepStatus', 'ScheduledStepAttributesSequence'])
    if (!(keyword in request)) return { status: N_STATUS.missingAttribute, comment: keyword };
  if (status === '') return { status: N_STATUS.missingValue, comment: 'PerformedProcedureStepStatus' };
  if (status !== 'IN PROGRESS')
    return { status: N_STATUS.invalidValue, comment: 'PerformedProcedureStepStatus' };
  return {
    status: 'in-progress',
    station,
    accessionNumbers: accessionNumbersIn(request),
    startedAt: instantOf(request, 'PerformedProcedureStepStart', now),
    endedAt: null,
    reason: '',
    patient: patientIn(request),
  };
}

/** The facts after an N-SET request (PS3.4, F.7.2.2), or why it is refused. */
export function changeStep(facts: StepFacts, request: Query, now: Date): StepFacts | Outcome {
  if (facts.status !== 'in-progress')
    return {
      status: N_STATUS.processingFailure,
      // PS3.4, F.7.2.2.2
      comment: 'Performed Procedure Step Object may no longer be updated',
      errorID: 0xa710,
    };
  const text = textOf(request, 'step', 'PerformedProcedureStepStatus');
  if (text === '') return facts;
  const status = STATUSES[text];
  if (!status) return { status: N_STATUS.invalidValue, comment: 'PerformedProcedureStepStatus' };
  if (status === 'in-progress') return facts;
  return {
    ...facts,
    status,
    endedAt: instantOf(request, 'PerformedProcedureStepEnd', now),
    reason: status === 'discontinued' ? reasonIn(request) : '',
  };
}

export const isRefused = (result: StepFacts | Outcome): result is Outcome =>
  typeof result.status === 'number';

/**
 * The portal's numbers of the scheduled steps. Machines copy the accession number, and some only the id of the scheduled
 * step or of the requested procedure, which the worklist gives the same value.
 */
function accessionNumbersIn(request: Query): string[] {
  const numbers = itemsIn(request, 'ScheduledStepAttributesSequence').map((step) =>
    STEP_KEYWORDS.ScheduledStepAttributesSequence.map((keyword) => keyText(step, keyword)).find(
      (text) => parseAccessionNumber(text) !== null,
    ),
  );
  return [...new Set(numbers.filter((number) => number !== undefined))].slice(0, MAX_NUMBERS);
}

function patientIn(request: Query): StepFacts['patient'] {
  const [, year, month, day] =
    /^(\d{4})(\d\d)(\d\d)$/.exec(textOf(request, 'step', 'PatientBirthDate')) ?? [];
  const birthday = `${year}-${month}-${day}`;
  // `Date.parse` takes 31 April, which the portal refuses
  const isDate = PerformedStep.shape.patient.shape.birthday.safeParse(birthday).success;
  const name = readableName(textOf(request, 'step', 'PatientName'));
  return {
    name: name === null ? null : name.slice(0, 200),
    birthday: isDate ? birthday : null,
    sex: SEXES[textOf(request, 'step', 'PatientSex')] ?? null,
  };
}

function reasonIn(request: Query): string {
  const sequence = 'PerformedProcedureStepDiscontinuationReasonCodeSequence';
  const code = keysIn(request, sequence) ?? {};
  const comment = textOf(request, 'step', 'CommentsOnThePerformedProcedureStep');
  return (textOf(code, sequence, 'CodeMeaning') || comment).slice(0, 300);
}

/** The instant of the attributes `Date` and `Time` of a step, on the clock of this PC; now if the machine states none. */
function instantOf(request: Query, prefix: `PerformedProcedureStep${'Start' | 'End'}`, now: Date): string {
  const date = /^(\d{4})(\d\d)(\d\d)$/.exec(textOf(request, 'step', `${prefix}Date`));
  const time = /^(\d\d)(\d\d)?(\d\d)?/.exec(textOf(request, 'step', `${prefix}Time`));
  if (!date || !time) return now.toISOString();
  const [year, month, day] = date.slice(1).map(Number) as [number, number, number];
  const [hours, minutes, seconds] = time.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
  ];
  const instant = new Date(year, month - 1, day, hours, minutes, seconds);
  return Number.isNaN(instant.getTime()) ? now.toISOString() : instant.toISOString();
}
