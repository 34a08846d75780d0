import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { REASONS } from './failures.ts';
import { parseVersion } from '@snimok/releases/version';

// The two files by which the portal and the updater, which runs as root, inform each other (decision 164).

const Version = z
  .string()
  .max(100)
  .refine((text) => parseVersion(text) !== null);

/**
 * The portal's request. The updater does not trust it: the version is only compared with the version of the signed
 * release.
 */
export const UpdateRequest = z.strictObject({
  id: z.uuid(),
  version: Version,
  requestedAt: z.iso.datetime(),
});
export type UpdateRequest = z.output<typeof UpdateRequest>;

/** The steps of an update, in their order. */
const STEPS = ['checking', 'backup', 'unpacking', 'trying', 'switching', 'watching', 'recording'] as const;
export type Step = (typeof STEPS)[number];

/**
 * `refused`: nothing was begun; `kept`: the old version kept running; `returned`: the old version answers again after
 * the switch; `unrecorded`: the new version runs, and dpkg has yet to record it.
 */
const OUTCOMES = ['done', 'refused', 'kept', 'returned', 'unrecorded'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The progress or the result of an update. */
export const Progress = z.object({
  /** the id of the request; null for an update by the command */
  id: z.uuid().nullable(),
  from: Version.nullable(),
  to: Version.nullable(),
  step: z.enum(STEPS),
  startedAt: z.iso.datetime(),
  /** null while it runs */
  endedAt: z.iso.datetime().nullable(),
  outcome: z.enum(OUTCOMES).nullable(),
  reason: z.enum(REASONS).nullable(),
});
export type Progress = z.output<typeof Progress>;

/** How often the updater renews the modification time of the file while it works. */
export const BEAT_MS = 5_000;
/** An updater that has not renewed it for this long was killed. */
const SILENT_MS = 60_000;

/** The newest update and whether its updater works; null if there was none. */
export const readProgress = async (
  path: string,
  now: Date,
): Promise<{ progress: Progress; isAlive: boolean } | null> => {
  let progress: Progress;
  let renewedAt: Date;
  try {
    ({ mtime: renewedAt } = await stat(path));
    progress = Progress.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    // there is no file yet, or a version with another format wrote it
    return null;
  }
  const isAlive = progress.endedAt === null && now.getTime() - renewedAt.getTime() < SILENT_MS;
  return { progress, isAlive };
};

/**
 * Replaces a small file by one rename, in a folder that no other user can write to. A killed process leaves one
 * temporary file at most.
 */
export const replaceFile = async (path: string, text: string, mode: number): Promise<void> => {
  const temporary = `${path}.new`;
  await rm(temporary, { force: true });
  await writeFile(temporary, text, { mode, flag: 'wx', flush: true });
  await rename(temporary, path);
};

/** Hands the request over to the updater. */
export const writeRequest = (path: string, request: UpdateRequest): Promise<void> =>
  replaceFile(path, JSON.stringify(request), 0o600);
