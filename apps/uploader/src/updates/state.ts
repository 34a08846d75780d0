import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Paths } from '../program/paths.ts';

/** The recorded state of updates. */
const UpdateState = z.object({
  /** the program of the service that runs, or ran last */
  program: z.string().nullable().default(null),
  checkedAt: z.coerce.date().nullable().default(null),
  /** when the service checks next by itself */
  nextAt: z.coerce.date().nullable().default(null),
  /** why the last check or attempt led to no update, as a sentence of `sentences` */
  problem: z.string().nullable().default(null),
  /** the last update, and the version before it */
  updatedAt: z.coerce.date().nullable().default(null),
  previous: z.string().nullable().default(null),
  /** the version that was tried last without success, and how often */
  failed: z.object({ version: z.string(), times: z.number() }).nullable().default(null),
});
export type UpdateState = z.infer<typeof UpdateState>;

const fileOf = (paths: Paths) => join(dirname(paths.log), 'update.json');
/** Created by `snimok update`, removed by the service that acts on it. */
const requestOf = (paths: Paths) => join(dirname(paths.log), 'update-now');

export const readUpdateState = (paths: Paths): UpdateState => {
  try {
    return UpdateState.parse(JSON.parse(readFileSync(fileOf(paths), 'utf8')));
  } catch {
    // nothing was recorded, or another version recorded it in another form
    return UpdateState.parse({});
  }
};

export const recordUpdateState = (paths: Paths, change: Partial<UpdateState>): void => {
  const path = fileOf(paths);
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, JSON.stringify({ ...readUpdateState(paths), ...change }), { mode: 0o600 });
  renameSync(draft, path);
};

export const requestCheck = (paths: Paths): void => writeFileSync(requestOf(paths), '', { mode: 0o600 });

export const isCheckRequested = (paths: Paths): boolean => existsSync(requestOf(paths));

export const clearRequest = (paths: Paths): void => rmSync(requestOf(paths), { force: true });
