import { listDropdownDoctors } from '@snimok/contract/people/doctors';
import { createPatient, getPatient, listDropdownPatients } from '@snimok/contract/people/patients';
import { mayBeMisspelt, mayBeSamePerson } from '@snimok/imaging/names/compare-names';
import { isCertainlySame } from '@snimok/imaging/names/compare-people';
import type { Call } from '@snimok/api-client/call';
import { sentences } from '../program/sentences.ts';
import { personOf, type StudyHeader } from '../ledger/header.ts';

/** «Ёлкина  АННА» and «Елкина Анна» are the same name; only case, spaces and ё are ignored. */
const foldName = (name: string) =>
  name.normalize('NFC').toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ').trim();

export const sameName = (one: string, other: string): boolean => foldName(one) === foldName(other);

/** Whether the names may be one person's, as the portal compares them; the birth dates do not matter. */
const similarName = (one: string, other: string): boolean =>
  mayBeSamePerson(one, other) || mayBeMisspelt(one, other);

export interface Defaults {
  /** the client of files that do not name exactly one */
  doctorID: number | undefined;
  /** the patient of files without a name, a birth date or a sex */
  unknownPatientID: number | undefined;
}

type DeliveryTarget =
  | { doctorID: number; patientID: number; remark: string | null }
  /** why a person has to decide */
  | { undecided: string };

/**
 * The client and the patient of a study, from the headers of its files and the configured defaults; nothing is
 * guessed.
 */
export async function findTarget(
  call: Call,
  header: StudyHeader,
  defaults: Defaults,
): Promise<DeliveryTarget> {
  const client = await findClient(call, header, defaults.doctorID);
  if ('undecided' in client) return client;
  const { doctorID, remark } = client;
  const patient = await findOrCreatePatient(call, doctorID, header);
  if (patient !== null && 'undecided' in patient) return patient;
  if (patient !== null) return { doctorID, patientID: patient.patientID, remark };
  if (defaults.unknownPatientID === undefined) return { undecided: sentences.incompleteHeader };
  const unknown = await call(getPatient, { params: { patientID: defaults.unknownPatientID } });
  return { doctorID: unknown.doctorID, patientID: unknown.patientID, remark: sentences.unknownPatient };
}

type Client = { doctorID: number; remark: string | null } | { undecided: string };

export async function findClient(
  call: Call,
  header: StudyHeader,
  defaultDoctorID: number | undefined,
): Promise<Client> {
  const { doctors } = await call(listDropdownDoctors);
  const named = [header.referringPhysician, header.institution].filter((name) => name !== null);
  const matching = doctors.filter(({ name }) => named.some((one) => sameName(one, name)));
  const [only] = matching;
  if (only && matching.length === 1) return { doctorID: only.doctorID, remark: null };
  const ambiguous = matching.length > 1;
  if (defaultDoctorID === undefined) {
    return { undecided: ambiguous ? sentences.severalClients : sentences.noClient };
  }
  return { doctorID: defaultDoctorID, remark: ambiguous ? sentences.severalClientsSoDefault : null };
}

/** If more patients have such a name, the name is useless for a decision. */
const MAX_CANDIDATES = 20;

/**
 * The client's only patient with this name, birth date and sex, or a new one if no patient resembles it. If a patient
 * differs a little, a person decides whether both are one. Null if the header is too incomplete to match or create a
 * patient.
 */
export async function findOrCreatePatient(
  call: Call,
  doctorID: number,
  header: StudyHeader,
): Promise<{ patientID: number } | { undecided: string } | null> {
  const { name, birthday, sex } = header;
  if (name === null || birthday === null) return null;
  const { patients } = await call(listDropdownPatients, { params: { doctorID } });
  const named = patients.filter((one) => similarName(one.name, name));
  if (named.length > MAX_CANDIDATES) return { undecided: sentences.manyPatients };
  const cards = [];
  for (const { patientID } of named) cards.push(await call(getPatient, { params: { patientID } }));

  const exact = cards.filter(
    (card) =>
      sameName(card.name, name) && isCertainlySame(personOf(header), personOf(card), { isLinked: false }),
  );
  const [only] = exact;
  if (only && exact.length === 1) return { patientID: only.patientID };
  if (exact.length > 1) return { undecided: sentences.samePatients(exact.map(({ patientID }) => patientID)) };
  // if the name is the same, birth date or sex may be a mistake; if the birth date is the same, the name may be one
  const similar = cards.filter((card) => sameName(card.name, name) || card.birthday === birthday);
  if (similar.length > 0)
    return { undecided: sentences.similarPatients(similar.map(({ patientID }) => patientID)) };
  if (sex === null) return null;
  const body = { name, birthday, sex, phone: null };
  return { patientID: (await call(createPatient, { params: { doctorID }, body })).patientID };
}
