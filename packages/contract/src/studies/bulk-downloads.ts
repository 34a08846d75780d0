import { z } from 'zod';
import { StudyIDs } from './studies.ts';

export const downloadStudies = {
  method: 'GET',
  url: '/assistant/downloads/studies',
  access: { assistant: 'studies' },
  schema: {
    summary: 'Several studies as one ZIP, streamed, with a folder for each; all of them have to be done',
    querystring: z.object({ studyIDs: StudyIDs }),
    response: { 200: z.any() },
  },
} as const;

export const measureDownload = {
  method: 'GET',
  url: '/assistant/downloads/studies/size',
  access: { assistant: 'studies' },
  schema: {
    summary: 'The size of the ZIP of several studies, or why it cannot be made',
    querystring: z.object({ studyIDs: StudyIDs }),
    response: { 200: z.object({ sizeBytes: z.number().int() }) },
  },
} as const;
