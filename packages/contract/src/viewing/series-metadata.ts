import { z } from 'zod';

/**
 * The metadata are for objects that a viewer derives from the images: these objects name the patient, the study and the
 * instances.
 */
export const getSeriesMetadata = {
  method: 'GET',
  url: '/viewer/metadata/:seriesUID',
  access: { assistant: 'studies', doctor: 'clinicians', share: true },
  schema: {
    summary:
      'The metadata of the files of a series of the viewed study, in the form of WADO-RS (PS3.18, annex F)',
    params: z.object({
      seriesUID: z
        .string()
        .max(64)
        .regex(/^[0-9.]+$/),
    }),
    response: { 200: z.any() },
  },
} as const;
