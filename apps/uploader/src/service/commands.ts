import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { dirname, resolve } from 'node:path';
import { parseArguments, parseNumber } from '../arguments.ts';
import { build } from '../program/build.ts';
import type { CommandContext } from '../program/context.ts';
import { ExitError, EXIT, usageError } from '../program/exit-error.ts';
import { whyNoUpdates } from '../updates/update.ts';
import { planService, type ServicePlan } from './definition.ts';
import { placeOf, placeProgram, removePlaced } from './place-program.ts';
import { sentences } from './sentences.ts';

const DEFAULT_PORT = 11_180;

/** The commands that run until they are stopped. */
const LASTING = ['watch', 'receive', 'deliver'];

interface ServiceArguments {
  statusPort: number;
  user: string | undefined;
  asksPassword: boolean;
  /** whether the program looks for newer versions of itself once a day */
  updates: boolean;
  /** what the service does: `watch`, its folder and its options */
  words: string[];
}

/** Parses `[--status-port N] [--user NAME] [--ask-password] [--no-update] watch FOLDER …`; the words after the command are not changed. */
export function parseService(args: string[]): ServiceArguments {
  const start = args.findIndex((word) => LASTING.includes(word));
  if (start < 0) throw usageError(sentences.nameCommand);
  const { values, positionals } = parseArguments(args.slice(0, start), {
    'status-port': 'string',
    user: 'string',
    'ask-password': 'boolean',
    'no-update': 'boolean',
  });
  if (positionals.length > 0) throw usageError(sentences.nameCommand);
  const statusPort = parseNumber(values['status-port'], '--status-port') ?? DEFAULT_PORT;
  if (statusPort > 65_535) throw usageError('--status-port: нужно число от 0 до 65535');
  return {
    statusPort,
    user: values.user,
    asksPassword: values['ask-password'] ?? false,
    updates: !(values['no-update'] ?? false),
    words: args.slice(start),
  };
}

/** This program as the service manager starts it: one file, or Node with the script. A file that updates itself has a place of its own. */
const ownCommand = (place: string) => {
  if (whyNoUpdates() === null) return [place];
  return build.isOneFile ? [process.execPath] : [process.execPath, resolve(process.argv[1] ?? '')];
};

/** The user of a service of the system; undefined for a service of the calling user. */
function systemUserOf(user: string | undefined): string | undefined {
  const isRoot = process.getuid?.() === 0;
  if (user !== undefined && !isRoot) throw usageError(sentences.userNeedsRoot);
  const systemUser = user ?? (isRoot ? process.env.SUDO_USER : undefined);
  if (isRoot && !systemUser) throw usageError(sentences.nameUser);
  return systemUser;
}

function planFor(
  { statusPort, asksPassword, updates, words }: ServiceArguments,
  { systemUser, place }: { systemUser: string | undefined; place: string },
): ServicePlan {
  const { env, platform } = process;
  if (asksPassword && platform !== 'win32') throw usageError(sentences.onlyWindows);
  const settings = ['--status-port', String(statusPort), ...(updates ? [] : ['--no-update'])];
  return planService({
    platform,
    command: [...ownCommand(place), 'service', ...settings, ...words],
    folder: process.cwd(),
    home: homedir(),
    temporaryFolder: tmpdir(),
    programHome: env.SNIMOK_HOME,
    systemUser,
    windowsUser: env.USERDOMAIN ? `${env.USERDOMAIN}\\${userInfo().username}` : userInfo().username,
    userID: process.getuid?.() ?? 0,
    asksPassword,
  });
}

/** Runs a command of the service manager; in this terminal it may ask for a password. */
function run(words: string[], stdio: 'inherit' | 'ignore' = 'inherit'): boolean {
  const [program = '', ...args] = words;
  return spawnSync(program, args, { stdio }).status === 0;
}

/** `snimok install-service watch FOLDER …`: the service starts with the PC and again after a failure. */
export async function installService({ paths, print, log }: CommandContext, args: string[]): Promise<void> {
  const service = parseService(args);
  const systemUser = systemUserOf(service.user);
  const place = placeOf(systemUser, paths.log, process.platform);
  const plan = planFor(service, { systemUser, place });
  const impossible = whyNoUpdates();
  if (impossible === null)
    await placeProgram(place, { program: process.execPath, version: build.version, systemUser });
  // launchd does not replace a service
  if (process.platform === 'darwin') for (const words of plan.uninstall) run(words, 'ignore');
  mkdirSync(dirname(plan.file), { recursive: true });
  writeFileSync(plan.file, plan.text, plan.encoding);
  try {
    for (const words of plan.install)
      if (!run(words)) throw new ExitError(EXIT.failed, sentences.failed(words.join(' ')));
  } finally {
    if (plan.isTemporary) rmSync(plan.file, { force: true });
  }
  log('service-installed');
  print(sentences.installed(service.statusPort));
  if (impossible !== null) print(impossible);
}

/** `snimok uninstall-service`: keeps the sign-in, the ledgers and the logs. */
export function uninstallService({ paths, print, log }: CommandContext, args: string[]): void {
  parseArguments(args, {});
  // a service of the system is removed for every user
  const user = process.getuid?.() === 0 ? 'root' : undefined;
  const systemUser = systemUserOf(user);
  const place = placeOf(systemUser, paths.log, process.platform);
  const service = { statusPort: 0, user, asksPassword: false, updates: true, words: [] };
  const plan = planFor(service, { systemUser, place });
  // the service may have ended before
  for (const words of plan.uninstall) run(words);
  rmSync(plan.file, { force: true });
  removePlaced(place);
  log('service-removed');
  print(sentences.removed);
}
