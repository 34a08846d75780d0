import { z } from 'zod';

/** What a volume does not show of the slices of its files. */
export const volumeSlices = {
  /**
   * slices of the level `full` that were not measured or cannot be read: their voxels have no meaning, and a
   * viewer marks them; absent in renditions of earlier versions
   */
  missing: z.array(z.number().int()).optional(),
  /**
   * the smallest and the largest step between slices, if layers are interpolated between uneven ones; a viewer says so on
   * the picture
   */
  betweenMm: z.tuple([z.number(), z.number()]).optional(),
  /**
   * SOP Instance UIDs of images of its DICOM series that are not part of the volume, so that objects derived from the volume
   * do not refer to them; absent in renditions of earlier versions
   */
  leftOut: z.array(z.string()).optional(),
};
