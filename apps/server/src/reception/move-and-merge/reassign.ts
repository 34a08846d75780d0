import type { StoredRow } from '../../people/patient-shares/reassign-shares.ts';
import {
  giveRequests,
  giveShares,
  takeRequests,
  takeShares,
} from '../../people/patient-shares/reassign-shares.ts';
import { factsOf, type PatientFacts } from '../../people/patients/facts.ts';
import {
  insertMerged,
  lockForReassignment,
  updatePatientOwner,
} from '../../people/patients/merged-patients.ts';
import { updatePatientDeletion, updatePatientFacts } from '../../people/patients/queries.ts';
import { accountOf } from '../../platform/access/actor.ts';
import type { Caller } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { transactionAgain } from '../../platform/db/transaction-again.ts';
import { conflict } from '../../platform/errors/errors.ts';
import { decideExaminations } from '../../studies/studies/examination/decide-examination.ts';
import {
  compareAgain,
  lockPlacedStudies,
  lockStudiesOf,
  type PlacedStudy,
  placeStudies,
} from '../../studies/studies/reassign-studies.ts';
import { requestCorrections } from '../../studies/studies/study-rows/report-state.ts';
import { compareHeldUploads } from '../../studies/uploads/identity-checks/compare-held.ts';
import { takeLinks, takePatientLinks } from '../../viewing/external-shares/reassign-links.ts';
import { placeReferrals } from '../referrals/reassign-referrals.ts';
import { giveBookings, placeBookings } from '../schedule/reassign-bookings.ts';
import { reportChange } from './report.ts';
import { insertReassignment } from './queries.ts';
import { sentences } from './sentences.ts';
import { type Change, findSubject, revisionOf, type Subject, watchersOf } from './subject.ts';

/** What the assistant decided in the preview of a change. */
interface Decisions {
  revision: string;
  endShares: number[];
  revokeLinks: string[];
  /** facts of the card that a merge keeps */
  facts: PatientFacts | null;
}

/** What an undo restores. Stored as JSON, so later versions must read what earlier ones have written. */
export interface UndoRows {
  studies: PlacedStudy[];
  /** `taken`: deleted rows; `given`: ids of doctors with a new share; `ended`: ids of doctors whose share the assistant ended */
  shares: { taken: StoredRow[]; given: number[]; ended: number[] };
  requests: { taken: StoredRow[]; given: number[] };
  links: StoredRow[];
  /** the log of the links that were handed to the patient; absent in rows of an earlier version */
  linkEvents?: StoredRow[];
  /** bookings given to the other patient, or to the other client if the patient was moved */
  bookings: number[];
  /** absent in rows of an earlier version */
  referrals?: string[];
  /** studies whose reports name another patient and are to be corrected; absent in rows of an earlier version */
  corrections?: number[];
  facts: { before: PatientFacts; after: PatientFacts } | null;
}

/**
 * Moves or merges in one transaction. A transaction that inserts rows for the same patients comes before or after it, never
 * at the same time. Uploads belong to their study and move with it.
 */
export const reassign = (
  context: Context,
  { who, by }: Caller,
  change: Change,
  decisions: Decisions,
): Promise<{ reassignmentID: number; patientID: number; doctorID: number }> =>
  transactionAgain(context.db, async (tx) => {
    const now = context.clock.now();
    const subject = await lockSubject(tx, who, change, now);
    if (revisionOf(subject) !== decisions.revision) throw conflict(sentences.changedSince);
    const { from, to, client } = subject;
    const undo = await applyChange(tx, subject, decisions, { by: accountOf(who), now });
    const studyIDs = undo.studies.map(({ id }) => id);
    await decideExaminations(tx, studyIDs, context.config.timeZone);
    const reassignmentID = await insertReassignment(tx, {
      kind: change.kind,
      sourceID: from.id,
      targetID: to.id,
      sourceDoctorID: from.doctorID,
      targetDoctorID: client.id,
      studyID: change.kind === 'study' ? change.studyID : null,
      creatorID: accountOf(who),
      createdAt: now,
      undo: JSON.stringify(undo),
    });
    await reportChange(tx, context, by, {
      reassignmentID,
      kind: change.kind,
      undone: false,
      from,
      to,
      clientID: client.id,
      studyIDs,
      ...watchersOf(subject, decisions.endShares),
    });
    return { reassignmentID, patientID: to.id, doctorID: client.id };
  });

/** Locks the clients and patients of the subject, and reads it again. */
const lockSubject = async (tx: Tx, who: Caller['who'], change: Change, now: Date): Promise<Subject> => {
  const found = await findSubject(tx, who, change, now);
  await lockForReassignment(tx, {
    doctorIDs: [found.from.doctorID, found.client.id],
    patientIDs: [found.from.id, found.to.id],
  });
  const subject = await findSubject(tx, who, change, now);
  const isLocked = subject.from.id === found.from.id && subject.from.doctorID === found.from.doctorID;
  if (!isLocked || subject.client.id !== found.client.id) throw conflict(sentences.changedSince);
  return subject;
};

const applyChange = async (
  tx: Tx,
  subject: Subject,
  decisions: Decisions,
  { by, now }: { by: number; now: Date },
): Promise<UndoRows> => {
  const { change, from } = subject;
  const studies =
    change.kind === 'study'
      ? await lockPlacedStudies(tx, [change.studyID])
      : await lockStudiesOf(tx, from.id);
  const ids = studies.map(({ id }) => id);
  const links = await takeLinks(tx, ids, decisions.revokeLinks);
  // after a merge or a move to another client the patient is the same person, who keeps the links
  const handedOut = change.kind === 'study' ? await takePatientLinks(tx, ids) : { links: [], events: [] };
  const rest = { studies, links: [...links, ...handedOut.links], linkEvents: handedOut.events };
  switch (change.kind) {
    case 'study':
      return { ...rest, ...(await applyStudyMove(tx, subject, studies, { by, at: now })) };
    case 'patient':
      return { ...rest, ...(await applyPatientMove(tx, subject, ids, decisions, now)) };
    case 'merge':
      return { ...rest, ...(await applyMerge(tx, subject, studies, decisions, now)) };
  }
};

type Applied = Omit<UndoRows, 'studies' | 'links' | 'linkEvents'>;

const applyStudyMove = async (
  tx: Tx,
  { from, to }: Subject,
  studies: PlacedStudy[],
  change: { by: number; at: Date },
): Promise<Applied> => {
  const studyIDs = studies.map(({ id }) => id);
  await placeStudies(tx, studyIDs, to.id);
  await compareAgain(tx, studies, to.id, { keepsConfirmations: false });
  await compareHeldUploads(tx, studyIDs);
  return {
    shares: { taken: [], given: [], ended: [] },
    requests: { taken: [], given: [] },
    bookings: await placeBookings(tx, { from: from.id, to: to.id, studyIDs }),
    referrals: await placeReferrals(tx, { from: from.id, to: to.id, studyIDs }),
    corrections: await requestCorrections(tx, studyIDs, change),
    facts: null,
  };
};

const applyPatientMove = async (
  tx: Tx,
  { change, from, client }: Subject,
  studyIDs: number[],
  { endShares }: Decisions,
  now: Date,
): Promise<Applied> => {
  const patientID = from.id;
  const taken = await takeShares(tx, { patientID, doctorIDs: [...endShares, client.id] });
  const keepsAccess = change.kind === 'patient' && change.keepsAccess;
  await updatePatientOwner(tx, patientID, client.id);
  await placeStudies(tx, studyIDs, patientID);
  return {
    shares: {
      taken,
      given: keepsAccess ? await giveShares(tx, { patientID, doctorIDs: [from.doctorID] }, now) : [],
      ended: endShares,
    },
    requests: { taken: await takeRequests(tx, patientID, [client.id]), given: [] },
    bookings: await giveBookings(tx, patientID, { from: from.doctorID, to: client.id, now }),
    facts: null,
  };
};

const applyMerge = async (
  tx: Tx,
  { from, to, sharesOfFrom }: Subject,
  studies: PlacedStudy[],
  { endShares, facts }: Decisions,
  now: Date,
): Promise<Applied> => {
  const studyIDs = studies.map(({ id }) => id);
  const sharedWith = sharesOfFrom.map(({ id }) => id);
  const taken = [
    ...(await takeShares(tx, { patientID: from.id, doctorIDs: sharedWith })),
    ...(await takeShares(tx, { patientID: to.id, doctorIDs: endShares })),
  ];
  const toGive = sharedWith.filter((id) => !endShares.includes(id));
  const given = await giveShares(tx, { patientID: to.id, doctorIDs: toGive }, now);
  const requests = await takeRequests(tx, from.id, null);
  const before = factsOf(to);
  const after = facts ?? before;
  await updatePatientFacts(tx, to.id, after);
  await placeStudies(tx, studyIDs, to.id);
  await compareAgain(tx, studies, to.id, { keepsConfirmations: true });
  await compareHeldUploads(tx, studyIDs);
  const bookings = await placeBookings(tx, { from: from.id, to: to.id, studyIDs: null });
  const referrals = await placeReferrals(tx, { from: from.id, to: to.id, studyIDs: null });
  await insertMerged(tx, from.id, to.id);
  await updatePatientDeletion(tx, from.id, now);
  return {
    shares: { taken, given, ended: endShares },
    requests: { taken: requests, given: await giveRequests(tx, to.id, requests) },
    bookings,
    referrals,
    facts: { before, after },
  };
};
