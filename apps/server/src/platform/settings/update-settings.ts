import { z } from 'zod';
import { isUpdateSource } from '../releases/source.ts';

export const updateSettings = {
  UPDATE_SOURCE: z
    .string()
    .refine(isUpdateSource, { error: 'must be an absolute folder or an https URL without a password' })
    .optional(),
};

export const updatesOf = (s: { UPDATE_SOURCE?: string | undefined }) => ({
  /** Where the portal looks for newer versions; undefined: nowhere. */
  updateSource: s.UPDATE_SOURCE,
});
