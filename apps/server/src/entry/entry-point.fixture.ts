import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

interface Outcome {
  /** Null if a signal ended the process. */
  code: number | null;
  out: string;
  err: string;
}

/**
 * Starts an entry point as a process of its own, such as `worker` or `commands/backup`. Only PATH and the given
 * settings are in its environment.
 */
export const startEntryPoint = (settings: Record<string, string>, entryPoint: string, ...args: string[]) =>
  startProgram(settings, join(import.meta.dirname, `${entryPoint}.ts`), args);

/**
 * Starts the portal as `npm start` does after the installation, with the same limits of memory. `portalPid` finds the process of
 * the portal, which the started process supervises.
 */
export const startSupervised = (settings: Record<string, string>) => {
  const started = startProgram(settings, join(import.meta.dirname, '../../../../scripts/portal.mjs'), []);
  const { pid } = started.child;
  const portalPid = async () => {
    const [first = ''] = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ');
    return Number(first);
  };
  return { ...started, portalPid };
};

const startProgram = (settings: Record<string, string>, file: string, args: string[]) => {
  const child = spawn(process.execPath, [file, ...args], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  const ended = Promise.all([code, text(child.stdout), text(child.stderr)]).then(
    ([code, out, err]): Outcome => ({ code, out, err }),
  );
  return { child, ended };
};

/** Runs `commands/NAME` to its end. */
export const runCommand = (
  settings: Record<string, string>,
  name: string,
  ...args: string[]
): Promise<Outcome> => startEntryPoint(settings, `commands/${name}`, ...args).ended;
