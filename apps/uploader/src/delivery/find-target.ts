import { listDropdownDoctors } from '@snimok/contract/doctors';
import { createPatient, getPatient, listDropdownPatients } from '@snimok/contract/patients';
import type { Call } from '@snimok/api-client/call';
import { sentences } from '../sentences.ts';
import type { StudyHeader } from './header.ts';

/** «Ёлкина  АННА» and «Елкина Анна» are one name; nothing else is guessed. */
const foldName = (name: string) =>
  name.normalize('NFC').toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ').trim();

export const sameName = (one: string, other: string): boolean => foldName(one) === foldName(other);

export interface Defaults {
  /** the client whose studies these are, when the files do not name exactly one */
  doctorID: number | undefined;
  /** the card for files without a name, a birth date or a sex */
  unknownPatientID: number | undefined;
}

export type DeliveryTarget =
  | { doctorID: number; patientID: number; remark: string | null }
  /** only a person can say where it belongs */
  | { held: string };

/** Whose study this is: the client, then the patient, by what the files say and what was configured. Never by guess. */
export async function findTarget(call: Call, header: StudyHeader, defaults: Defaults): Promise<DeliveryTarget> {
  const client = await findClient(call, header, defaults.doctorID);
  if ('held' in client) return client;
  const { doctorID, remark } = client;
  const patientID = await findPatient(call, doctorID, header);
  if (patientID !== null) return { doctorID, patientID, remark };
  if (defaults.unknownPatientID === undefined) return { held: sentences.incompleteHeader };
  const patient = await call(getPatient, { params: { patientID: defaults.unknownPatientID } });
  return { doctorID: patient.doctorID, patientID: patient.patientID, remark: sentences.unknownPatient };
}

type Client = { doctorID: number; remark: string | null } | { held: string };

async function findClient(call: Call, header: StudyHeader, fallback: number | undefined): Promise<Client> {
  const { doctors } = await call(listDropdownDoctors);
  const named = [header.referringPhysician, header.institution].filter((name) => name !== null);
  const matching = doctors.filter(({ name }) => named.some((one) => sameName(one, name)));
  const [only] = matching;
  if (only && matching.length === 1) return { doctorID: only.doctorID, remark: null };
  const ambiguous = matching.length > 1;
  if (fallback === undefined) {
    return { held: ambiguous ? sentences.severalClients : sentences.noClient };
  }
  return { doctorID: fallback, remark: ambiguous ? sentences.severalClientsSoDefault : null };
}

/** The client's card with this name and birth date, or a new one; null when the files say too little for either. */
async function findPatient(call: Call, doctorID: number, header: StudyHeader): Promise<number | null> {
  const { name, birthday, sex } = header;
  if (name === null || birthday === null) return null;
  const { patients } = await call(listDropdownPatients, { params: { doctorID } });
  for (const { patientID } of patients.filter((one) => sameName(one.name, name))) {
    const card = await call(getPatient, { params: { patientID } });
    if (card.birthday === birthday && (sex === null || card.sex === sex)) return patientID;
  }
  if (sex === null) return null;
  const body = { name, birthday, sex, phone: null };
  return (await call(createPatient, { params: { doctorID }, body })).patientID;
}
