import { listDropdownDoctors } from '@snimok/contract/doctors';
import { createPatient, getPatient, listDropdownPatients } from '@snimok/contract/patients';
import { search } from '@snimok/contract/search';
import type { Call } from '@snimok/api-client/call';
import { sameName } from '../delivery/find-target.ts';
import { ExitError, EXIT, usageError } from '../program/exit-error.ts';
import { sentences } from '../sentences.ts';

export interface PatientQuery {
  /** an id, or a full name */
  patient: string;
  /** a client's id, or her full name */
  doctor?: string;
  /** with both, a patient who has no card gets one */
  birthday?: string;
  sex?: 'male' | 'female';
}

interface Found {
  patientID: number;
  doctorID: number;
  name: string;
}

const isId = (text: string) => /^[1-9]\d{0,14}$/.test(text);

/** The one card that is meant. Several are shown and none is chosen: files in a wrong card are worse than none. */
export async function findPatient(call: Call, wish: PatientQuery): Promise<Found> {
  if (isId(wish.patient)) return call(getPatient, { params: { patientID: Number(wish.patient) } });
  const doctorID = wish.doctor === undefined ? undefined : await findDoctor(call, wish.doctor);
  const named = await cardsNamed(call, wish.patient, doctorID);
  const cards = wish.birthday ? named.filter(({ birthday }) => birthday === wish.birthday) : named;
  const [only] = cards;
  if (only && cards.length === 1) return only;
  if (cards.length > 1) throw new ExitError(EXIT.refused, sentences.severalPatients(cards));
  return createCard(call, wish, doctorID);
}

export async function findDoctor(call: Call, doctor: string): Promise<number> {
  const { doctors } = await call(listDropdownDoctors);
  const meant = doctors.filter(({ doctorID, name }) =>
    isId(doctor) ? doctorID === Number(doctor) : sameName(name, doctor),
  );
  const [only] = meant;
  if (only && meant.length === 1) return only.doctorID;
  throw new ExitError(EXIT.refused, meant.length > 1 ? sentences.severalDoctors(meant) : sentences.noDoctor);
}

/** Of one client all cards are looked through; of all clients those that the portal's search finds. */
async function cardsNamed(call: Call, name: string, doctorID: number | undefined) {
  const { patients } =
    doctorID === undefined
      ? await call(search, { query: { query: name } })
      : await call(listDropdownPatients, { params: { doctorID } });
  const named = patients.filter((one) => sameName(one.name, name));
  return Promise.all(named.map(({ patientID }) => call(getPatient, { params: { patientID } })));
}

async function createCard(call: Call, wish: PatientQuery, doctorID: number | undefined): Promise<Found> {
  const { patient: name, birthday, sex } = wish;
  if (!birthday || !sex) throw new ExitError(EXIT.refused, sentences.noPatient);
  if (doctorID === undefined) throw usageError(sentences.newPatientNeedsDoctor);
  const body = { name, birthday, sex, phone: null };
  const { patientID } = await call(createPatient, { params: { doctorID }, body });
  return { patientID, doctorID, name };
}
