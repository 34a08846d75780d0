import { spawnSync } from 'node:child_process';
import { copyFileSync, chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isNewer, parseVersion } from '@snimok/releases/version';
import { EXIT, ExitError } from '../program/exit-error.ts';
import { diskProblem } from '../updates/fetch-update.ts';
import { freshPath, replaceProgram } from '../updates/program-files.ts';
import { versionOf } from '../updates/try-program.ts';
import { UpdateProblem } from '../updates/update-problem.ts';
import { sentences } from './sentences.ts';

/** A folder of the system for services whose user changes the program in it. Programs in home folders are refused by SELinux. */
const SYSTEM_FOLDER = '/usr/local/lib/snimok';

/**
 * Where the service's copy of the program is, which the user of the service may replace. The program that people type is changed by
 * administrators only.
 */
export const placeOf = (systemUser: string | undefined, log: string, platform: string): string =>
  join(
    systemUser === undefined ? join(dirname(log), 'program') : SYSTEM_FOLDER,
    platform === 'win32' ? 'snimok.exe' : 'snimok',
  );

const isOlder = (version: string, other: string | null): boolean =>
  parseVersion(version) !== null && parseVersion(other) !== null && isNewer(other ?? '', version);

/** Copies this program to its place, unless a newer version is there, which has updated itself. */
export const placeProgram = async (
  place: string,
  { program, version, systemUser }: { program: string; version: string; systemUser: string | undefined },
): Promise<void> => {
  const folder = dirname(place);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    const exists = existsSync(place);
    if (program !== place && !(exists && isOlder(version, await versionOf(place)))) {
      const fresh = freshPath(place);
      copyFileSync(program, fresh);
      chmodSync(fresh, 0o755);
      if (exists) replaceProgram(place);
      else renameSync(fresh, place);
    }
  } catch (cause) {
    const problem = diskProblem(cause, folder, 0);
    if (problem instanceof UpdateProblem)
      throw new ExitError(EXIT.failed, sentences.notPlaced(problem.message));
    throw problem;
  }
  if (systemUser !== undefined && spawnSync('chown', ['-R', systemUser, folder]).status !== 0)
    throw new ExitError(EXIT.failed, sentences.failed(`chown -R ${systemUser} ${folder}`));
};

/** Removes the copy. On Windows a program that still runs cannot be removed. */
export const removePlaced = (place: string): void => {
  try {
    rmSync(dirname(place), { recursive: true, force: true });
  } catch {
    // without a service it is never started
  }
};
