import { z } from 'zod';

/** Which slices of its files a volume does not show. */
export const volumeSlices = {
  /**
   * slices of the level `full` that were not measured or cannot be read: their voxels have no meaning, and a
   * viewer marks them; absent in renditions of earlier versions
   */
  missing: z.array(z.number().int()).optional(),
  /**
   * the smallest and the largest step of the slices if layers are interpolated between uneven ones, which a viewer
   * says on the picture
   */
  betweenMm: z.tuple([z.number(), z.number()]).optional(),
  /**
   * SOP Instance UIDs of the images of its DICOM series that the volume was not made of, so that objects derived from
   * it do not refer to them; absent in renditions of earlier versions
   */
  leftOut: z.array(z.string()).optional(),
};
