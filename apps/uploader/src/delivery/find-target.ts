import { listDropdownDoctors } from '@snimok/contract/doctors';
import { createPatient, getPatient, listDropdownPatients } from '@snimok/contract/patients';
import type { Call } from '@snimok/api-client/call';
import { sentences } from '../sentences.ts';
import type { StudyHeader } from './header.ts';

/** «Ёлкина  АННА» and «Елкина Анна» are the same name; only case, spaces and ё are ignored. */
const foldName = (name: string) =>
  name.normalize('NFC').toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ').trim();

export const sameName = (one: string, other: string): boolean => foldName(one) === foldName(other);

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
 * The client and the patient of a study, by the headers of its files and the configured defaults; nothing is guessed.
 */
export async function findTarget(
  call: Call,
  header: StudyHeader,
  defaults: Defaults,
): Promise<DeliveryTarget> {
  const client = await findClient(call, header, defaults.doctorID);
  if ('undecided' in client) return client;
  const { doctorID, remark } = client;
  const patientID = await findOrCreatePatient(call, doctorID, header);
  if (patientID !== null) return { doctorID, patientID, remark };
  if (defaults.unknownPatientID === undefined) return { undecided: sentences.incompleteHeader };
  const patient = await call(getPatient, { params: { patientID: defaults.unknownPatientID } });
  return { doctorID: patient.doctorID, patientID: patient.patientID, remark: sentences.unknownPatient };
}

type Client = { doctorID: number; remark: string | null } | { undecided: string };

async function findClient(
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

/**
 * The client's patient with this name and birth date, or a new one; null if the header is too incomplete to match or
 * create one.
 */
async function findOrCreatePatient(
  call: Call,
  doctorID: number,
  { name, birthday, sex }: StudyHeader,
): Promise<number | null> {
  if (name === null || birthday === null) return null;
  const { patients } = await call(listDropdownPatients, { params: { doctorID } });
  for (const { patientID } of patients.filter((one) => sameName(one.name, name))) {
    const patient = await call(getPatient, { params: { patientID } });
    if (patient.birthday === birthday && (sex === null || patient.sex === sex)) return patientID;
  }
  if (sex === null) return null;
  const body = { name, birthday, sex, phone: null };
  return (await call(createPatient, { params: { doctorID }, body })).patientID;
}
