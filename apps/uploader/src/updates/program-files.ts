import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A file beside the program: `snimok.new`, on Windows `snimok.new.exe`. */
const beside = (program: string, word: string) => program.replace(/(\.exe)?$/i, (end) => `.${word}${end}`);

/** The next version, complete and verified. */
export const freshPath = (program: string): string => beside(program, 'new');
/** What this process has downloaded of the next version. */
export const partPath = (program: string): string => beside(program, `part-${process.pid}`);
/** The previous version, for a person who goes back by hand. @internal */
export const keptPath = (program: string): string => beside(program, 'old');

/** A directory is synced where the system can open one. */
const syncFolder = (folder: string): void => {
  if (process.platform === 'win32') return;
  const opened = openSync(folder, 'r');
  fsyncSync(opened);
  closeSync(opened);
};

/**
 * Removes the files beside the program whose names begin as `word` says. What cannot be removed stays: Windows removes no program that
 * runs, and administrators' folders are closed.
 */
const removeBeside = (program: string, word: string, olderThanMs = 0): void => {
  const folder = dirname(program);
  const start = `${basename(program).replace(/\.exe$/i, '')}.${word}`;
  const remove = (path: string) => {
    if (olderThanMs === 0 || statSync(path).mtimeMs < Date.now() - olderThanMs) rmSync(path);
  };
  const names = attempt(() => readdirSync(folder)) ?? [];
  for (const name of names) if (name.startsWith(start)) attempt(() => remove(join(folder, name)));
};

const attempt = <T>(action: () => T): T | undefined => {
  try {
    return action();
  } catch {
    return undefined;
  }
};

/** Removes a next version that is not used, and what this process has downloaded. */
export const removeFresh = (program: string): void => {
  removeBeside(program, 'new');
  removeBeside(program, `part-${process.pid}`);
};

const HOUR_MS = 60 * 60_000;
/** Removes what attempts that were killed have left; another process may be downloading. */
export const removeParts = (program: string): void => removeBeside(program, 'part-', HOUR_MS);

/** Frees the name of the kept version. If it still runs on Windows, it gets another name. */
const freeKept = (program: string): void => {
  removeBeside(program, 'old');
  const kept = keptPath(program);
  if (existsSync(kept)) renameSync(kept, beside(program, `old-${Date.now()}`));
};

/** Gives the program a second name. */
const keepCopy = (program: string, kept: string): void => {
  try {
    linkSync(program, kept);
  } catch {
    // a file system without links, or an administrator's file, to which this user may not make a link
    copyFileSync(program, kept);
  }
};

/**
 * Puts the next version in the place of the program, which is kept. On Linux and macOS there is a program at every moment; Windows can
 * rename a running program but not replace it, so it needs two steps there.
 */
export const replaceProgram = (program: string): void => {
  const kept = keptPath(program);
  freeKept(program);
  if (process.platform === 'win32') renameSync(program, kept);
  else keepCopy(program, kept);
  try {
    renameSync(freshPath(program), program);
  } catch (cause) {
    if (process.platform === 'win32') renameSync(kept, program);
    throw cause;
  }
  syncFolder(dirname(program));
};
