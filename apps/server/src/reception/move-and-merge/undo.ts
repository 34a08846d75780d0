import { PATIENT_FACT_NAMES } from '@snimok/contract/people/patient-facts';
import {
  giveRequests,
  returnShares,
  type StoredRow,
  takeRequests,
  takeShares,
  withdrawShares,
} from '../../people/patient-shares/reassign-shares.ts';
import { factsInSentence, factsOf, type PatientFacts } from '../../people/patients/facts.ts';
import {
  deleteMerged,
  lockForReassignment,
  updatePatientOwner,
} from '../../people/patients/merged-patients.ts';
import { updatePatientDeletion, updatePatientFacts } from '../../people/patients/queries.ts';
import { type Actor, accountOf } from '../../platform/access/actor.ts';
import { listDoctorsWhoSee } from '../../platform/access/audience.ts';
import { may } from '../../platform/access/rules.ts';
import type { Caller } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { transactionAgain } from '../../platform/db/transaction-again.ts';
import { conflict, forbidden, notFound } from '../../platform/errors/errors.ts';
import { dayIn, russianDay } from '../../platform/time-and-sizes/calendar.ts';
import { decideExaminations } from '../../studies/studies/examination/decide-examination.ts';
import {
  lockPlacedStudies,
  lockStudiesOf,
  placeStudies,
  returnComparison,
} from '../../studies/studies/reassign-studies.ts';
import { withdrawCorrections } from '../../studies/studies/study-rows/report-state.ts';
import { compareHeldUploads } from '../../studies/uploads/identity-checks/compare-held.ts';
import { returnEvents, returnLinks, takePatientLinks } from '../../viewing/external-shares/reassign-links.ts';
import { returnReferrals } from '../referrals/reassign-referrals.ts';
import { returnBookings, returnGivenBookings } from '../schedule/reassign-bookings.ts';
import {
  findLaterChange,
  lockReassignment,
  type ReassignmentRow,
  startOfUndo,
  updateUndone,
} from './queries.ts';
import type { UndoRows } from './reassign.ts';
import { reportChange } from './report.ts';
import { sentences } from './sentences.ts';

/**
 * Restores all rows as they were before the change. What was added since then stays, for example studies and shares of the
 * kept patient. A share that its owner has ended since then stays ended.
 * @throws Problem 409 with the reason if a later change prevents it
 */
export const undoReassignment = (
  context: Context,
  { who, by }: Caller,
  reassignmentID: number,
): Promise<void> =>
  transactionAgain(context.db, async (tx) => {
    const now = context.clock.now();
    const row = await lockReassignment(tx, reassignmentID);
    if (!row) throw notFound(sentences.noReassignment);
    assertMayUndo(who, row);
    if (row.undoneAt) return;
    if (row.undo === null || row.createdAt <= startOfUndo(now)) throw conflict(sentences.tooLate);
    const undo = JSON.parse(row.undo) as UndoRows;
    const studyIDs = undo.studies.map(({ id }) => id);
    await lockForReassignment(tx, {
      doctorIDs: [row.sourceDoctorID, row.targetDoctorID],
      patientIDs: [row.sourceID, row.targetID],
    });
    // read after the lock, because the lock waits for changes that are being made
    const later = await findLaterChange(tx, row, studyIDs);
    if (later) throw conflict(laterSentence(context, later));
    const { source, target } = await findCards(tx, row, undo);
    const seen = await listDoctorsWhoSee(tx, target.id);
    const moved = await restore(tx, row, undo);
    await decideExaminations(tx, moved, context.config.timeZone);
    await updateUndone(tx, row.id, { undoneAt: now, undoneBy: accountOf(who) });
    await reportChange(tx, context, by, {
      reassignmentID,
      kind: row.kind as 'study' | 'patient' | 'merge',
      undone: true,
      from: target,
      to: { ...source, doctorID: row.sourceDoctorID },
      clientID: row.sourceDoctorID,
      studyIDs: moved,
      ...(await compareWatchers(tx, row, seen)),
    });
  });

const assertMayUndo = (who: Actor, { sourceDoctorID, targetDoctorID }: ReassignmentRow): void => {
  if (sourceDoctorID !== targetDoctorID && !may(who, 'patient.change-client'))
    throw forbidden(sentences.changesClient);
};

const laterSentence = (
  { config }: Context,
  { kind, createdAt }: { kind: string; createdAt: Date },
): string => {
  const day = russianDay(dayIn(config.timeZone, createdAt));
  return sentences.laterChange(`${sentences.kinds[kind as keyof typeof sentences.kinds]} ${day}`);
};

const findCard = (tx: Tx, patientID: number) =>
  tx
    .selectFrom('patients')
    .select(['id', 'doctorID', 'deletedAt', ...PATIENT_FACT_NAMES])
    .where('id', '=', patientID)
    .executeTakeFirst();

/** Both cards, which are locked. Throws if they have changed so much that the undo is impossible. */
const findCards = async (tx: Tx, row: ReassignmentRow, { facts }: UndoRows) => {
  const source = await findCard(tx, row.sourceID);
  const target = await findCard(tx, row.targetID);
  if (!source || !target) throw conflict(sentences.purgedSince);
  const mustExist = row.kind === 'study' ? source : target;
  if (mustExist.deletedAt) throw conflict(sentences.deletedSince(mustExist.name));
  if (target.doctorID !== row.targetDoctorID) throw conflict(sentences.ownerChanged(target.name));
  const changed = changedFacts(facts).filter((fact) => target[fact] !== facts?.after[fact]);
  if (changed.length > 0) throw conflict(sentences.factsChanged(target.name, factsInSentence(changed)));
  return { source, target };
};

/** The facts that the merge changed. */
const changedFacts = (facts: UndoRows['facts']) =>
  PATIENT_FACT_NAMES.filter((fact) => facts && facts.before[fact] !== facts.after[fact]);

/** Returns the studies that were moved back. */
const restore = async (tx: Tx, row: ReassignmentRow, undo: UndoRows): Promise<number[]> => {
  const { sourceID, targetID, sourceDoctorID } = row;
  const studies =
    row.kind === 'patient'
      ? await lockStudiesOf(tx, sourceID)
      : await lockPlacedStudies(
          tx,
          undo.studies.map(({ id }) => id),
        );
  const elsewhere = studies.find(({ patientID }) => patientID !== targetID);
  if (elsewhere) throw conflict(sentences.studyMoved(elsewhere.id));
  const ids = studies.map(({ id }) => id);
  if (row.kind === 'patient') await updatePatientOwner(tx, sourceID, sourceDoctorID);
  if (row.kind === 'merge') await restoreCards(tx, row, undo);
  await placeStudies(tx, ids, sourceID);
  if (row.kind !== 'patient') for (const study of undo.studies) await returnComparison(tx, study);
  await restoreShares(tx, row, undo);
  // takes back the links that were handed out under the card that the studies leave
  if (row.kind !== 'patient') await takePatientLinks(tx, ids, row.createdAt);
  await returnLinks(tx, undo.links);
  await returnEvents(tx, undo.linkEvents ?? []);
  if (row.kind === 'patient')
    await returnGivenBookings(tx, undo.bookings, { from: row.targetDoctorID, to: sourceDoctorID });
  else await returnBookings(tx, undo.bookings, { from: targetID, to: sourceID });
  await returnReferrals(tx, undo.referrals ?? [], { from: targetID, to: sourceID });
  await compareHeldUploads(tx, ids);
  await withdrawCorrections(tx, undo.corrections ?? [], row.createdAt);
  return ids;
};

const restoreCards = async (tx: Tx, { sourceID, targetID }: ReassignmentRow, { facts }: UndoRows) => {
  await deleteMerged(tx, sourceID);
  await updatePatientDeletion(tx, sourceID, null);
  const card = await findCard(tx, targetID);
  if (!facts || !card) return;
  const before = Object.fromEntries(changedFacts(facts).map((fact) => [fact, facts.before[fact]]));
  await updatePatientFacts(tx, targetID, { ...factsOf(card), ...(before as Partial<PatientFacts>) });
};

const doctorOf = (row: StoredRow): number => Number(row['doctor_id']);

/** Does not restore shares that their owner ended since then, nor requests that were answered since then. */
const restoreShares = async (
  tx: Tx,
  { kind, targetID, sourceDoctorID, targetDoctorID }: ReassignmentRow,
  { shares, requests }: UndoRows,
): Promise<void> => {
  const sharedNow = new Set(await listDoctorsWhoSee(tx, targetID));
  const stillGiven = await withdrawShares(tx, { patientID: targetID, doctorIDs: shares.given });
  if (kind === 'patient') {
    // the former client owns the patient again, so its shares and requests since the move are not needed
    await takeShares(tx, { patientID: targetID, doctorIDs: [sourceDoctorID] });
    await takeRequests(tx, targetID, [sourceDoctorID]);
  }
  // the client to whom the patient was moved had a share before; becoming the owner had ended it
  const ended = new Set([...shares.ended, ...(kind === 'patient' ? [targetDoctorID] : [])]);
  const returned = shares.taken.filter(
    (row) => ended.has(doctorOf(row)) || sharedNow.has(doctorOf(row)) || stillGiven.includes(doctorOf(row)),
  );
  await returnShares(tx, returned);
  const open = (await takeRequests(tx, targetID, requests.given)).map(doctorOf);
  const unanswered = requests.taken.filter(
    (row) => !requests.given.includes(doctorOf(row)) || open.includes(doctorOf(row)),
  );
  for (const row of unanswered) await giveRequests(tx, Number(row['patient_id']), [row]);
};

/** `seen`: the doctors who saw the card before the undo. */
const compareWatchers = async (tx: Tx, { sourceID, targetID, kind }: ReassignmentRow, seen: number[]) => {
  const ofSource = await listDoctorsWhoSee(tx, sourceID);
  const ofTarget = await listDoctorsWhoSee(tx, targetID);
  const after = kind === 'merge' ? [...new Set([...ofSource, ...ofTarget])] : ofSource;
  const client = (id: number) => ({ id });
  return {
    gains: after.filter((id) => !seen.includes(id)).map(client),
    loses: [...new Set(seen)].filter((id) => !after.includes(id)).map(client),
    after: after.map(client),
  };
};
