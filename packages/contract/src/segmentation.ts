import { z } from 'zod';
import { Id, NoContent } from './fields.ts';

export const countSegmentationClick = {
  method: 'POST',
  url: '/doctor/patients/:patientID/studies/:studyID/3dseg-click',
  schema: {
    summary: 'Count that a doctor opened the 3D segmentation dialog of a study',
    params: z.object({ patientID: Id, studyID: Id }),
    response: { 204: NoContent },
  },
} as const;
