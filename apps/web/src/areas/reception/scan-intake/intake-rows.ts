import { useSyncExternalStore } from 'react';
import { findHandles, keepHandles, saveHandles } from '../../../shared/storage/stored-handles.ts';
import { untilUserStorage } from '../../../shared/storage/user-storage.ts';
import { newUUID } from '../../../shared/calls/uuid.ts';
import { emptyPatient, type PatientValues } from '../../people/patients/patient-fields.tsx';
import { guessSex } from '@snimok/imaging/names/guess-sex';
import { typedDay } from '../../../shared/dates/past-day.ts';
import type { Kind } from '../../studies/studies/labels.ts';
import {
  type ChosenFile,
  chooseFiles,
  type FoundFile,
  selectionProblem,
} from '../../studies/uploads/choose/chosen-file.ts';
import { mayRead, readHandles } from '../../studies/uploads/choose/file-handles.ts';
import {
  type Findings,
  type InspectedFile,
  readFiles,
  summarise,
} from '../../studies/uploads/inspect/inspect-files.ts';
import { leaveOut } from '../../studies/uploads/inspect/leave-out.ts';
import { describeNotImages, type Refusal } from '../../studies/uploads/inspect/not-images.ts';
import { type ChosenSet, describeSet, findWaiting } from './chosen-set.ts';
import type { Sought, StartedStudy } from './queries.ts';
import { claimRow, releaseRow } from './row-locks.ts';
import { listSavedRows, removeSavedRow, saveRow } from './saved-rows.ts';
import { splitFiles } from './split-files.ts';
import { typeOf } from './study-type.ts';

/** `new`: a new card; `other`: a card that the assistant picks; otherwise the key of a suggestion. */
type Choice = string;

type StartedRowStudy = StartedStudy & { patientName: string };

/** The files of one study: chosen, being created, or started. */
export interface IntakeRow {
  id: string;
  /** null after a reload of the page, until they have been chosen or read again */
  files: ChosenFile[] | null;
  set: ChosenSet;
  addedAt: number;
  findings: Findings;
  sought: Sought;
  takenOn: string | null;
  /** null until the assistant decides; meanwhile the only certain suggestion is selected */
  choice: Choice | null;
  type: Kind | null;
  /** the client of a new card or of a booking without a client */
  doctorID: number | null;
  patient: PatientValues;
  /** the card picked by hand, at first the card of the page onto which the files were dropped */
  other: { doctorID: number | null; patientID: number | null };
  isCreating: boolean;
  problem: string | null;
  started: StartedRowStudy | null;
  /** the study whose upload was stopped, because the files belong to another patient */
  stopped: StartedRowStudy | null;
  /**
   * ids of the row's requests, by request body: a request that is repeated after a lost response or a reload creates
   * only once
   */
  requests: Record<string, string>;
}

interface Intake {
  rows: IntakeRow[];
  /** files being inspected; null while there are none */
  inspecting: { fileCount: number; inspectedCount: number } | null;
  problem: string | null;
  /** files that belong to none of the dropped studies */
  leftOver: string[];
  /**
   * names of files that are not images and are not sent; `refusal` is null if other files of the same choice are images
   */
  notImages: { names: string[]; refusal: Refusal | null } | null;
  /** number of saved rows that belong to another tab */
  elsewhereCount: number;
}

const EMPTY: Intake = {
  rows: [],
  inspecting: null,
  problem: null,
  leftOver: [],
  notImages: null,
  elsewhereCount: 0,
};

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

export const findRow = (id: string) => intake.rows.find((row) => row.id === id);

export function changeRow(id: string, change: Partial<IntakeRow>) {
  const row = findRow(id);
  if (!row) return;
  const changed = { ...row, ...change };
  saveRow(changed);
  update({ rows: intake.rows.map((one) => (one.id === id ? changed : one)) });
}

/** Removes rows; the returned function puts them back. */
export function removeRows(ids: readonly string[]): () => Promise<void> {
  const before = intake.rows;
  const removed = before.filter(({ id }) => ids.includes(id));
  update({ rows: before.filter(({ id }) => !ids.includes(id)) });
  for (const { id } of removed) {
    removeSavedRow(id);
    releaseRow(id);
  }
  return async () => {
    await addRows(removed);
    const order = (row: IntakeRow) => before.findIndex(({ id }) => id === row.id);
    update({ rows: intake.rows.toSorted((one, other) => order(one) - order(other)) });
  };
}

export const reportProblem = (problem: string) => update({ problem });

/** Claims rows for this tab and adds them at the top. */
async function addRows(rows: IntakeRow[]) {
  await Promise.all(rows.map(({ id }) => claimRow(id)));
  for (const row of rows) saveRow(row);
  update({ rows: [...rows, ...intake.rows] });
}

let restoring: Promise<void> | null = null;

/** Shows the saved rows that belong to no other tab; called whenever the intake is opened. */
export function restoreRows(): Promise<void> {
  restoring ??= restore().finally(() => void (restoring = null));
  return restoring;
}

async function restore() {
  const userID = await untilUserStorage();
  const isUnseen = ({ id }: IntakeRow) => !findRow(id);
  const claimed = new Set<string>();
  for (const { id } of listSavedRows<IntakeRow>().filter(isUnseen)) if (await claimRow(id)) claimed.add(id);
  // read again: the tab that had a row may have changed or removed it
  const saved = listSavedRows<IntakeRow>();
  const restored = saved.filter((row) => claimed.has(row.id) && isUnseen(row));
  const rows = [...intake.rows, ...restored];
  const isShown = ({ id }: IntakeRow) => rows.some((row) => row.id === id);
  update({ rows, elsewhereCount: saved.filter((row) => !isShown(row)).length });
  await keepHandles(userID, new Set(saved.flatMap(({ set }) => set.handlesID ?? [])));
  for (const handlesID of new Set(restored.flatMap(({ set }) => set.handlesID ?? [])))
    await readAgain(handlesID, { asks: false });
}

const PROGRESS_STEP = 50;

/** Files that were found, with their handles if the browser has given them. */
interface FoundSet {
  found: FoundFile[];
  handles: FileSystemHandle[] | null;
}

interface AddOptions {
  /** the patient on whose page they were dropped */
  page?: { doctorID: number; patientID: number } | undefined;
  /** the id under which the handles are already saved */
  handlesID?: string;
  /** gives files only to rows that wait for them, and ignores all others */
  onlyWaiting?: boolean;
}

/** Inspects files and adds a row for each study among them, or gives them back to the rows that wait for them. */
export async function addFiles({ found, handles }: FoundSet, options: AddOptions = {}) {
  const userID = await untilUserStorage();
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
  const handlesID = options.handlesID ?? (handles && (await saveHandles(userID, handles)));
  const unknown = studies.filter((study) => !returnFiles(study, handlesID));
  update({ inspecting: null });
  if (options.onlyWaiting) return;
  const names = leftOut.map(({ chosen }) => chosen.filename);
  const refusal = kept.length > 0 ? null : describeNotImages(names, summarise(leftOut).vendorFiles);
  update({
    leftOver: leftOver.map(({ chosen }) => chosen.filename),
    notImages: names.length > 0 ? { names, refusal } : null,
  });
  await addRows(unknown.map((study) => rowOf(study, handlesID, options.page)));
}

/**
 * Reads the files of rows again. `asks`: the call follows a click, so the browser may ask for permission. False if the
 * browser does not permit it or the files are gone.
 */
export async function readAgain(handlesID: string, { asks }: { asks: boolean }): Promise<boolean> {
  const handles = await findHandles(await untilUserStorage(), handlesID);
  if (!handles || !(await mayRead(handles, { asks }))) return false;
  const found = await readHandles(handles);
  if (found) await addFiles({ found, handles: null }, { handlesID, onlyWaiting: true });
  return found !== null;
}

/** Gives files to the row that waits for them. False if there is none. */
function returnFiles(study: InspectedFile[], handlesID: string | null): boolean {
  const set = describeSet(study, handlesID);
  const row = findWaiting(intake.rows, set);
  if (!row) return false;
  const files = study.map(({ chosen }) => chosen);
  changeRow(row.id, { files, set, findings: summarise(study), problem: null });
  return true;
}

function rowOf(study: InspectedFile[], handlesID: string | null, page: AddOptions['page']): IntakeRow {
  const findings = summarise(study);
  const headers = study.flatMap(({ header }) => header ?? []);
  const [first] = headers;
  const name = headers.find(({ patientName }) => patientName !== null)?.patientName ?? '';
  const birthday = headers.find((header) => header.birthday !== null)?.birthday ?? null;
  const sex = headers.find((header) => header.sex !== null)?.sex ?? guessSex(name);
  return {
    id: newUUID(),
    files: study.map(({ chosen }) => chosen),
    set: describeSet(study, handlesID),
    addedAt: Date.now(),
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
    requests: {},
  };
}
