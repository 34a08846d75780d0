import { z } from 'zod';
import { Birthday, CalendarDay, Instant, JsonId, RequestUUID, ShortText } from '../values/fields.ts';
import { enteredFacts, PATIENT_FACT_NAMES } from '../people/patient-facts.ts';
import { StudyType } from '../studies/studies.ts';
import { ExaminedAt } from '../studies/examined-at.ts';

/** A study without files, to which new files may belong. */
const WaitingStudy = z.object({
  studyID: z.number().int(),
  type: StudyType,
  createdAt: Instant,
  examinedAt: ExaminedAt.nullable(),
});

/** To whom the files may belong: a booking of today, an existing patient, or both. */
export const IntakeSuggestion = z.object({
  /** a booking whose patient has not been marked as arrived */
  bookingID: z.number().int().nullable(),
  /** when the booking begins, even if its patient has already arrived */
  beginsAt: Instant.nullable(),
  /** null: the booking has no patient's card yet */
  patientID: z.number().int().nullable(),
  /** null: the booking has no client yet */
  doctorID: z.number().int().nullable(),
  doctorName: z.string().nullable(),
  name: z.string(),
  birthday: CalendarDay.nullable(),
  phone: z.string().nullable(),
  /** name and birth date match, or the full name if the files or the card have no birth date */
  confident: z.boolean(),
  waiting: z.array(WaitingStudy),
});

const IntakeClient = z.object({
  doctorID: z.number().int(),
  name: z.string(),
  /** the files name this client as referring physician or institution */
  named: z.boolean(),
});

export const suggestIntake = {
  method: 'POST',
  url: '/assistant/intake/suggestions',
  access: { assistant: 'studies' },
  schema: {
    summary:
      'The patients to whom the files of a scan may belong, best first: bookings of today, then patients with this name or birth date; and clients for a new patient: those that the files name, then those of the latest studies. The data are in the body, because a URL is logged',
    body: z.object({
      name: ShortText.nullish().transform((name) => name ?? ''),
      birthday: CalendarDay.nullish().transform((day) => day ?? null),
      /** names of the referring physician and the institution */
      clientNames: z.array(ShortText).max(4).default([]),
    }),
    response: { 200: z.object({ suggestions: z.array(IntakeSuggestion), clients: z.array(IntakeClient) }) },
  },
} as const;

export const createIntakeStudy = {
  method: 'POST',
  url: '/assistant/intake/studies',
  access: { assistant: 'studies' },
  schema: {
    summary: 'Create a patient card and a study for it in one transaction; the birth date may be missing',
    body: z.object({
      doctorID: JsonId,
      ...enteredFacts(PATIENT_FACT_NAMES),
      birthday: Birthday.nullish().transform((day) => day ?? null),
      studyType: StudyType,
      requestUUID: RequestUUID,
    }),
    response: { 201: z.object({ doctorID: JsonId, patientID: JsonId, studyID: JsonId }) },
  },
} as const;
