import { parseArgs } from 'node:util';
import { backUp } from '../backup/back-up.ts';
import { BackupProblem } from '../backup/problem.ts';
import { chooseBackup, restore } from '../backup/restore.ts';
import { verify } from '../backup/verify.ts';
import { ConfigError, readConfig } from '../../platform/config.ts';
import type { Context } from '../../platform/context.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { logToOutput } from '../../platform/log.ts';
import { openContext } from '../../platform/open-context.ts';
import { hasCode } from '../../platform/outside/storage/disk-errors.ts';
import { StorageFull } from '../../platform/outside/storage/storage.ts';

const usage = `Usage:
  npm run backup -- DIR [--keep N]       saves database and objects into DIR while the portal runs
  npm run restore -- DIR [--backup NAME] brings the newest backup of DIR, or the one named, into an empty portal
  npm run verify [-- --quick]            compares every row with its object; --quick looks at sizes only
Exit code 0: all is well; 2: done, but objects are missing or damaged; 1: not done.
`;

class Usage extends Error {}

const options = {
  keep: { type: 'string' },
  backup: { type: 'string' },
  quick: { type: 'boolean' },
} as const;
type Values = { keep?: string; backup?: string; quick?: boolean };

const say = (line: string): void => void process.stdout.write(`${line}\n`);
/** What was done is done; what is wrong with the objects is for a timer to raise an alarm by. */
const codeFor = (bad: number): number => (bad === 0 ? 0 : 2);

const withContext = async <T>(work: (context: Context) => Promise<T>, upTo?: string): Promise<T> => {
  const log = logToOutput();
  log.level = 'warn';
  const { context, close } = await openContext(readConfig(process.env), log, { upTo });
  try {
    return await work(context);
  } finally {
    await close();
  }
};

const folderIn = (folder: string | undefined): string => {
  if (!folder) throw new Usage('DIR is missing');
  return folder;
};

const commands: Record<string, (values: Values, folder: string | undefined) => Promise<number>> = {
  async backup({ keep }, given) {
    const folder = folderIn(given);
    if (keep !== undefined && !/^[1-9]\d{0,4}$/.test(keep)) throw new Usage('--keep takes a number from 1');
    const wish = { folder, keep: keep === undefined ? null : Number(keep), say };
    const { path, bad } = await withContext((context) => backUp(context, wish));
    say(
      bad === 0
        ? `Saved: ${path}`
        : `Saved without ${bad} objects that the portal itself has not whole: ${path}`,
    );
    return codeFor(bad);
  },

  async restore({ backup }, given) {
    const folder = folderIn(given);
    const chosen = await chooseBackup(folder, backup);
    const { bad } = await withContext(async (context) => {
      const counted = await restore(context, folder, chosen, say);
      await migrate(context.db, context.pool);
      return counted;
    }, chosen.manifest.migrations.at(-1));
    say(bad === 0 ? `Restored: ${chosen.path}` : `Restored, but ${bad} objects are not whole in the backup.`);
    return codeFor(bad);
  },

  async verify({ quick = false }) {
    const { objects, missing, damaged, orphans } = await withContext((context) =>
      verify(context, { quick, say }),
    );
    say(`${objects} objects: ${missing} missing, ${damaged} damaged, ${orphans} orphans.`);
    return codeFor(missing + damaged + orphans);
  },
};

const explain = (cause: unknown): string => {
  if (cause instanceof StorageFull || hasCode(cause, 'ENOSPC', 'EDQUOT'))
    return 'A disk is full: nothing was finished, earlier backups are as they were.\n';
  if (cause instanceof Usage) return `${cause.message}\n${usage}`;
  if (cause instanceof BackupProblem || cause instanceof ConfigError) return `${cause.message}\n`;
  return `${cause instanceof Error ? cause.message : cause}\n`;
};

try {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [name = '', folder] = positionals;
  const command = commands[name];
  if (!command) throw new Usage('say what to do');
  process.exitCode = await command(values, folder);
} catch (cause) {
  process.stderr.write(explain(cause));
  process.exitCode = 1;
}
