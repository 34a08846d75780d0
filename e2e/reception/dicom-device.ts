import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from 'node:child_process';

// An X-ray machine on the network: the DICOM programs of dcmtk, which share no code with the portal.

interface SendResult {
  code: number | null;
  output: string;
  /** number of instances that were answered with status Success */
  acknowledged: number;
}

const run = (program: string, args: string[]): Promise<SendResult> =>
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

export const echo = (port: number, aet = 'SNIMOK'): Promise<SendResult> =>
  run('echoscu', ['-v', '-aet', 'XRAY', '-aec', aet, '127.0.0.1', String(port)]);

interface StoreOptions {
  files: string[];
  port: number;
  aet?: string;
  /** further arguments of storescu, such as the transfer syntaxes that it proposes */
  args?: string[];
}

export const store = ({ files, port, aet = 'SNIMOK', args = [] }: StoreOptions): Promise<SendResult> =>
  run('storescu', ['-v', '-aet', 'XRAY', '-aec', aet, ...args, '127.0.0.1', String(port), ...files]);

/** The paths of all files below a folder, sorted. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .sort();
