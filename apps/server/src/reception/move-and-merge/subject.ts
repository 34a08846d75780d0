import { createHash } from 'node:crypto';
import type { Actor } from '../../platform/access/actor.ts';
import { may } from '../../platform/access/rules.ts';
import type { Tx } from '../../platform/db/client.ts';
import { conflict, forbidden, invalid } from '../../platform/errors/errors.ts';
import { findDoctor } from '../../people/doctors/queries.ts';
import { listSharesOf } from '../../people/patient-shares/queries.ts';
import { factsOf } from '../../people/patients/facts.ts';
import { findPatient, type PatientRow } from '../../people/patients/queries.ts';
import { findStudy } from '../../studies/studies/study-rows/queries.ts';
import { listLiveLinks } from '../../viewing/external-shares/reassign-links.ts';
import { sentences } from './sentences.ts';

/** What is to be moved or merged. */
export type Change =
  | { kind: 'study'; studyID: number; toPatientID: number }
  | { kind: 'patient'; patientID: number; toDoctorID: number; keepsAccess: boolean }
  | { kind: 'merge'; keptID: number; mergedID: number };

interface Client {
  id: number;
  name: string;
}

/** The rows that a change concerns, as they are now. */
export interface Subject {
  change: Change;
  /** the patients before and after; one and the same if a patient moves to another client */
  from: PatientRow;
  to: PatientRow;
  /** the client after the change */
  client: Client;
  studyIDs: number[];
  /** the clients with whom each patient is shared */
  sharesOfFrom: Client[];
  sharesOfTo: Client[];
  links: Awaited<ReturnType<typeof listLiveLinks>>;
}

const clientOfPatient = ({ doctorID, doctorName }: PatientRow): Client => ({
  id: doctorID,
  name: doctorName,
});

/** @throws Problem 403, 404 or 409 if the actor may not make this change or it makes no sense */
export const findSubject = async (db: Tx, who: Actor, change: Change, now: Date): Promise<Subject> => {
  const { from, to, client, studyIDs } = await findPlaces(db, who, change);
  if (client.id !== from.doctorID && !may(who, 'patient.change-client'))
    throw forbidden(sentences.changesClient);
  const sharesOfFrom = await listSharesOf(db, from.id);
  const sharesOfTo = await listSharesOf(db, to.id);
  const links = await listLiveLinks(db, studyIDs, now);
  return { change, from, to, client, studyIDs, sharesOfFrom, sharesOfTo, links };
};

type Places = Pick<Subject, 'from' | 'to' | 'client' | 'studyIDs'>;

const findPlaces = async (db: Tx, who: Actor, change: Change): Promise<Places> => {
  switch (change.kind) {
    case 'study': {
      const study = await findStudy(db, who, change.studyID);
      const from = await findPatient(db, who, study.patientID);
      const to = await findPatient(db, who, change.toPatientID);
      if (from.id === to.id) throw conflict(sentences.samePatient);
      return { from, to, client: clientOfPatient(to), studyIDs: [study.id] };
    }
    case 'patient': {
      const patient = await findPatient(db, who, change.patientID);
      const client = await findDoctor(db, change.toDoctorID);
      if (client.id === patient.doctorID) throw conflict(sentences.sameClient);
      return { from: patient, to: patient, client, studyIDs: await listStudyIDs(db, patient.id) };
    }
    case 'merge': {
      const to = await findPatient(db, who, change.keptID);
      const from = await findPatient(db, who, change.mergedID);
      if (from.id === to.id) throw invalid(sentences.mergesItself);
      if (from.doctorID !== to.doctorID) throw conflict(sentences.mergesClients);
      return { from, to, client: clientOfPatient(to), studyIDs: await listStudyIDs(db, from.id) };
    }
  }
};

/** Includes deleted studies, which move as well. */
const listStudyIDs = async (db: Tx, patientID: number): Promise<number[]> => {
  const studies = db.selectFrom('studies').select('id').where('patientID', '=', patientID).orderBy('id');
  return (await studies.execute()).map(({ id }) => id);
};

/**
 * Stays the same as long as everything on which an assistant decides stays the same: the cards, the clients, who sees them,
 * and the links. New studies and uploads do not change it, so that a change can be made while work goes on.
 */
export const revisionOf = ({ from, to, client, sharesOfFrom, sharesOfTo, links }: Subject): string => {
  const cards = [from, to].map((patient) => [patient.id, patient.doctorID, factsOf(patient)]);
  const shares = [sharesOfFrom, sharesOfTo].map((each) => each.map(({ id }) => id).sort((a, b) => a - b));
  const text = JSON.stringify([cards, client.id, shares, links.map(({ uuid }) => uuid).sort()]);
  return createHash('sha256').update(text).digest('base64url');
};

/** Who sees the patients before the change, and after it if these shares are ended. */
export const watchersOf = (
  { change, from, to, client, sharesOfFrom, sharesOfTo }: Subject,
  endShares: readonly number[],
) => {
  const before = {
    from: new Map([clientOfPatient(from), ...sharesOfFrom].map((one) => [one.id, one])),
    to: new Map([clientOfPatient(to), ...sharesOfTo].map((one) => [one.id, one])),
  };
  const stays = ({ id }: Client) => !endShares.includes(id);
  const after = new Map<number, Client>(
    [
      client,
      ...sharesOfTo.filter(stays),
      ...(change.kind === 'merge' ? sharesOfFrom.filter(stays) : []),
      ...(change.kind === 'patient' && change.keepsAccess ? [clientOfPatient(from)] : []),
    ].map((one) => [one.id, one]),
  );
  const gains = new Map<number, Client>();
  const loses = new Map<number, Client>();
  const compared = change.kind === 'merge' ? [before.from, before.to] : [before.from];
  for (const seen of compared) {
    for (const [id, one] of after) if (!seen.has(id)) gains.set(id, one);
    for (const [id, one] of seen) if (!after.has(id)) loses.set(id, one);
  }
  return { gains: [...gains.values()], loses: [...loses.values()], after: [...after.values()] };
};

/** The shares that can be ended with this change. */
export const endableShares = ({ change, client, sharesOfFrom, sharesOfTo }: Subject): Client[] => {
  if (change.kind === 'study') return [];
  const all = [...sharesOfTo, ...sharesOfFrom].filter(({ id }) => id !== client.id);
  return [...new Map(all.map((one) => [one.id, one])).values()];
};
