import { z } from 'zod';
import { Id, Nothing } from './words.ts';

export const countSegmentationClick = {
  method: 'POST',
  url: '/doctor/patients/:patientID/studies/:studyID/3dseg-click',
  schema: {
    summary: 'Count that a doctor opened the 3D segmentation dialog of a study',
    params: z.object({ patientID: Id, studyID: Id }),
    response: { 204: Nothing },
  },
} as const;
