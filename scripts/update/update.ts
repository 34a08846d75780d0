import { existsSync } from 'node:fs';
import { currentVersion, treeOf, trustedKey, CURRENT } from './places.ts';
import { ended, lastLines } from './programs.ts';
import { RELEASE, SIGNATURE } from '../../packages/releases/src/signature.ts';
import { packageFor, Refusal, type Release, verifiedRelease } from './release.ts';
import {
  compileParsers,
  restartService,
  runAsPortal,
  tryBeside,
  waitUntilReady,
  watchHealth,
} from './service.ts';
import { openSource, type Source } from './source.ts';
import { checkSpace, removeTree, stage, STAGED, unpack } from './stage.ts';
import { clearState, readState, type State, switchTo, writeState } from './state.ts';

/** A service that is started again, or goes back, is ready within this time. */
const RESTART_MS = 5 * 60_000;
/** The exit code of a backup that lacks objects which are missing or damaged in the portal. */
const INCOMPLETE = 2;
/** Debian's names of the architectures. */
const ARCHITECTURES: Record<string, string> = { x64: 'amd64', arm64: 'arm64' };

interface Options {
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

const readRelease = async (source: Source): Promise<Release> => {
  const key = trustedKey();
  const bytes = await source.read(RELEASE);
  const signature = await source.read(SIGNATURE);
  return verifiedRelease(bytes, signature.toString('utf8'), key);
};

const backUp = async ({ backup, print }: Options): Promise<void> => {
  if (backup === null) return print('No backup is made.');
  print('Making a backup …');
  const program = ['apps/server/src/entry/commands/backup.ts', 'backup'];
  const { code, output } = await runAsPortal(CURRENT, [...program, ...(backup ? [backup] : [])]);
  print(lastLines(output));
  if (code !== 0 && code !== INCOMPLETE) throw new Error('The backup failed, so nothing was changed.');
};

/** Everything that can be done while the old version serves. */
const prepare = async (source: Source, release: Release, options: Options): Promise<void> => {
  const { print, signal } = options;
  const file = packageFor(release, currentVersion(), ARCHITECTURES[process.arch] ?? process.arch);
  await stage(source, file);
  await backUp(options);
  signal.throwIfAborted();
  print(`Unpacking version ${release.version} …`);
  const tree = await unpack(release.version);
  await compileParsers(tree);
  print('Starting the new version beside the old one; it migrates the database …');
  await tryBeside(tree, options.readyWithinMs, signal);
};

/** Has dpkg take over the folder of the new version, and remove that of the old one. May be repeated. */
const recordInstallation = async (print: (line: string) => void): Promise<void> => {
  const env = { ...process.env, SNIMOK_UPDATE: '1', DEBIAN_FRONTEND: 'noninteractive' };
  const args = ['--force-confdef', '--force-confold', '--install', STAGED];
  // the folder of the old version, in which this program may have been started, is removed
  const { code, output } = await ended('dpkg', args, { env, cwd: '/' });
  if (code !== 0)
    throw new Error(
      `The new version runs, but dpkg could not record it; this is repeated each minute:\n${lastLines(output)}`,
    );
  await clearState();
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
    return clearState();
  }
  if (state.step === 'recording') {
    print(`Completing the update to ${state.to} …`);
    return recordInstallation(print);
  }
  print(`Undoing the interrupted update to ${state.to} …`);
  if (state.step === 'switching')
    // at the start of the machine the service waits for this program
    return goBack(state, () => restartService('--no-block'));
  await removeTree(state.to);
  await clearState();
};

/** Switches, watches, and goes back if the new version is not healthy. */
const switchAndWatch = async (state: State, { watchMs, print, signal }: Options): Promise<void> => {
  try {
    await switchTo(state.to);
    await restartService();
    await waitUntilReady(RESTART_MS, signal);
    print(`Version ${state.to} answers. Its health is watched for ${watchMs / 1000} seconds …`);
    await watchHealth(watchMs, signal);
  } catch (cause) {
    print(cause instanceof Error ? cause.message : String(cause));
    print(`Going back to version ${state.from} …`);
    await goBack(state, () => restartService());
    await waitUntilReady(RESTART_MS);
    throw new Error(`Version ${state.from} answers again. Its database keeps the new tables and columns.`, {
      cause,
    });
  }
};

/** Updates the installed portal to the release at `place`, a folder or URL. Throws when the old version stays. */
export const update = async (place: string, options: Options): Promise<void> => {
  const { print } = options;
  await recover(print);
  const from = currentVersion();
  const source = openSource(place);
  const release = await readRelease(source);
  const file = packageFor(release, from, ARCHITECTURES[process.arch] ?? process.arch);
  await checkSpace(file);
  print(`Version ${release.version} replaces ${from}.`);
  const state = { from, to: release.version };
  await writeState({ step: 'preparing', ...state });
  try {
    await prepare(source, release, options);
    options.signal.throwIfAborted();
  } catch (cause) {
    await removeTree(state.to);
    await clearState();
    if (cause instanceof Refusal) throw cause;
    throw new Error(
      `${cause instanceof Error ? cause.message : String(cause)}\nVersion ${from} goes on unchanged.`,
      { cause },
    );
  }
  const switching: State = { step: 'switching', ...state };
  await writeState(switching);
  await switchAndWatch(switching, options);
  await writeState({ step: 'recording', ...state });
  await recordInstallation(print);
};
