import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../../settings/config.ts';
import { hasCode } from './disk-errors.ts';

/** Each entry point calls it: files that the process creates are then accessible to its own user only. */
export const createPrivateFiles = (): void => void process.umask(0o077);

const OTHERS = 0o077;

/**
 * The names that the portal uses in its data folder. Other files may be there, and their modes are not changed.
 * `remote-desktop` is not in the list, because another user enters it.
 */
const OWN_NAMES = [
  /^(storage|archive|mail|work|keys|postgres|audit-heads|tls)$/,
  /^(secret|demo-studies\.json)(\.new)?$/,
  /^(snimok\.log|postgres\.(log|secret|lock))(\.(1|new))?$/,
];

/**
 * Creates the data folder, and makes files that earlier versions created in it inaccessible to other users. If another user
 * runs PostgreSQL or remote desktops, other users may enter the data folder, but not list it.
 */
export const prepareDataFolder = async (
  { dataDir, databaseURL, remoteViewer, remoteDesktop }: Config,
  log: Logger,
): Promise<void> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const isEntered =
    (remoteViewer === 'desktop' &&
      remoteDesktop.user !== undefined &&
      remoteDesktop.folder.startsWith(`${dataDir}/`)) ||
    (databaseURL === undefined && (await hasOtherOwner(join(dataDir, 'postgres'))));
  const names = (await readdir(dataDir)).filter((name) => OWN_NAMES.some((own) => own.test(name)));
  for (const name of ['', ...names]) {
    const permissions = name === '' && isEntered ? 0o066 : OTHERS;
    await restrict(join(dataDir, name), permissions).catch((cause: unknown) => {
      // happens for a folder of another user, to which a group or an access list gives the portal access
      if (!hasCode(cause, 'ENOENT'))
        log.warn({ err: cause }, 'could not withdraw the access of other users to a file in DATA_DIR');
    });
  }
};

const hasOtherOwner = async (path: string): Promise<boolean> => {
  const found = await stat(path).catch(() => null);
  return found !== null && found.uid !== process.getuid?.();
};

/** Removes permissions of a file or folder if it has them. */
const restrict = async (path: string, permissions: number): Promise<void> => {
  const { mode } = await stat(path);
  if ((mode & permissions) !== 0) await chmod(path, mode & 0o7777 & ~permissions);
};
