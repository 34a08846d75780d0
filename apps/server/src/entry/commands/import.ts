import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createArchiveImport } from '@snimok/contract/reception/archive-import';
import { findAccountByEmail } from '../../people/accounts/account-rows/accounts.ts';
import { commandInitiator } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { Problem } from '../../platform/errors/errors.ts';
import { findAuthor } from '../../reception/archive-import/author.ts';
import {
  confirmImport,
  pauseImport,
  resumeImport,
  stopImport,
} from '../../reception/archive-import/change-state.ts';
import { createImport } from '../../reception/archive-import/create-import.ts';
import { findImport } from '../../reception/archive-import/import-queries.ts';
import { proofLines } from '../../reception/archive-import/proof.ts';
import { totalsOf } from '../../reception/archive-import/totals.ts';
import { chooseCommand, print, runCommandLine, UsageError, withContext } from './command-line.ts';

const usage = `Usage:
  npm run import -- plan --source SOURCE --account EMAIL [--client N] [--csv FILE] [--user NAME]
    [--rate BYTES] [--hours HH:MM-HH:MM]     reads the archive and proposes what becomes of each study; imports nothing
  npm run import -- show N                   counts, and how much time and space the import takes
  npm run import -- confirm N                begins to import
  npm run import -- pause|resume|stop N
  npm run import -- proof N --out FILE       per study the SHA-256 of each file at the source and here, as NDJSON

SOURCE is folder:/path, orthanc:URL, dicomweb:URL or
pacs:CALLED@HOST:PORT?calling=TITLE[&retrieve=move&moveTitle=TITLE&movePort=PORT].
EMAIL is that of an assistant with the rights studies and admin, N the number of a client or an import. The password and the
token of the archive are read from IMPORT_PASSWORD and IMPORT_TOKEN, or the password is asked for. The worker of the portal does
the work, so the portal must be running. The columns of FILE are described in docs/archive-import.md.
`;

const options = {
  source: { type: 'string' },
  account: { type: 'string' },
  client: { type: 'string' },
  csv: { type: 'string' },
  user: { type: 'string' },
  rate: { type: 'string' },
  hours: { type: 'string' },
  out: { type: 'string' },
} as const;

type Values = Partial<Record<keyof typeof options, string>>;

/** The password is never an argument, because other users of the machine can read those. */
const askPassword = async (user: string | undefined): Promise<string | null> => {
  const given = process.env['IMPORT_PASSWORD'];
  if (given) return given;
  if (user === undefined || !process.stdin.isTTY) return null;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const password = await terminal.question(`Password of ${user} in the archive: `);
  terminal.close();
  return password || null;
};

const readSource = async ({ source = '', user }: Values): Promise<unknown> => {
  const [, kind = '', rest = ''] = /^(\w+):(.+)$/.exec(source) ?? [];
  if (kind === 'folder') return { kind, path: rest };
  if (kind === 'orthanc') return { kind, url: rest, user, password: await askPassword(user) };
  if (kind === 'dicomweb') {
    const token = process.env['IMPORT_TOKEN'] ?? null;
    return { kind, url: rest, user, token, password: token === null ? await askPassword(user) : null };
  }
  const [, called, host, port, query = ''] = /^pacs:([^@]+)@([^:?]+):(\d+)(?:\?(.*))?$/.exec(source) ?? [];
  if (called === undefined) throw new UsageError('--source must be one of the four kinds below');
  const { calling = 'SNIMOK', movePort, ...more } = Object.fromEntries(new URLSearchParams(query));
  return {
    kind: 'pacs',
    host,
    port: Number(port),
    calledTitle: called,
    callingTitle: calling,
    ...more,
    ...(movePort !== undefined && { movePort: Number(movePort) }),
  };
};

const requireAccount = async (context: Context, email: string | undefined) => {
  if (!email) throw new UsageError('--account is missing');
  const account = await findAccountByEmail(context.db, email);
  const who = account && (await findAuthor(context.db, account.id));
  if (!who) throw new UsageError(`${email} is no assistant with the rights studies and admin.`);
  return who;
};

const readHours = (hours: string | undefined) => {
  if (hours === undefined) return null;
  const [from, to] = hours.split('-');
  return { from, to };
};

const plan = async (context: Context, values: Values): Promise<void> => {
  const who = await requireAccount(context, values.account);
  if (values.client === undefined && values.csv === undefined)
    throw new UsageError('Name a client for new cards with --client, or a list of clients with --csv.');
  const body = createArchiveImport.schema.body.safeParse({
    source: await readSource(values),
    doctorID: values.client === undefined ? null : Number(values.client),
    clients: values.csv === undefined ? null : await readFile(values.csv, 'utf8'),
    rateBytesSecond: values.rate === undefined ? null : Number(values.rate),
    hours: readHours(values.hours),
  });
  if (!body.success)
    throw new UsageError(
      body.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
    );
  const { importID } = await createImport(context, { who, by: commandInitiator }, body.data);
  print(
    `Import ${importID}: the worker reads the archive. Follow it with npm run import -- show ${importID}`,
  );
};

const GIB = 1024 ** 3;
const gib = (bytes: number): string => `${(bytes / GIB).toFixed(2)} GiB`;

const show = async (context: Context, importID: number): Promise<void> => {
  const row = await findImport(context.db, importID);
  const totals = await totalsOf(context, row);
  print(`Import ${importID}: ${row.state}${row.problem === null ? '' : `, problem: ${row.problem}`}`);
  print(`${totals.studies} studies of ${totals.patients} patients, ${totals.newPatients} new cards`);
  const counts = (all: Record<string, number>) =>
    Object.entries(all)
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ') || 'none';
  print(`Planned: ${counts(totals.outcomes)}`);
  print(`Progress: ${counts(totals.states)}`);
  print(`Cannot be read: ${totals.problems}`);
  print(`${gib(totals.doneBytes)} of ${gib(totals.bytes)} are imported`);
  print(`The rest needs ${gib(totals.neededBytes)}; free: ${freeIn(totals.freeBytes)}`);
  if (totals.estimatedSeconds !== null)
    print(`Estimated time: ${(totals.estimatedSeconds / 3600).toFixed(1)} hours`);
};

const freeIn = (bytes: number | null): string => (bytes === null ? 'unknown for a bucket' : gib(bytes));

const prove = async ({ db, clock }: Context, importID: number, { out }: Values): Promise<void> => {
  if (!out) throw new UsageError('--out is missing');
  await findImport(db, importID);
  await pipeline(
    Readable.from(proofLines(db, importID, clock.now())),
    createWriteStream(out, { mode: 0o600 }),
  );
  print(`The proof of import ${importID} is in ${out}`);
};

const changes = { confirm: confirmImport, pause: pauseImport, resume: resumeImport, stop: stopImport };

const changeState = async (context: Context, word: keyof typeof changes, importID: number) => {
  const { creatorID } = await findImport(context.db, importID);
  const who = await findAuthor(context.db, creatorID);
  if (!who) throw new UsageError(`The account that began import ${importID} may no longer import.`);
  await changes[word](context, { who, by: commandInitiator }, importID);
  print(`Import ${importID}: ${(await findImport(context.db, importID)).state}`);
};

type Command = (context: Context, values: Values, importID: number) => Promise<void>;
const changing =
  (word: keyof typeof changes): Command =>
  (context, _, importID) =>
    changeState(context, word, importID);

const commands: Record<string, Command> = {
  plan,
  show: (context, _, importID) => show(context, importID),
  confirm: changing('confirm'),
  pause: changing('pause'),
  resume: changing('resume'),
  stop: changing('stop'),
  proof: (context, values, importID) => prove(context, importID, values),
};

/** Why a command is refused, in English, because the portal's sentences are for the people who use its pages. */
const REFUSED: Record<number, string> = {
  400: 'A value is not valid: the client does not exist, or a line of the list of clients has a mistake',
  404: 'There is no such import',
  409: 'The state of the import does not allow this; see npm run import -- show N',
};

await runCommandLine(usage, async () => {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [name, number] = positionals;
  const command = chooseCommand(commands, name);
  const importID = Number(number);
  if (name !== 'plan' && !Number.isSafeInteger(importID))
    throw new UsageError('Name the number of an import.');
  try {
    await withContext((context) => command(context, values, importID));
  } catch (cause) {
    if (!(cause instanceof Problem)) throw cause;
    throw new Error(`${REFUSED[cause.status] ?? 'The portal refuses'} (${cause.message})`, { cause });
  }
  return 0;
});
