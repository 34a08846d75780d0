import { z } from 'zod';
import { Instant, JsonId } from '../values/fields.ts';

/** A study that already contains some of the images. */
export const Repeat = z.object({
  studyID: z.number().int(),
  /** how many of the images it contains */
  images: z.number().int(),
  /** it contains all of the images */
  all: z.boolean(),
  uploadedAt: Instant,
});

/** Maximum number of images per request. */
export const MAX_COMPARED_IMAGES = 1000;
const DicomUID = z.string().regex(/^[0-9.]{1,64}$/);

/** POST, so that the UIDs are in the body: a URL is logged. */
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
      /** hashes of images that are not DICOM, hexadecimal; only without DICOM images, and one study must contain all of them */
      sha256: z
        .array(z.string().regex(/^[0-9a-f]{64}$/))
        .max(MAX_COMPARED_IMAGES)
        .default([]),
      /** the study to which the images are uploaded; it is left out */
      exceptStudyID: JsonId.optional(),
    }),
    response: { 200: z.object({ repeats: z.array(Repeat) }) },
  },
} as const;
