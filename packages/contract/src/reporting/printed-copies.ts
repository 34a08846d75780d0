import { z } from 'zod';
import { Id } from '../values/fields.ts';

export const createReport = {
  method: 'POST',
  url: '/assistant/studies/:studyID/report',
  access: { assistant: ['studies', 'reports'] },
  schema: {
    summary: 'A report of a done study as a PDF, in base64',
    params: z.object({ studyID: Id }),
    body: z.object({ reportFormat: z.literal('pdf') }),
    response: { 200: z.object({ report: z.base64() }) },
  },
} as const;
