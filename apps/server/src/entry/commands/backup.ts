import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { newIdentity } from '../backup/age/keys.ts';
import { backUp } from '../backup/back-up.ts';
import { checkFolder } from '../backup/scheduled/make-backup.ts';
import { chooseBackup, restore } from '../backup/restore.ts';
import { eraseRestored } from '../backup/erasures.ts';
import { verify } from '../backup/verify.ts';
import { systemClock } from '../../platform/time-and-sizes/clock.ts';
import { openSecrets } from '../../platform/secrets/secrets.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { hasCode } from '../../platform/outside/storage/disk-errors.ts';
import { StorageFull } from '../../platform/outside/storage/storage.ts';
import { chooseCommand, print, runCommandLine, UsageError, withContext } from './command-line.ts';

const usage = `Usage:
  npm run backup -- [DIR] [--keep N]     saves database and objects into DIR, or BACKUP_FOLDER, while the portal runs
  npm run restore -- DIR [--backup NAME] restores the newest or the named backup of DIR into an empty portal
  npm run backup-key -- FILE             writes a new private key into FILE, and prints its public key
  npm run verify [-- --quick]            compares every row with its object; --quick compares sizes only
With BACKUP_RECIPIENT=age1… a backup is encrypted to that public key; a restore then needs BACKUP_IDENTITY=FILE.
Exit code 0: no problems; 2: done, but objects are missing or damaged; 1: the command failed.
`;

const options = {
  keep: { type: 'string' },
  backup: { type: 'string' },
  quick: { type: 'boolean' },
} as const;
type Values = { keep?: string; backup?: string; quick?: boolean };

/** Missing and damaged objects have an exit code of their own, on which a timer can raise an alarm. */
const exitCodeFor = (bad: number): number => (bad === 0 ? 0 : 2);

const folderIn = (folder: string | undefined): string => {
  if (!folder) throw new UsageError('DIR is missing');
  return folder;
};

const commands: Record<string, (values: Values, folder: string | undefined) => Promise<number>> = {
  async backup({ keep }, given) {
    if (keep !== undefined && !/^[1-9]\d{0,4}$/.test(keep))
      throw new UsageError('--keep needs a number from 1 to 99999');
    const { path, bad } = await withContext(async (context) => {
      const folder = given ?? context.config.scheduledBackups.folder;
      if (!folder) throw new UsageError('DIR is missing, and BACKUP_FOLDER is not set');
      if (!given)
        await checkFolder(context, folder, false).catch((cause) => {
          throw new Error(`${folder} is missing, full, or without its earlier backups.`, { cause });
        });
      return backUp(context, { folder, keep: keep === undefined ? null : Number(keep), print });
    });
    print(
      bad === 0
        ? `Saved: ${path}`
        : `Saved without ${bad} objects that are missing or damaged in the portal: ${path}`,
    );
    return exitCodeFor(bad);
  },

  async restore({ backup }, given) {
    const folder = folderIn(given);
    const chosen = await chooseBackup(folder, backup);
    const upTo = chosen.manifest.migrations.at(-1);
    const { bad } = await withContext(
      async (context) => {
        const counted = await restore(context, folder, chosen, print);
        await migrate(context.db, context.pool);
        // uses the secrets of the restored portal
        const restored = { ...context, secrets: await openSecrets(context.config) };
        const erased = await eraseRestored(restored, folder);
        if (erased > 0) print(`Erased again: ${erased} patients who were erased after the backup.`);
        return counted;
      },
      { upTo, asOwner: true },
    );
    print(
      bad === 0
        ? `Restored: ${chosen.path}`
        : `Restored, but ${bad} objects are missing or damaged in the backup.`,
    );
    return exitCodeFor(bad);
  },

  async key(_values, file) {
    if (!file) throw new UsageError('FILE is missing');
    const { recipient, file: text } = newIdentity(systemClock.now());
    await writeFile(file, text, { mode: 0o600, flag: 'wx', flush: true });
    print(`Private key: ${file}. Keep it, and a copy of it, away from this machine and from the backups.`);
    print(`BACKUP_RECIPIENT=${recipient}`);
    return 0;
  },

  async verify({ quick = false }) {
    const { objects, missing, damaged, orphans } = await withContext((context) =>
      verify(context, { quick, print }),
    );
    print(`${objects} objects: ${missing} missing, ${damaged} damaged, ${orphans} orphans.`);
    return exitCodeFor(missing + damaged + orphans);
  },
};

const describe = (cause: unknown): string => {
  if (cause instanceof StorageFull || hasCode(cause, 'ENOSPC', 'EDQUOT'))
    return 'A disk is full: the command did not finish. Earlier backups are unchanged.';
  return cause instanceof Error ? cause.message : String(cause);
};

await runCommandLine(
  usage,
  async () => {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [name, folder] = positionals;
    return chooseCommand(commands, name)(values, folder);
  },
  describe,
);
