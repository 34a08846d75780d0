import { z } from 'zod';
import { JsonId, Id } from '../values/fields.ts';

export const copyStudy = {
  method: 'POST',
  url: '/assistant/studies/:studyID/copy',
  access: { assistant: 'studies' },
  schema: {
    summary: "Copy a done study to another patient: an existing one, or a duplicate of this one's card",
    params: z.object({ studyID: Id }),
    body: z.object({
      doctorID: JsonId,
      patientID: JsonId.nullish(),
      shouldDuplicatePatient: z.boolean().nullish(),
    }),
    response: { 201: z.object({ patientID: JsonId, studyID: JsonId }) },
  },
} as const;
