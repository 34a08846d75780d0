import { readConfig } from '../../platform/settings/config.ts';
import type { Context } from '../../platform/context.ts';
import { logToOutput } from '../../platform/logging/log.ts';
import { openContext } from '../../platform/open-context.ts';
import { createPrivateFiles } from '../../platform/outside/storage/private-files.ts';

/** Wrong arguments: the message is printed with the usage. */
export class UsageError extends Error {}

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs `work` with a context that logs warnings only; `options` as for `openContext`. */
export const withContext = async <T>(
  work: (context: Context) => Promise<T>,
  options: Parameters<typeof openContext>[2] = {},
): Promise<T> => {
  const log = logToOutput();
  log.level = 'warn';
  const { context, close } = await openContext(readConfig(process.env), log, options);
  try {
    return await work(context);
  } finally {
    await close();
  }
};

/** The usage as it is typed here: an installed package has another program for the commands than npm. */
const asTyped = (usage: string): string => {
  const program = process.env['SNIMOK_PROGRAM'];
  return program ? usage.replaceAll(/npm run ([\w-]+)(?: --)?/g, `${program} $1`) : usage;
};

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** The command of this name. Throws a UsageError for an unknown one. */
export const chooseCommand = <Command>(
  commands: Record<string, Command>,
  name: string | undefined,
): Command => {
  const command = Object.hasOwn(commands, name ?? '') ? commands[name ?? ''] : undefined;
  if (!command) throw new UsageError(`Name a command: ${Object.keys(commands).join(', ')}.`);
  return command;
};

/** Runs a command and sets the exit code: the result of `command`, or 1 if it throws, with the message on stderr. */
export const runCommandLine = async (
  usage: string,
  command: () => Promise<number>,
  describe = messageOf,
): Promise<void> => {
  createPrivateFiles();
  try {
    process.exitCode = await command();
  } catch (cause) {
    process.stderr.write(`${describe(cause)}\n${cause instanceof UsageError ? asTyped(usage) : ''}`);
    process.exitCode = 1;
  }
};
