import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect } from '../pages/test.ts';
import type { AssistantAPI } from '../portal/assistant-api.ts';
import { type Outcome, Program } from '../portal/process.ts';

const LARGEST_BYTES = 120_000_000;
const PART_BYTES = 40_000_000;

interface Offered {
  files: { system: string; filename: string; sizeBytes: number; sha256: string }[];
}

/** Downloads `snimok` for this machine from a portal, by ranges, as a browser does after an interruption. Returns its path. */
export const downloadProgram = async (address: string, folder: string): Promise<string> => {
  const { files } = (await (await fetch(`${address}/programs/snimok.json`)).json()) as Offered;
  const offered = files.find(({ system }) => system === `linux-${process.arch}`);
  if (!offered) throw new Error('the portal offers no program for this machine');
  const { filename, sizeBytes, sha256 } = offered;
  expect(sizeBytes).toBeLessThanOrEqual(LARGEST_BYTES);
  const parts: Buffer[] = [];
  for (let from = 0; from < sizeBytes; from += PART_BYTES) {
    const to = Math.min(from + PART_BYTES, sizeBytes) - 1;
    const reply = await fetch(`${address}/programs/${filename}`, {
      headers: { range: `bytes=${from}-${to}` },
    });
    expect([reply.status, reply.headers.get('content-range')]).toEqual([
      206,
      `bytes ${from}-${to}/${sizeBytes}`,
    ]);
    parts.push(Buffer.from(await reply.arrayBuffer()));
  }
  const bytes = Buffer.concat(parts);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'snimok');
  writeFileSync(path, bytes);
  chmodSync(path, 0o755);
  return path;
};

/** The linker and the libraries of C and C++, which every Linux has. */
const LIBRARIES = ['/lib64', '/lib/x86_64-linux-gnu', '/lib/aarch64-linux-gnu', '/lib/ld-linux-aarch64.so.1'];

/** Where the program is on the PC. */
const PROGRAM = '/program';

/**
 * An acquisition PC on which neither Node nor a package of npm is installed: it has the program in a folder that it may change, libraries
 * and two folders.
 */
export class BarePC {
  readonly #args: string[];
  readonly #program: string;

  constructor(program: string, { home, images }: { home: string; images: string }) {
    mkdirSync(home, { recursive: true });
    const libraries = LIBRARIES.filter((path) => existsSync(path)).flatMap((path) => [
      '--ro-bind',
      path,
      path,
    ]);
    const folders = [
      '--bind',
      dirname(program),
      PROGRAM,
      '--bind',
      home,
      '/home',
      '--ro-bind',
      images,
      '/images',
    ];
    const devices = ['--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp'];
    const environment = ['--clearenv', '--setenv', 'SNIMOK_HOME', '/home', '--setenv', 'PATH', ''];
    this.#args = [...libraries, ...folders, ...devices, ...environment, '--die-with-parent', '--'];
    this.#program = join(PROGRAM, basename(program));
  }

  /** Starts `snimok …`; the images are in /images. */
  launch(...args: string[]): Program {
    return new Program('bwrap', [...this.#args, this.#program, ...args], {}, []);
  }

  /** Signs the program in; an assistant grants it access. */
  async signIn(address: string, api: AssistantAPI): Promise<void> {
    const program = this.launch('login', '--portal', address, '--no-browser');
    const [, userCode = ''] = await program.waitForOutput(/Код на странице.*: (\S+)/);
    await api.decideGrant(userCode, 'accept');
    expect(await program.ended).toMatchObject({ code: 0, stderr: '' });
  }

  /** Runs `snimok …` to its end. */
  run(...args: string[]): Promise<Outcome> {
    return this.launch(...args).ended;
  }
}
