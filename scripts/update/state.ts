import { readFileSync } from 'node:fs';
import { open, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CURRENT, RELEASES, treeOf, WORK } from '../../apps/server/src/platform/releases/places.ts';
import { run } from './programs.ts';
import { makeWorkFolder } from './progress.ts';
import { STAGED } from './stage.ts';

const STATE = join(WORK, 'state.json');
/** A link to the version that worked before the switch. `snimok-portal` starts its program to undo an update. */
const FROM = join(WORK, 'from');

/**
 * The step of an unfinished update. `preparing`: the link leads to the old version. `switching`: it may lead to either, and the new
 * one is not yet trusted. `recording`: the new version works, and dpkg records it.
 */
type Step = 'preparing' | 'switching' | 'recording';

export interface State {
  step: Step;
  from: string;
  to: string;
}

/** The state of an unfinished update; null if there is none. */
export const readState = (): State | null => {
  try {
    return JSON.parse(readFileSync(STATE, 'utf8')) as State;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw cause;
  }
};

/** Replaces a file or link by one rename that is on the disk when this resolves. */
const replace = async (path: string, write: (temporary: string) => Promise<unknown>): Promise<void> => {
  const temporary = `${path}.new`;
  await rm(temporary, { force: true });
  await write(temporary);
  await rename(temporary, path);
  await run('sync', [dirname(path)]);
};

/** Records the step before it begins. */
export const writeState = async (state: State): Promise<void> => {
  await makeWorkFolder();
  if (state.step === 'switching') await replace(FROM, (path) => symlink(treeOf(state.from), path));
  // dpkg removes the files of the old version
  if (state.step === 'recording') await rm(FROM, { force: true });
  await replace(STATE, async (path) => {
    const file = await open(path, 'w', 0o600);
    await file.writeFile(JSON.stringify(state));
    await file.sync();
    await file.close();
  });
};

export const clearState = async (): Promise<void> => {
  await rm(FROM, { force: true });
  await rm(STAGED, { force: true });
  // removed last, so that a process that is killed before this is followed by another attempt
  await rm(STATE, { force: true });
};

/** Points `/opt/snimok` to a version. */
export const switchTo = (version: string): Promise<void> =>
  replace(CURRENT, (path) => symlink(join(RELEASES.replace(/^.*\//, ''), version), path));
