import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Antivirus programs make the first start of a program slow. */
const START_MS = 60_000;

/** What `PROGRAM --version` prints; null if it does not start, fails or does not end. */
export const versionOf = async (program: string): Promise<string | null> => {
  try {
    const child = spawn(program, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'], timeout: START_MS });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => (text = `${text}${part}`.slice(0, 1000)));
    const [code] = await once(child, 'close');
    return code === 0 ? text.trim() : null;
  } catch {
    return null;
  }
};
