import { getAsset, isSea } from 'node:sea';
import { z } from 'zod';
import about from '../../package.json' with { type: 'json' };

/** What the build of the program as one file puts into it (scripts/packaging/upload-programs.mjs). */
const Build = z.object({
  version: z.string(),
  /** the public key of later versions, as PEM text; null if the program was built without one */
  releaseKey: z.string().nullable(),
});

/** The program that runs: one file, or a script for Node, whose version is that of its package. */
export const build = isSea()
  ? { isOneFile: true, ...Build.parse(JSON.parse(getAsset('build.json', 'utf8'))) }
  : { isOneFile: false, version: about.version, releaseKey: null };

export const { version } = build;
