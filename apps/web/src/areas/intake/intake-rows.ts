import { useSyncExternalStore } from 'react';
import { newUUID } from '../../shared/uuid.ts';
import { emptyPatient, type PatientValues } from '../patients/patient-fields.tsx';
import { typedDay } from '../patients/birthday.ts';
import { guessSex } from '../schedule/reception/guess-sex.ts';
import type { Kind } from '../studies/labels.ts';
import {
  type ChosenFile,
  chooseFiles,
  type FoundFile,
  selectionProblem,
} from '../upload/choose/chosen-files.ts';
import { type Findings, type InspectedFile, readFiles, summarise } from '../upload/inspect/inspect-files.ts';
import { leaveOut } from '../upload/inspect/leave-out.ts';
import type { Sought, StartedStudy } from './queries.ts';
import { splitFiles } from './split-files.ts';
import { typeOf } from './study-type.ts';

/** `new`: a new card; `other`: a card that the assistant picks; otherwise the key of a suggestion. */
type Choice = string;

type StartedRowStudy = StartedStudy & { patientName: string };

/** The files of one study: chosen, being created, or started. */
export interface IntakeRow {
  id: string;
  files: ChosenFile[];
  findings: Findings;
  sought: Sought;
  takenOn: string | null;
  /** null until the assistant decides; meanwhile the only certain suggestion is selected */
  choice: Choice | null;
  type: Kind | null;
  /** the client of a new card or of a booking without a client */
  doctorID: number | null;
  patient: PatientValues;
  /** the card picked by hand, at first that of the page onto which the files were dropped */
  other: { doctorID: number | null; patientID: number | null };
  isCreating: boolean;
  problem: string | null;
  started: StartedRowStudy | null;
  /** the study whose upload was stopped, because the files belong to another patient */
  stopped: StartedRowStudy | null;
}

interface Intake {
  rows: IntakeRow[];
  /** files being inspected; null while there are none */
  inspecting: { fileCount: number; inspectedCount: number } | null;
  problem: string | null;
  /** files that belong to none of the dropped studies */
  leftOver: string[];
  /** names of files that are no images and are not sent; `isMixed`: others of the same choice are */
  notImages: { names: string[]; isMixed: boolean } | null;
}

const EMPTY: Intake = { rows: [], inspecting: null, problem: null, leftOver: [], notImages: null };

/** Not in a component, so that rows stay while the assistant works elsewhere in the portal. */
let intake: Intake = EMPTY;
const listeners = new Set<() => void>();

function update(change: Partial<Intake>) {
  intake = { ...intake, ...change };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useIntake = (): Intake => useSyncExternalStore(subscribe, () => intake);

export const changeRow = (id: string, change: Partial<IntakeRow>) =>
  update({ rows: intake.rows.map((row) => (row.id === id ? { ...row, ...change } : row)) });

export const removeRow = (id: string) => update({ rows: intake.rows.filter((row) => row.id !== id) });

export const reportProblem = (problem: string) => update({ problem });

const PROGRESS_STEP = 50;

/** Inspects files and adds a row for each study among them. `page`: the patient on whose page they were dropped. */
export async function addFiles(found: FoundFile[], page?: { doctorID: number; patientID: number }) {
  const files = chooseFiles(found);
  const problem = selectionProblem(files);
  if (problem) return update({ problem });
  const inspecting = { fileCount: files.length, inspectedCount: 0 };
  update({ problem: null, leftOver: [], notImages: null, inspecting });
  const inspected = await readFiles(files, new AbortController().signal, (inspectedCount) => {
    if (inspectedCount % PROGRESS_STEP === 0)
      update({ inspecting: { fileCount: files.length, inspectedCount } });
  });
  const { kept, leftOut } = leaveOut(inspected);
  const { studies, leftOver } = splitFiles(kept);
  update({
    inspecting: null,
    leftOver: leftOver.map(({ chosen }) => chosen.filename),
    notImages:
      leftOut.length > 0
        ? { names: leftOut.map(({ chosen }) => chosen.filename), isMixed: kept.length > 0 }
        : null,
    rows: [...studies.map((study) => rowOf(study, page)), ...intake.rows],
  });
}

function rowOf(study: InspectedFile[], page?: { doctorID: number; patientID: number }): IntakeRow {
  const findings = summarise(study);
  const headers = study.flatMap(({ header }) => header ?? []);
  const [first] = headers;
  const name = headers.find(({ patientName }) => patientName !== null)?.patientName ?? '';
  const birthday = headers.find((header) => header.birthday !== null)?.birthday ?? null;
  const sex = headers.find((header) => header.sex !== null)?.sex ?? guessSex(name);
  return {
    id: newUUID(),
    files: study.map(({ chosen }) => chosen),
    findings,
    sought: { name, birthday, clientNames: first?.clientNames.slice(0, 4) ?? [] },
    takenOn: first?.takenOn ?? null,
    choice: page ? 'other' : null,
    type: typeOf(findings),
    doctorID: null,
    patient: { ...emptyPatient, name, sex, birthday: typedDay(birthday) },
    other: page ?? { doctorID: null, patientID: null },
    isCreating: false,
    problem: null,
    started: null,
    stopped: null,
  };
}
