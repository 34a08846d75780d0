import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const SNIMOK = join(import.meta.dirname, '../../../../uploader/src/main.ts');

interface Outcome {
  code: number | null;
  output: string;
}

/** Starts a program; `output` has what it has printed so far. It is killed when the test ends. */
const start = (program: string, args: string[], env: NodeJS.ProcessEnv = {}) => {
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const running = { output: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (running.output += text));
  const ended = new Promise<Outcome>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output: running.output }));
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended.catch(() => undefined);
  });
  return Object.assign(running, { child, ended });
};

/** A PC beside an X-ray machine; the upload program on it has this token. */
export const acquisitionPC = ({ address, token }: { address: string; token: string }) => {
  const home = mkdtempSync(join(tmpdir(), 'snimok-pc-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const credentials = { portal: address, token, since: '2026-11-22' };
  writeFileSync(join(home, 'credentials.json'), JSON.stringify(credentials));
  const launch = (...args: string[]) =>
    start(process.execPath, ['--disable-warning=ExperimentalWarning', SNIMOK, ...args], {
      SNIMOK_HOME: home,
    });
  return {
    home,
    /** Runs `snimok …` to its end. */
    run: (...args: string[]) => launch(...args).ended,
    /** Starts `snimok …`; `printed` waits until it has printed a text. */
    start: (...args: string[]) => {
      const program = launch(...args);
      const printed = (pattern: RegExp) =>
        new Promise<void>((resolve, reject) => {
          const check = () => pattern.test(program.output) && resolve();
          for (const stream of [program.child.stdout, program.child.stderr]) stream.on('data', check);
          check();
          void program.ended.then(({ code, output }) =>
            reject(new Error(`snimok ended with code ${code} before it printed ${pattern}: ${output}`)),
          );
        });
      const stop = () => {
        program.child.kill('SIGTERM');
        return program.ended;
      };
      return { printed, stop, program };
    },
  };
};

/** dcmtk's storescu as an X-ray machine; `scripts/test.mjs` installs it. */
export const sendByDICOM = (args: string[]): Promise<Outcome> => start('storescu', args).ended;
