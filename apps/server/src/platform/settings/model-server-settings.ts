import { z } from 'zod';
import { fetchedURL } from './network-settings.ts';

/** The model servers of the centre. */
export const modelServerSettings = {
  SEGMENTATION_URL: fetchedURL.optional(),
  SEGMENTATION_TOKEN: z.string().optional(),
  LANDMARKS_URL: fetchedURL.optional(),
  LANDMARKS_TOKEN: z.string().optional(),
};

type ModelServerSettings = { [Name in keyof typeof modelServerSettings]?: string | undefined };

export const modelServersOf = (s: ModelServerSettings) => ({
  /** A model server for 3D segmentations; without a URL the portal's own method makes them. */
  segmentationServer: { url: s.SEGMENTATION_URL, token: s.SEGMENTATION_TOKEN },
  /** A model server that proposes landmarks of cephalograms; without a URL none are proposed. */
  landmarkServer: { url: s.LANDMARKS_URL, token: s.LANDMARKS_TOKEN },
});
