import { z } from 'zod';

/** The DICOM image that a frame of a rendition was made of. */
export const FrameSource = z.object({
  sopInstanceUID: z.string(),
  /** of the frame in its instance, from 1 */
  frame: z.number().int(),
});
