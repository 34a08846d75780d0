import { existsSync } from 'node:fs';
import { Failure, reasonOf, Refusal } from '../../apps/server/src/platform/releases/failures.ts';
import {
  currentVersion,
  treeOf,
  trustedKey,
  CURRENT,
} from '../../apps/server/src/platform/releases/places.ts';
import type { UpdateRequest } from '../../apps/server/src/platform/releases/progress.ts';
import { packageFor, type Release, readRelease } from '../../apps/server/src/platform/releases/release.ts';
import { openSource, type Source } from '../../apps/server/src/platform/releases/source.ts';
import { ended, lastLines } from './programs.ts';
import { beat, beginProgress, endProgress, recordStep, recordTarget } from './progress.ts';
import { requireRecent } from './requested.ts';
import {
  compileParsers,
  restartService,
  runAsPortal,
  tryBeside,
  waitUntilReady,
  watchHealth,
} from './service.ts';
import { checkSpace, removeTree, stage, STAGED, unpack } from './stage.ts';
import { clearState, readState, type State, switchTo, writeState } from './state.ts';

/** A service that is started again, or goes back, is ready within this time. */
const RESTART_MS = 5 * 60_000;
/** The exit code of a backup that lacks objects which are missing or damaged in the portal. */
const INCOMPLETE = 2;

interface Options {
  /** what an administrator asked for in the browser; undefined for an update by the command */
  request?: UpdateRequest | undefined;
  /** the folder of the backup; undefined for BACKUP_FOLDER; null for no backup */
  backup: string | undefined | null;
  /** how long the new version may migrate before it is ready */
  readyWithinMs: number;
  /** how long the health of the new version is watched after the switch */
  watchMs: number;
  print: (line: string) => void;
  /** ends the update, which then goes back */
  signal: AbortSignal;
}

const backUp = async ({ backup, print }: Options): Promise<void> => {
  if (backup === null) return print('No backup is made.');
  await recordStep('backup');
  print('Making a backup …');
  const program = ['apps/server/src/entry/commands/backup.ts', 'backup'];
  const { code, output } = await runAsPortal(CURRENT, [...program, ...(backup ? [backup] : [])]);
  print(lastLines(output));
  if (code !== 0 && code !== INCOMPLETE)
    throw new Failure('The backup failed, so nothing was changed.', 'backup');
};

/** Everything that can be done while the old version serves. */
const prepare = async (source: Source, release: Release, options: Options): Promise<void> => {
  const { print, signal } = options;
  await stage(source, packageFor(release, currentVersion()));
  await backUp(options);
  signal.throwIfAborted();
  await recordStep('unpacking');
  print(`Unpacking version ${release.version} …`);
  const tree = await unpack(release.version);
  await compileParsers(tree);
  await recordStep('trying');
  print('Starting the new version beside the old one; it migrates the database …');
  await tryBeside(tree, options.readyWithinMs, signal);
};

/** Has dpkg take over the folder of the new version, and remove that of the old one. May be repeated. */
const recordInstallation = async (print: (line: string) => void): Promise<void> => {
  const env = { ...process.env, SNIMOK_UPDATE: '1', DEBIAN_FRONTEND: 'noninteractive' };
  const args = ['--force-confdef', '--force-confold', '--install', STAGED];
  // the folder of the old version, in which this program may have been started, is removed
  const { code, output } = await ended('dpkg', args, { env, cwd: '/' });
  if (code !== 0) {
    await endProgress('unrecorded', 'record');
    throw new Failure(
      `The new version runs, but dpkg could not record it; this is repeated each minute:\n${lastLines(output)}`,
      'record',
    );
  }
  await clearState();
  await endProgress('done');
  print('Installed.');
};

const goBack = async ({ from, to }: State, restart: () => Promise<unknown>): Promise<void> => {
  await switchTo(from);
  await restart();
  await removeTree(to);
  await clearState();
};

/** Ends an update that was interrupted: undoes it, or completes its recording. */
export const recover = async (print: (line: string) => void): Promise<void> => {
  const state = readState();
  if (!state) return;
  if (!existsSync(treeOf(state.from)) && state.step !== 'recording') {
    // another package was installed meanwhile
    await clearState();
    return endProgress('kept', 'interrupted');
  }
  if (state.step === 'recording') {
    print(`Completing the update to ${state.to} …`);
    return recordInstallation(print);
  }
  print(`Undoing the interrupted update to ${state.to} …`);
  if (state.step === 'switching') {
    // at the start of the machine the service waits for this program
    await goBack(state, () => restartService('--no-block'));
    return endProgress('returned', 'interrupted');
  }
  await removeTree(state.to);
  await clearState();
  await endProgress('kept', 'interrupted');
};

/** Switches, watches, and goes back if the new version is not healthy. */
const switchAndWatch = async (state: State, { watchMs, print, signal }: Options): Promise<void> => {
  try {
    await recordStep('switching');
    await switchTo(state.to);
    await restartService();
    await waitUntilReady(RESTART_MS, signal);
    await recordStep('watching');
    print(`Version ${state.to} answers. Its health is watched for ${watchMs / 1000} seconds …`);
    await watchHealth(watchMs, signal);
  } catch (cause) {
    print(cause instanceof Error ? cause.message : String(cause));
    print(`Going back to version ${state.from} …`);
    const reason = cause instanceof Failure ? cause.reason : 'health';
    await goBack(state, () => restartService());
    await endProgress('returned', reason);
    await waitUntilReady(RESTART_MS);
    throw new Failure(
      `Version ${state.from} answers again. Its database keeps the new tables and columns.`,
      reason,
      { cause },
    );
  }
};

/** Runs an update, and records for the portal how it ended. */
const withProgress = async (
  begun: Parameters<typeof beginProgress>[0],
  work: () => Promise<void>,
): Promise<void> => {
  await beginProgress(begun);
  beat();
  try {
    await work();
  } catch (cause) {
    await endProgress(cause instanceof Refusal ? 'refused' : 'kept', reasonOf(cause));
    throw cause;
  }
};

const install = async (source: Source, from: string, options: Options): Promise<void> => {
  const { print, request } = options;
  const release = await readRelease(source, trustedKey());
  const file = packageFor(release, from);
  if (request && request.version !== release.version)
    throw new Refusal(
      `Version ${request.version} was asked for, but the release is version ${release.version}.`,
      'offered',
    );
  await checkSpace(file);
  print(`Version ${release.version} replaces ${from}.`);
  await recordTarget(release.version);
  const state = { from, to: release.version };
  await writeState({ step: 'preparing', ...state });
  try {
    await prepare(source, release, options);
    options.signal.throwIfAborted();
  } catch (cause) {
    await removeTree(state.to);
    await clearState();
    if (cause instanceof Refusal) throw cause;
    throw new Failure(
      `${cause instanceof Error ? cause.message : String(cause)}\nVersion ${from} goes on unchanged.`,
      reasonOf(cause),
      { cause },
    );
  }
  const switching: State = { step: 'switching', ...state };
  await writeState(switching);
  await switchAndWatch(switching, options);
  await writeState({ step: 'recording', ...state });
  await recordStep('recording');
  await recordInstallation(print);
};

/**
 * Updates the installed portal to the release at the place, a folder or URL, that `findPlace` gives. Throws when the old version
 * stays.
 */
export const update = async (findPlace: () => Promise<string>, options: Options): Promise<void> => {
  await recover(options.print);
  const from = currentVersion();
  const { request } = options;
  await withProgress({ id: request?.id ?? null, from, to: request?.version ?? null }, async () => {
    if (request) requireRecent(request);
    await install(openSource(await findPlace()), from, options);
  });
};
