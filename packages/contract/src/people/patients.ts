import { z } from 'zod';
import { Id, Instant, JsonId, NoContent, Offset, pageOf, RequestUUID, sortOf } from '../values/fields.ts';
import { enteredFacts, factsWith, PATIENT_FACT_NAMES, storedFacts } from './patient-facts.ts';
import { ClientStudy } from '../studies/studies.ts';

/** A patient as assistants see it. */
export const Patient = z.object({
  patientID: z.number().int(),
  ...storedFacts(PATIENT_FACT_NAMES),
  lastStudyCreatedAt: Instant.nullable(),
  doctorID: z.number().int(),
  doctorName: z.string(),
  assistantCanDelete: z.boolean(),
});
/** A patient as doctors see it; `doctorName` is the owner's and is present for shared patients only. */
const DoctorPatient = z.object({
  patientID: z.number().int(),
  ...storedFacts(factsWith('clientsSee')),
  lastStudyCreatedAt: Instant.nullable(),
  shared: z.boolean(),
  doctorName: z.string().optional(),
});
const NewestStudy = ClientStudy.pick({
  studyID: true,
  type: true,
  examinedAt: true,
  status: true,
  panoURL: true,
  isNew: true,
});
/** A patient in a doctor's list. Earlier versions of the portal do not send the optional fields. */
export const ListedPatient = DoctorPatient.extend({
  /**
   * the study whose images were taken last, which is not always the study of `lastStudyCreatedAt`; null if there
   * is no study
   */
  newestStudy: NewestStudy.nullable().optional(),
  /** when another doctor shared the patient; absent for own patients */
  sharedSince: Instant.optional(),
});
export const DropdownPatient = Patient.pick({ patientID: true, name: true });
export const PatientFacts = z.object(enteredFacts(PATIENT_FACT_NAMES));

/** The earlier values of the edited facts. Other facts stay as they are, because a colleague may have changed them. */
const SeenFacts = z.object(storedFacts(PATIENT_FACT_NAMES)).partial();

const PATIENT_SORT_FIELDS = ['lastStudyCreatedAt', 'name'] as const;
export type PatientSortField = (typeof PATIENT_SORT_FIELDS)[number];
/** With `lastStudyCreatedAt.desc`, patients without studies come last. */
export const PatientSort = sortOf(PATIENT_SORT_FIELDS);
/** A page of a list of patients. */
export const PatientsPage = Offset.extend({ sortedBy: PatientSort.default('lastStudyCreatedAt.desc') });

const OneDoctor = z.object({ doctorID: Id });
const OnePatient = z.object({ patientID: Id });

export const listDoctorPatients = {
  method: 'GET',
  url: '/assistant/doctors/:doctorID/patients',
  access: { assistant: 'studies', token: 'patients:read', desktop: true },
  schema: {
    summary: "A client's patients, newest study first or in another order",
    params: OneDoctor,
    querystring: PatientsPage,
    response: { 200: pageOf('patients', Patient) },
  },
} as const;

export const createPatient = {
  method: 'POST',
  url: '/assistant/doctors/:doctorID/patients',
  access: { assistant: 'studies', token: 'patients:write', desktop: true },
  schema: {
    summary: 'Create a patient card',
    params: OneDoctor,
    body: PatientFacts.extend({ requestUUID: RequestUUID }),
    response: { 201: z.object({ patientID: JsonId }) },
  },
} as const;

export const listDropdownPatients = {
  method: 'GET',
  url: '/assistant/dropdown/doctors/:doctorID/patients',
  access: { assistant: 'studies', desktop: true },
  schema: {
    summary: "A client's patients, to choose from",
    params: OneDoctor,
    response: { 200: z.object({ patients: z.array(DropdownPatient) }) },
  },
} as const;

export const getPatient = {
  method: 'GET',
  url: '/assistant/patients/:patientID',
  access: { assistant: 'studies', token: 'patients:read', desktop: true },
  schema: { summary: 'One patient', params: OnePatient, response: { 200: Patient } },
} as const;

export const updatePatient = {
  method: 'PUT',
  url: '/assistant/patients/:patientID',
  access: { assistant: 'studies', token: 'patients:write' },
  schema: {
    summary:
      'Change a patient card. With `seen`, only the facts that it names; 409 when one of them has been changed since',
    params: OnePatient,
    /** without `seen`, as earlier versions of the web app send it, the whole card is replaced */
    body: PatientFacts.extend({ seen: SeenFacts.optional() }),
    response: { 204: NoContent },
  },
} as const;

export const listPatientsInWork = {
  method: 'GET',
  url: '/assistant/patients-in-work',
  access: { assistant: 'studies', desktop: true },
  schema: {
    summary: 'Patients with a study in work',
    querystring: PatientsPage,
    response: { 200: pageOf('patients', Patient) },
  },
} as const;

export const listPatientsForRestore = {
  method: 'GET',
  url: '/assistant/patients-for-restore',
  access: { assistant: 'studies', desktop: true },
  schema: {
    summary: 'Patients with a study being restored',
    querystring: PatientsPage,
    response: { 200: pageOf('patients', Patient) },
  },
} as const;

export const listOwnPatients = {
  method: 'GET',
  url: '/doctor/patients',
  access: { doctor: 'everyone' },
  schema: {
    summary: 'Own patients, newest study first or in another order',
    querystring: PatientsPage,
    response: { 200: pageOf('patients', ListedPatient) },
  },
} as const;

export const getOwnPatient = {
  method: 'GET',
  url: '/doctor/patients/:patientID',
  access: { doctor: 'everyone' },
  schema: {
    summary: 'One patient, own or shared; 403 for a patient of another doctor',
    params: OnePatient,
    response: { 200: DoctorPatient },
  },
} as const;
