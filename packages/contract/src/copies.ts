import { z } from 'zod';
import { GivenId, Id } from './words.ts';

export const copyStudy = {
  method: 'POST',
  url: '/assistant/studies/:studyID/copy',
  schema: {
    summary: "Copy a done study to another patient: an existing one, or a duplicate of this one's card",
    params: z.object({ studyID: Id }),
    body: z.object({
      doctorID: GivenId,
      patientID: GivenId.nullish(),
      shouldDuplicatePatient: z.boolean().nullish(),
    }),
    response: { 201: z.object({ patientID: GivenId, studyID: GivenId }) },
  },
} as const;
