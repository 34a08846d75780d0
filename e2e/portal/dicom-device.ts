import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from 'node:child_process';

/** An X-ray machine on the network: dcmtk's programs, which know nothing of ours. */
export interface Sent {
  code: number | null;
  output: string;
  /** instances that were answered with success */
  acknowledged: number;
}

const run = (program: string, args: string[]): Promise<Sent> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.on('error', reject);
    child.on('close', (code) => {
      const acknowledged = output.match(/Received Store Response \(Success\)/g)?.length ?? 0;
      resolve({ code, output, acknowledged });
    });
  });

export const echo = (port: number, aet = 'SNIMOK'): Promise<Sent> =>
  run('echoscu', ['-v', '-aec', aet, '127.0.0.1', String(port)]);

interface Sending {
  files: string[];
  port: number;
  aet?: string;
  /** further words for storescu: which syntaxes it offers */
  words?: string[];
}

export const store = ({ files, port, aet = 'SNIMOK', words = [] }: Sending): Promise<Sent> =>
  run('storescu', ['-v', '-aet', 'XRAY', '-aec', aet, ...words, '127.0.0.1', String(port), ...files]);

/** Every file below a folder. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .sort();
