import { z } from 'zod';

/** The DICOM image from which a frame of a rendition was made. */
export const FrameSource = z.object({
  sopInstanceUID: z.string(),
  /** number of the frame in its instance, from 1 */
  frame: z.number().int(),
});
