import { z } from 'zod';
import { parseVersion } from './version.ts';

/** The upload program as one file for one system: `windows-x64`, `macos-arm64`, `linux-x64`. */
const ProgramFile = z.object({
  // a name of a file beside the description, never a path
  name: z.string().regex(/^[A-Za-z0-9][\w.+-]*$/),
  system: z.string().regex(/^[a-z]+-[a-z0-9]+$/),
  sizeBytes: z.int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/**
 * The description of the upload programs that a portal offers. `program` distinguishes it from the description of the portal's own
 * packages, which is signed with the same key.
 */
export const ProgramRelease = z.object({
  program: z.literal('snimok'),
  version: z.string().refine((version) => parseVersion(version) !== null),
  files: z.array(ProgramFile),
});
export type ProgramRelease = z.infer<typeof ProgramRelease>;
