import { z } from 'zod';
import { Instant } from './fields.ts';
import { PatientInFiles } from './uploads.ts';

/** Who said, and why, that files of another name belong to the patient of the card. */
export const PatientConfirmation = z.object({
  inFiles: z.array(PatientInFiles),
  byName: z.string(),
  /** empty when none was given */
  reason: z.string(),
  confirmedAt: Instant,
});
