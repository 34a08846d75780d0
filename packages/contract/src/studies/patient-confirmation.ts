import { z } from 'zod';
import { CalendarDay, Instant, NoContent, ShortText } from '../values/fields.ts';
import { OneUpload, PatientInFiles } from './uploads.ts';

/** Who confirmed, and why, that files with another name belong to the patient of the card. */
export const PatientConfirmation = z.object({
  inFiles: z.array(PatientInFiles),
  byName: z.string(),
  /** empty when none was given */
  reason: z.string(),
  confirmedAt: Instant,
});

/** The confirmation holds when the study is published, unless the files name yet another patient or the card was changed. */
export const confirmUploadPatient = {
  method: 'POST',
  url: '/assistant/uploads/:uploadUUID/confirm-patient',
  access: { assistant: 'studies' },
  schema: {
    summary:
      'Confirm that the files of an upload belong to the patient of the card although they name another patient',
    params: OneUpload,
    body: z.object({
      name: z.string().max(500).nullable(),
      birthDate: CalendarDay.nullable(),
      /** further spellings of the patient in the files */
      others: z
        .array(z.object({ name: z.string().max(500).nullable(), birthDate: CalendarDay.nullable() }))
        .max(20)
        .optional(),
      /** without a reason, an upload that is to be held is still held */
      reason: ShortText.optional(),
    }),
    response: { 204: NoContent },
  },
} as const;
