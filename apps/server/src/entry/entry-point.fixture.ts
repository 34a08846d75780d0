import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export interface Outcome {
  /** null when a signal ended it */
  code: number | null;
  out: string;
  err: string;
}

/** Starts one of the product's commands as `npm run` does. */
export const startEntryPoint = (settings: Record<string, string>, door: string, ...words: string[]) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, `../commands/${door}.ts`), ...words], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  const ended = Promise.all([code, text(child.stdout), text(child.stderr)]).then(
    ([code, out, err]): Outcome => ({ code, out, err }),
  );
  return { child, ended };
};

export const runEntryPoint = (settings: Record<string, string>, door: string, ...words: string[]): Promise<Outcome> =>
  startEntryPoint(settings, door, ...words).ended;
