#!/usr/bin/env node
import { commands } from './commands.ts';
import { ExitError, EXIT } from './program/exit-error.ts';
import { help } from './help.ts';
import { openLog } from './program/log-file.ts';
import { resolvePaths } from './program/paths.ts';
import { version } from './program/build.ts';
import { sentences } from './program/sentences.ts';

// Runs `snimok COMMAND …`; the commands are in commands.ts.

// the ledger, the log and received instances are for this user only
process.umask(0o077);

const write = (line: string) => process.stdout.write(`${line}\n`);
const stop = new AbortController();
// systemd sends SIGTERM; closing a console on Windows sends SIGHUP, Ctrl+Break SIGBREAK
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const) {
  process.on(signal, () => (stop.signal.aborted ? process.exit(EXIT.interrupted) : stop.abort()));
}

// a service stops its process by closing the channel to it, on purpose or when it is killed; the channel keeps no process running
process.on('disconnect', () => stop.abort());
process.channel?.unref();

async function run(args: string[]): Promise<number> {
  const [name = 'help', ...commandArgs] = args;
  if (['help', '--help', '-h'].includes(name) || commandArgs.includes('--help')) {
    write(help);
    return args.length === 0 ? EXIT.usage : EXIT.ok;
  }
  if (['version', '--version', '-v'].includes(name)) {
    write(version);
    return EXIT.ok;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new ExitError(EXIT.usage, `Нет такой команды: ${name}. Справка: snimok --help`);
  const places = resolvePaths(process.env);
  const log = openLog(places.log);
  try {
    await command({ paths: places, log, print: write, stop: stop.signal }, commandArgs);
    return EXIT.ok;
  } catch (problem) {
    if (!(problem instanceof ExitError) && !stop.signal.aborted) {
      log('broken', { stack: problem instanceof Error ? (problem.stack ?? '') : String(problem) });
    }
    throw problem;
  }
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (problem) {
  if (problem instanceof ExitError) {
    process.stderr.write(`${problem.message}\n`);
    process.exitCode = problem.code;
  } else if (stop.signal.aborted) {
    process.stderr.write(`\n${sentences.interrupted}\n`);
    process.exitCode = EXIT.interrupted;
  } else {
    process.stderr.write(`${sentences.broken}\n`);
    process.exitCode = EXIT.failed;
  }
}
