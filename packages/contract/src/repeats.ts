import { z } from 'zod';
import { Instant, JsonId } from './fields.ts';

/** A study with images that were uploaded again. */
export const Repeat = z.object({
  studyID: z.number().int(),
  /** number of the images that it contains */
  images: z.number().int(),
  /** it contains all of them */
  all: z.boolean(),
  uploadedAt: Instant,
});

/** Maximum number of images per request. */
export const MAX_COMPARED_IMAGES = 1000;
const DicomUID = z.string().regex(/^[0-9.]{1,64}$/);

/** The UIDs are in the body, because a URL is logged. */
export const listRepeats = {
  method: 'POST',
  url: '/assistant/uploads/repeats',
  access: { assistant: 'studies' },
  schema: {
    summary: 'The studies that contain these images already, the most similar first',
    body: z.object({
      /** DICOM images */
      instances: z
        .array(z.object({ studyUID: DicomUID, instanceUID: DicomUID }))
        .max(MAX_COMPARED_IMAGES)
        .default([]),
      /** of the content of other images, hexadecimal; only without DICOM images, and all of them have to be in one study */
      sha256: z
        .array(z.string().regex(/^[0-9a-f]{64}$/))
        .max(MAX_COMPARED_IMAGES)
        .default([]),
      /** the study into which they are uploaded */
      exceptStudyID: JsonId.optional(),
    }),
    response: { 200: z.object({ repeats: z.array(Repeat) }) },
  },
} as const;
