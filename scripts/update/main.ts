import { parseArgs } from 'node:util';
import { Failure } from '../../apps/server/src/platform/releases/failures.ts';
import { findSource, takeRequest } from './requested.ts';
import { recover, update } from './update.ts';

// `snimok-portal update FOLDER|URL`, run by root (ops/deb/snimok-portal).

const USAGE = `Usage:
  snimok-portal update FOLDER|URL [--backup DIR | --no-backup] [--watch MINUTES] [--ready-within MINUTES]
    installs the signed release of a folder or an address
  snimok-portal update --recover
    undoes an interrupted update
  snimok-portal update --requested
    installs the release that an administrator has asked for in the browser
Without --backup, the backup is made in BACKUP_FOLDER. The new version may migrate for --ready-within (60) minutes. After the switch it
is watched for --watch (3) minutes; if it fails, the old version is started again.
`;

class UsageError extends Error {}

const minutes = (name: string, given: string): number => {
  const count = Number(given);
  if (!(count > 0 && count <= 1440)) throw new UsageError(`--${name} needs a number of minutes.`);
  return count * 60_000;
};

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const start = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      backup: { type: 'string' },
      'no-backup': { type: 'boolean', default: false },
      watch: { type: 'string', default: '3' },
      'ready-within': { type: 'string', default: '60' },
      recover: { type: 'boolean', default: false },
      requested: { type: 'boolean', default: false },
    },
  });
  if (values.recover) return recover(print);
  const request = values.requested ? await takeRequest() : undefined;
  if (request === null) return print('Nobody has asked for an update.');
  const [place, ...others] = positionals;
  if (others.length > 0 || (place === undefined) !== values.requested)
    throw new UsageError('Name the folder or the address of a release.');
  const aborted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => aborted.abort(new Failure(`Ended by ${signal}.`, 'interrupted')));
  await update(place === undefined ? findSource : async () => place, {
    request,
    backup: values['no-backup'] ? null : values.backup,
    readyWithinMs: minutes('ready-within', values['ready-within']),
    watchMs: minutes('watch', values.watch),
    print,
    signal: aborted.signal,
  });
};

start().catch((cause: unknown) => {
  process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`);
  if (cause instanceof UsageError) process.stderr.write(USAGE);
  process.exitCode = 1;
});
