import { parseArgs } from 'node:util';
import { migrate } from '../../platform/db/migrate.ts';
import { hasCode } from '../../platform/outside/storage/disk-errors.ts';
import { StorageFull } from '../../platform/outside/storage/storage.ts';
import { checkExport } from '../portable-export/check-export.ts';
import { exportPortal } from '../portable-export/export-portal.ts';
import { readManifest } from '../portable-export/folder.ts';
import { finishLoad, loadPortal } from '../portable-export/load-portal.ts';
import { print, runCommandLine, UsageError, withContext } from './command-line.ts';

const usage = `Usage:
  npm run export -- DIR           writes everything of the portal into DIR as files that need no portal, while it runs;
                                  an interrupted export continues in the same DIR
  npm run export -- --check DIR   compares every file of an export with its SHA-256
  npm run export -- --load DIR    loads an export into an empty portal
DIR contains all data of all patients in clear.
Exit code 0: no problems; 2: done, but files are missing or differ, or uploads are not processed yet; 1: the command failed.
`;

const exportTo = async (folder: string): Promise<number> => {
  const { missing, unprocessedUploads } = await withContext((context) =>
    exportPortal(context, { folder, print }),
  );
  for (const lost of missing) print(`LOST by the portal: ${lost}`);
  if (unprocessedUploads > 0)
    print(`${unprocessedUploads} uploads have not become studies: their files are not exported.`);
  return missing.length + unprocessedUploads > 0 ? 2 : 0;
};

const load = async (folder: string): Promise<number> => {
  const { migrations } = await readManifest(folder);
  const upTo = migrations.at(-1);
  const { missing } = await withContext(
    async (context) => {
      const manifest = await loadPortal(context, folder, print);
      await migrate(context.db, context.pool);
      await finishLoad(context);
      return manifest;
    },
    { upTo, asOwner: true },
  );
  print('Loaded. Nobody has a password: people request a new one on the sign-in page, or add an account by');
  print('npm run account. Links, invitations, API tokens and programs must be made again.');
  return missing.length > 0 ? 2 : 0;
};

const check = async (folder: string): Promise<number> => {
  const { bad } = await checkExport(folder, print);
  return bad > 0 ? 2 : 0;
};

const describe = (cause: unknown): string => {
  if (cause instanceof StorageFull || hasCode(cause, 'ENOSPC', 'EDQUOT'))
    return 'A disk is full: the command did not finish. Make space, and run it again.';
  return cause instanceof Error ? cause.message : String(cause);
};

await runCommandLine(
  usage,
  () => {
    const { values, positionals } = parseArgs({
      options: { check: { type: 'boolean' }, load: { type: 'boolean' } },
      allowPositionals: true,
    });
    const [folder, ...more] = positionals;
    if (!folder || more.length > 0 || (values.check && values.load)) throw new UsageError('Name one folder');
    if (values.check) return check(folder);
    return values.load ? load(folder) : exportTo(folder);
  },
  describe,
);
