import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { Binaries } from './binaries.ts';
import { explain } from './failure.ts';
import type { Paths } from './paths.ts';
import { giveFilesTo, type Identity, runAs } from './run-as.ts';

/** In PG 18 pg_trgm finds letters with the C library's locale, not the built-in one, so it must be UTF-8. */
const LOCALES = ['C.UTF-8', 'en_US.UTF-8', 'ru_RU.UTF-8'];

const TEMPORARY = 'postgres.init-';

/**
 * Creates the cluster in a temporary folder and renames it once it is on the disk, so that a folder with the final
 * name is always complete. The password is written first, so that no cluster exists whose password is lost.
 */
export async function createCluster(
  paths: Paths,
  { initdb }: Binaries,
  identity: Identity,
  durable: boolean,
) {
  const temporary = mkdtempSync(path.join(paths.folder, TEMPORARY));
  try {
    const password = randomBytes(24).toString('base64url');
    const passwordFile = path.join(temporary, 'password');
    const cluster = path.join(temporary, 'cluster');
    writeFileSync(passwordFile, password, { mode: 0o600 });
    mkdirSync(cluster, { mode: 0o700 });
    giveFilesTo(identity, temporary);
    await runInitdb(paths, initdb, identity, [
      '-D',
      cluster,
      '-U',
      'app',
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(durable ? [] : ['--no-sync']),
    ]);
    writeSecret(paths.secret, password);
    syncToDisk(paths.folder);
    renameSync(cluster, paths.cluster);
    syncToDisk(paths.folder);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

async function runInitdb(paths: Paths, initdb: string, identity: Identity, args: string[]) {
  let output = '';
  for (const locale of LOCALES) {
    const run = await runToEnd(identity, initdb, [...args, `--locale=${locale}`]);
    if (run.code === 0) return;
    output = run.output;
    if (!/invalid locale/.test(output)) break;
  }
  appendToLog(paths.log, output);
  throw explain(output, paths);
}

const runToEnd = (identity: Identity, program: string, args: string[]) =>
  new Promise<{ code: number | null; output: string }>((resolve) => {
    const child = runAs(identity, program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let output = '';
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.on('error', (error) => resolve({ code: null, output: error.message }));
    child.on('close', (code) => resolve({ code, output }));
  });

function writeSecret(file: string, password: string) {
  const fresh = `${file}.new`;
  rmSync(fresh, { force: true });
  writeFileSync(fresh, password, { mode: 0o600, flush: true });
  renameSync(fresh, file);
}

/** Removes the folders of first starts that were killed. If initdb still runs in such a folder, it soon fails. */
export function removeUnfinished(folder: string) {
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith(TEMPORARY))) {
    try {
      rmSync(path.join(folder, name), { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // the folder only takes space, and the next start tries again
    }
  }
}

function syncToDisk(folder: string) {
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

function appendToLog(log: string, text: string) {
  try {
    appendFileSync(log, text, { mode: 0o600 });
  } catch {
    // the disk is full; the error thrown next reports it
  }
}
