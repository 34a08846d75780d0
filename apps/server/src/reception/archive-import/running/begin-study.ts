import { randomUUID } from 'node:crypto';
import type { ArchiveImport } from '@snimok/contract/reception/archive-import-values';
import type { StudyType } from '@snimok/contract/studies/study-types';
import type { z } from 'zod';
import { type Actor, accountOf } from '../../../platform/access/actor.ts';
import { type Initiator, record } from '../../../platform/audit/record.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { conflict } from '../../../platform/errors/errors.ts';
import { publishCountersChange } from '../../../platform/realtime/publish-changes.ts';
import { insertPatient } from '../../../people/patients/queries.ts';
import { createStudyOf } from '../../../studies/studies/create-study.ts';
import { type OriginValues, originValues } from '../../../studies/studies/study-rows/origin.ts';
import { confirmPeople } from '../../../studies/uploads/identity-checks/confirmed-patient.ts';
import { insertUpload } from '../../../studies/uploads/upload-rows/queries.ts';
import { lockDicomStudy } from '../../dicom-receiving/queries.ts';
import { findDuplicate } from '../planning/find-duplicate.ts';
import { listKnownInstances } from '../instance-queries.ts';
import { assertRun, type ClaimedImport } from '../import-queries.ts';
import { sentences } from '../sentences.ts';
import { dayOfSource, personOfSource } from '../planning/source-person.ts';
import type { Source } from '../sources/source.ts';
import { lockRow, type StudyOfImport, updateRow } from '../study-queries.ts';

/** A run of the import, in the name of the account that began it. */
export interface ImportRun {
  row: ClaimedImport;
  who: Actor;
  by: Initiator;
  source: Source;
  signal: AbortSignal;
}

/** A volume is computed tomography. If the source names no modality, only volumes have many files. */
const MANY_FILES = 20;
const typeOf = ({ modalities, instanceCount }: StudyOfImport): StudyType =>
  modalities.includes('CT') || (modalities.length === 0 && (instanceCount ?? 0) >= MANY_FILES)
    ? 'cbct'
    : 'rg';

/**
 * Creates card, study and upload of a row in one transaction, so that a killed run leaves all of them or none. A study that has
 * come to the portal since the dry run is left out, unless a person has decided about it.
 */
export const beginStudy = async (
  context: Context,
  run: ImportRun,
  { id: rowID, ...planned }: StudyOfImport,
): Promise<void> => {
  const { db } = context;
  const { row, source, signal } = run;
  const duplicate = planned.decidedBy === null ? await findDuplicateHere(db, source, planned, signal) : null;
  await db.transaction().execute(async (tx) => {
    await assertRun(tx, row);
    if (planned.studyInstanceUID !== null) await lockDicomStudy(tx, planned.studyInstanceUID);
    const { state } = await lockRow(tx, rowID);
    if (state !== 'waiting') return;
    if (planned.decidedBy === null && !duplicate && (await isHere(tx, planned))) return;
    if (duplicate) {
      const finishedAt = context.clock.now();
      await updateRow(tx, rowID, { ...duplicate, state: 'left-out', finishedAt });
      return;
    }
    await openStudy(context, tx, run, { id: rowID, ...planned });
  });
};

/** Whether the study has come to the portal since it was compared; if so, it is compared again. */
const isHere = async (tx: Tx, { studyInstanceUID }: Planned): Promise<boolean> =>
  studyInstanceUID !== null && (await listKnownInstances(tx, studyInstanceUID)).isHere;

type Planned = Omit<StudyOfImport, 'id'>;

const findDuplicateHere = async (db: Tx, source: Source, planned: Planned, signal: AbortSignal) => {
  // rows of the same import were compared by the dry run: only the portal is asked
  const found = await findDuplicate(db, 0, source, planned, signal);
  return found && { reason: found.reason ?? ('is-here' as const), outcome: found.outcome };
};

const openStudy = async (
  { clock }: Context,
  tx: Tx,
  { who, by, row }: ImportRun,
  planned: StudyOfImport,
): Promise<void> => {
  const now = clock.now();
  const creatorID = accountOf(who);
  const patientID = await cardOf(tx, by, planned);
  const studyID = await createStudyOf(tx, by, {
    who,
    patientID,
    type: typeOf(planned),
    comment: planned.description ?? '',
    origin: originOf(row.source, planned),
    creatorID,
    createdAt: now,
    isSilent: true,
  });
  const uuid = randomUUID();
  await insertUpload(tx, { uuid, studyID, creatorID, createdAt: now, isMetered: false });
  // the person who confirmed the import has confirmed the cards of its studies
  const { name, birthDate } = personOfSource(planned, now);
  const people = [{ name, birthDate }];
  const reason = sentences.decided;
  const confirmer = { ...who, accountID: row.confirmedBy ?? creatorID } as Actor;
  await confirmPeople(tx, confirmer, { uploadUUID: uuid, studyID, people, reason });
  await updateRow(tx, planned.id, { state: 'sending', patientID, studyID, uploadUUID: uuid });
};

type ImportSource = z.infer<typeof ArchiveImport>['source'];

const originOf = (source: unknown, { sourceStudyDate, accessionNumber }: Planned): OriginValues => {
  // written by create-import.ts
  const settings = source as ImportSource;
  return originValues({
    kind: settings.kind,
    place: placeOf(settings),
    day: dayOfSource(sourceStudyDate),
    accessionNumber,
  });
};

const placeOf = (source: ImportSource): string => {
  if (source.kind === 'folder') return source.path;
  return source.kind === 'pacs' ? source.calledTitle : new URL(source.url).host;
};

/** The card of a study. A new card is created with the first study of its patient. */
const cardOf = async (tx: Tx, by: Initiator, planned: StudyOfImport): Promise<number> => {
  if (planned.outcome === 'existing') {
    if (planned.patientID === null) throw conflict(sentences.cardGone);
    return planned.patientID;
  }
  const head = await lockRow(tx, planned.sameAs ?? planned.id);
  if (head.patientID !== null) return head.patientID;
  const { name, birthday, sex, phone, clientID: doctorID } = head;
  if (name === null || sex === null || doctorID === null) throw conflict(sentences.noNewCard);
  const { id: patientID } = await insertPatient(tx, doctorID, { name, birthday, sex, phone });
  await record(tx, by, { action: 'patient.create', doctorID, patientID });
  await publishCountersChange(tx, ['assistants']);
  await updateRow(tx, head.id, { patientID });
  return patientID;
};
