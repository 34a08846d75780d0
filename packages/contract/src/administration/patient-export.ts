import { z } from 'zod';
import { Id } from '../values/fields.ts';

export const exportPatientData = {
  method: 'GET',
  url: '/assistant/patients/:patientID/data',
  access: { assistant: ['studies', 'admin'], confirmed: true },
  schema: {
    summary:
      'Everything kept about a patient as one streamed ZIP: a folder for each study, data.json with the rows and index.html for people. Cut when the right ends',
    params: z.object({ patientID: Id }),
    response: { 200: z.any() },
  },
} as const;
