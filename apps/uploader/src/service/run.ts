import type { Server } from 'node:net';
import { dirname, join } from 'node:path';
import { countDeliveries, listNewestDeliveries } from '../ledger/deliveries.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { readCredentials } from '../portal/credentials.ts';
import { build, version } from '../program/build.ts';
import type { CommandContext } from '../program/context.ts';
import { ExitError } from '../program/exit-error.ts';
import { openRotatingFile } from '../program/log-file.ts';
import { keepUpdated } from '../updates/keep-updated.ts';
import { ownSystem } from '../updates/offer.ts';
import { readUpdateState } from '../updates/state.ts';
import { whyNoUpdates } from '../updates/update.ts';
import { parseService } from './commands.ts';
import { reportReached } from './report-reached.ts';
import { sentences } from './sentences.ts';
import { serveStatus, type Status } from './status-page.ts';
import { supervise } from './supervise.ts';
import { type Message, PROGRAM } from './worker.ts';

const MAX_LINES = 20;
const MAX_LISTED = 50;

type Command = (context: CommandContext, args: string[]) => Promise<void> | void;

/** The states of deliveries in the sections of the page. */
const GROUPS = {
  sent: ['done'],
  waiting: ['ready', 'placed', 'created', 'sent'],
  undecided: ['held', 'unconfirmed'],
  failed: ['failed'],
} as const;

const forGroups = <T>(of: (states: readonly string[]) => T): Record<keyof typeof GROUPS, T> => ({
  sent: of(GROUPS.sent),
  waiting: of(GROUPS.waiting),
  undecided: of(GROUPS.undecided),
  failed: of(GROUPS.failed),
});

/**
 * `snimok service [--status-port N] [--no-update] watch FOLDER …`: what a service manager starts. A program that can update itself has
 * another process do the work.
 */
export async function runService(
  context: CommandContext,
  args: string[],
  commands: Record<string, Command>,
): Promise<void> {
  if (whyNoUpdates() !== null || process.send) return work(context, args, commands);
  const options = { program: process.execPath, version, args: ['service', ...args] };
  const append = openServiceLog(context);
  const code = await supervise({ ...context, print: (line) => printAlso(context, append, line) }, options);
  if (code !== 0) throw new ExitError(code, sentences.workerEnded(code));
}

const openServiceLog = ({ paths }: CommandContext) =>
  openRotatingFile(join(dirname(paths.log), 'service.log'));

const printAlso = (context: CommandContext, append: (line: string) => void, line: string): void => {
  context.print(line);
  append(`${new Date().toISOString()} ${line}`);
};

/**
 * Runs the command of the service. Its output also goes to `service.log` beside the log, and its status page is on the loopback
 * address.
 */
async function work(
  context: CommandContext,
  args: string[],
  commands: Record<string, Command>,
): Promise<void> {
  const { paths } = context;
  const { statusPort, updates, words } = parseService(args);
  const [name = '', ...rest] = words;
  const append = openServiceLog(context);
  const lastLines: string[] = [];
  const print = (line: string) => {
    printAlso(context, append, line);
    lastLines.unshift(line);
    lastLines.splice(MAX_LINES);
  };
  let ledger: Ledger | null = null;
  let server: Server | undefined;
  const startedAt = new Date();
  const read = (): Status => ({
    version,
    portal: readCredentials(paths.credentials)?.portal ?? null,
    startedAt,
    updates: { ...readUpdateState(paths), impossible: whyNoUpdates(), isAutomatic: updates },
    deliveries: forGroups((states) => (ledger ? listNewestDeliveries(ledger, states, MAX_LISTED) : [])),
    counts: forGroups((states) => (ledger ? countDeliveries(ledger, states) : 0)),
    lastLines,
  });
  const isIdle = async () => {
    if (ledger && countDeliveries(ledger, GROUPS.waiting) > 0) return false;
    return !server || (await connectionsOf(server)) === 0;
  };
  const close = statusPort === 0 ? undefined : await serveStatus(statusPort, read);
  if (close === null) print(sentences.portTaken(statusPort));
  const own = new AbortController();
  const stop = AbortSignal.any([context.stop, own.signal]);
  const updating = reportAndUpdate({ ...context, print, stop }, { isAutomatic: updates, isIdle });
  try {
    await commands[name]?.(
      {
        ...context,
        print,
        onLedger: (opened) => (ledger = opened),
        onServer: (opened) => (server = opened),
      },
      rest,
    );
  } catch (problem) {
    if (problem instanceof ExitError) append(`${new Date().toISOString()} ${problem.message}`);
    throw problem;
  } finally {
    own.abort();
    await updating;
    close?.();
  }
}

const connectionsOf = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((problem, count) => resolve(problem ? 0 : count)));

/** What a process does for the service that started it, besides its command; nothing if no service started it. */
const reportAndUpdate = async (
  context: CommandContext,
  updates: { isAutomatic: boolean; isIdle: () => Promise<boolean> },
): Promise<void> => {
  const { [PROGRAM]: program } = process.env;
  const { releaseKey } = build;
  if (!process.send || !program || releaseKey === null) return;
  const send = (message: Message) => void process.send?.(message);
  const install = (next: string) => send({ type: 'update', version: next });
  const own = { program, version, releaseKey, system: ownSystem() };
  try {
    await Promise.all([
      reportReached(context, () => send({ type: 'reached' })),
      keepUpdated(context, { ...own, ...updates, install }),
    ]);
  } catch (problem) {
    // studies are still sent
    context.log('broken', { stack: problem instanceof Error ? (problem.stack ?? '') : String(problem) });
  }
};
