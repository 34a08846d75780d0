import { dirname, join } from 'node:path';
import { countDeliveries, listNewestDeliveries } from '../ledger/deliveries.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { readCredentials } from '../portal/credentials.ts';
import type { CommandContext } from '../program/context.ts';
import { ExitError } from '../program/exit-error.ts';
import { openRotatingFile } from '../program/log-file.ts';
import { version } from '../program/version.ts';
import { parseService } from './commands.ts';
import { sentences } from './sentences.ts';
import { serveStatus, type Status } from './status-page.ts';

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
 * `snimok service [--status-port N] watch FOLDER …`: what a service manager starts. The command's output also goes to `service.log`
 * beside the log, and its status page is on the loopback address.
 */
export async function runService(
  context: CommandContext,
  args: string[],
  commands: Record<string, Command>,
): Promise<void> {
  const { statusPort, words } = parseService(args);
  const [name = '', ...rest] = words;
  const append = openRotatingFile(join(dirname(context.paths.log), 'service.log'));
  const lastLines: string[] = [];
  const print = (line: string) => {
    context.print(line);
    append(`${new Date().toISOString()} ${line}`);
    lastLines.unshift(line);
    lastLines.splice(MAX_LINES);
  };
  let ledger: Ledger | null = null;
  const startedAt = new Date();
  const read = (): Status => ({
    version,
    portal: readCredentials(context.paths.credentials)?.portal ?? null,
    startedAt,
    deliveries: forGroups((states) => (ledger ? listNewestDeliveries(ledger, states, MAX_LISTED) : [])),
    counts: forGroups((states) => (ledger ? countDeliveries(ledger, states) : 0)),
    lastLines,
  });
  const close = statusPort === 0 ? undefined : await serveStatus(statusPort, read);
  if (close === null) print(sentences.portTaken(statusPort));
  try {
    await commands[name]?.({ ...context, print, onLedger: (opened) => (ledger = opened) }, rest);
  } catch (problem) {
    if (problem instanceof ExitError) append(`${new Date().toISOString()} ${problem.message}`);
    throw problem;
  } finally {
    close?.();
  }
}
