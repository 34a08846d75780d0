import { parseArgs } from 'node:util';
import { readEntries } from '../backup/erasures.ts';
import { isSigned, readErasureList } from '../../administration/erasure/erasure-list.ts';
import { eraseAgain } from '../../administration/erasure/reapply.ts';
import type { Context } from '../../platform/context.ts';
import { chooseCommand, print, runCommandLine, UsageError, withContext } from './command-line.ts';

const usage = `Usage:
  npm run erasure -- list > FILE          the list of erased patients in the store, one as JSON on each line
  npm run erasure -- apply [FILE]         erases the patients of the store's list, and of FILE, from a database that was
                                          restored by other means than npm run restore; stop the portal before
  npm run erasure -- apply FILE --unsigned   also entries that were signed with another secret
`;

interface Options {
  path: string | undefined;
  unsigned: boolean;
}

const list = async ({ storage }: Context): Promise<number> => {
  for await (const entry of readErasureList(storage)) print(JSON.stringify(entry));
  return 0;
};

/** Exit code 2 if entries were left out, because their signature is not the portal's. */
const apply = async (context: Context, { path, unsigned }: Options): Promise<number> => {
  const given = path === undefined ? [] : await readEntries(path);
  if (path !== undefined && given.length === 0) throw new UsageError(`${path} has no erasures`);
  const all = [...given];
  for await (const entry of readErasureList(context.storage)) all.push(entry);
  const entries = unsigned ? all : all.filter((entry) => isSigned(context, entry));
  print(`${await eraseAgain(context, entries)} patients erased again.`);
  const left = all.length - entries.length;
  if (left > 0) print(`${left} entries are not signed by this portal: check them, then add --unsigned.`);
  return left > 0 ? 2 : 0;
};

const commands: Record<string, (context: Context, options: Options) => Promise<number>> = { list, apply };

await runCommandLine(usage, () => {
  const { values, positionals } = parseArgs({
    options: { unsigned: { type: 'boolean' } },
    allowPositionals: true,
  });
  const command = chooseCommand(commands, positionals[0]);
  const options = { path: positionals[1], unsigned: values.unsigned ?? false };
  return withContext((context) => command(context, options));
});
