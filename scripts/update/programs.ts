import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';

/** The last lines of a program's output, for the message of an error. */
const SHOWN_LINES = 12;

export interface Ended {
  /** 1 if a signal ended the process */
  code: number;
  output: string;
}

/** Collects the output of a child process. */
export const outputOf = (child: ChildProcess): (() => string) => {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => (text = `${text}${part}`.slice(-100_000)));
  return () => text;
};

export const lastLines = (text: string): string => text.trimEnd().split('\n').slice(-SHOWN_LINES).join('\n');

/** Runs a program to its end. Rejects if it cannot be started. */
export const ended = async (program: string, args: string[], options: SpawnOptions = {}): Promise<Ended> => {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  const output = outputOf(child);
  const [code] = await once(child, 'close');
  return { code: Number(code ?? 1), output: output() };
};

/** Runs a program to its end and returns its output. Throws with the last lines if it fails. */
export const run = async (program: string, args: string[], options: SpawnOptions = {}): Promise<string> => {
  const { code, output } = await ended(program, args, options);
  if (code !== 0) throw new Error(`${program} ${args[0] ?? ''} failed:\n${lastLines(output)}`);
  return output;
};
