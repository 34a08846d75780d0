import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The files and folders of the program. */
export interface Paths {
  credentials: string;
  log: string;
  ledgers: string;
}

/**
 * `SNIMOK_HOME` puts everything into one folder, for services. Otherwise the folders of the operating system are used:
 * %APPDATA% and %LOCALAPPDATA%, or ~/.config and ~/.local/state (XDG base directories).
 */
export function resolvePaths(env: NodeJS.ProcessEnv, platform: string = process.platform): Paths {
  const [config, state] = env.SNIMOK_HOME
    ? [env.SNIMOK_HOME, env.SNIMOK_HOME]
    : platform === 'win32'
      ? [
          join(env.APPDATA ?? join(homedir(), 'AppData/Roaming'), 'snimok'),
          join(env.LOCALAPPDATA ?? join(homedir(), 'AppData/Local'), 'snimok'),
        ]
      : [
          join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'snimok'),
          join(env.XDG_STATE_HOME || join(homedir(), '.local/state'), 'snimok'),
        ];
  const ledgers = join(state, 'ledgers');
  for (const folder of [config, ledgers]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const folder of new Set([config, state, ledgers])) makePrivate(folder);
  return { credentials: join(config, 'credentials.json'), log: join(state, 'snimok.log'), ledgers };
}

/** Withdraws the access of other users to a folder of an earlier version. */
function makePrivate(folder: string): void {
  const { mode, uid } = statSync(folder);
  // Windows has access lists instead, and only the owner of a folder can change its mode
  if ((mode & 0o077) !== 0 && uid === process.getuid?.()) chmodSync(folder, mode & 0o700);
}
