import { z } from 'zod';
import { CalendarDay, Instant, Sex } from './fields.ts';
import { StudyType } from './studies.ts';

/**
 * Whose images X-ray machines are to make: a study that waits for its files, or a booking of today whose patient has not
 * been marked as arrived.
 */
export const WorklistItem = z.object({
  /** `S` and the number of the study, or `B` and that of the booking; machines write it into their files */
  accessionNumber: z.string(),
  studyID: z.number().int().nullable(),
  bookingID: z.number().int().nullable(),
  /** null: the booking has no patient's card yet */
  patientID: z.number().int().nullable(),
  name: z.string(),
  birthday: CalendarDay.nullable(),
  sex: Sex.nullable(),
  /** null: a booking does not say */
  studyType: StudyType.nullable(),
  /** null: the booking has no client yet */
  doctorID: z.number().int().nullable(),
  doctorName: z.string().nullable(),
  /** the booking's time, or when the study was created */
  beginsAt: Instant,
});

export const listWorklist = {
  method: 'GET',
  url: '/assistant/worklist',
  schema: {
    summary:
      'The worklist of the X-ray machines: studies of the last seven days that wait for files, at most 500 and the latest first, then bookings of today whose patients have not been marked as arrived, at most 500',
    response: { 200: z.object({ items: z.array(WorklistItem) }) },
  },
} as const;

const ACCESSION_NUMBER = /^([SB])([1-9]\d{0,14})$/;

/** The study or booking of an accession number of the worklist; null for the numbers of other systems. */
export const parseAccessionNumber = (text: string): { studyID: number } | { bookingID: number } | null => {
  const [, kind, digits] = ACCESSION_NUMBER.exec(text.trim()) ?? [];
  if (digits === undefined) return null;
  return kind === 'S' ? { studyID: Number(digits) } : { bookingID: Number(digits) };
};
