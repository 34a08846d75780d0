import { listDropdownDoctors } from '@snimok/contract/people/doctors';
import { createPatient, getPatient, listDropdownPatients } from '@snimok/contract/people/patients';
import { search } from '@snimok/contract/people/search';
import type { Call } from '@snimok/api-client/call';
import { sameName } from '../delivery/find-target.ts';
import { ExitError, EXIT, usageError } from '../program/exit-error.ts';
import { sentences } from '../program/sentences.ts';

export interface PatientQuery {
  /** an id or a full name */
  patient: string;
  /** an id or a full name */
  doctor?: string;
  /** with `doctor` and `sex`, a missing patient is created */
  birthday?: string;
  sex?: 'male' | 'female';
}

interface FoundPatient {
  patientID: number;
  doctorID: number;
  name: string;
}

const isId = (text: string) => /^[1-9]\d{0,14}$/.test(text);

/**
 * Finds one patient or creates it. Several matches are an error that lists them: files must not go to the wrong
 * patient.
 */
export async function findPatient(call: Call, query: PatientQuery): Promise<FoundPatient> {
  if (isId(query.patient)) return call(getPatient, { params: { patientID: Number(query.patient) } });
  const doctorID = query.doctor === undefined ? undefined : await findDoctor(call, query.doctor);
  const named = await listPatientsNamed(call, query.patient, doctorID);
  const patients = query.birthday ? named.filter(({ birthday }) => birthday === query.birthday) : named;
  const [only] = patients;
  if (only && patients.length === 1) return only;
  if (patients.length > 1) throw new ExitError(EXIT.refused, sentences.severalPatients(patients));
  return createMissingPatient(call, query, doctorID);
}

async function findDoctor(call: Call, doctor: string): Promise<number> {
  const { doctors } = await call(listDropdownDoctors);
  const matching = doctors.filter(({ doctorID, name }) =>
    isId(doctor) ? doctorID === Number(doctor) : sameName(name, doctor),
  );
  const [only] = matching;
  if (only && matching.length === 1) return only.doctorID;
  throw new ExitError(
    EXIT.refused,
    matching.length > 1 ? sentences.severalDoctors(matching) : sentences.noDoctor,
  );
}

/** Searches among all patients of a client, or among those that the portal's search finds. */
async function listPatientsNamed(call: Call, name: string, doctorID: number | undefined) {
  const { patients } =
    doctorID === undefined
      ? await call(search, { query: { query: name } })
      : await call(listDropdownPatients, { params: { doctorID } });
  const named = patients.filter((one) => sameName(one.name, name));
  return Promise.all(named.map(({ patientID }) => call(getPatient, { params: { patientID } })));
}

async function createMissingPatient(
  call: Call,
  query: PatientQuery,
  doctorID: number | undefined,
): Promise<FoundPatient> {
  const { patient: name, birthday, sex } = query;
  if (!birthday || !sex) throw new ExitError(EXIT.refused, sentences.noPatient);
  if (doctorID === undefined) throw usageError(sentences.newPatientNeedsDoctor);
  const body = { name, birthday, sex, phone: null };
  const { patientID } = await call(createPatient, { params: { doctorID }, body });
  return { patientID, doctorID, name };
}
