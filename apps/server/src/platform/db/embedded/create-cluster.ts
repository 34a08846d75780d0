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

/** PG 18 asks the C library, not the built-in locale, which letters make a trigram: it must be a UTF-8 one. */
const LOCALES = ['C.UTF-8', 'en_US.UTF-8', 'ru_RU.UTF-8'];

const TEMPORARY = 'postgres.init-';

/**
 * Makes the cluster beside its place and renames it there once it is on the disk: what carries the final name is
 * always whole. The password goes first, so that no cluster exists whose password is lost.
 */
export async function createCluster(
  places: Paths,
  { initdb }: Binaries,
  identity: Identity,
  durable: boolean,
) {
  const temporary = mkdtempSync(path.join(places.folder, TEMPORARY));
  try {
    const password = randomBytes(24).toString('base64url');
    const [passwordFile, cluster] = [path.join(temporary, 'password'), path.join(temporary, 'cluster')];
    writeFileSync(passwordFile, password, { mode: 0o600 });
    mkdirSync(cluster, { mode: 0o700 });
    giveFilesTo(identity, temporary);
    await runInitdb(places, initdb, identity, [
      ...['-D', cluster, '-U', 'app', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '--encoding=UTF8'],
      ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', ...(durable ? [] : ['--no-sync'])],
    ]);
    writeSecret(places.secret, password);
    syncToDisk(places.folder);
    renameSync(cluster, places.cluster);
    syncToDisk(places.folder);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

async function runInitdb(places: Paths, initdb: string, identity: Identity, args: string[]) {
  let said = '';
  for (const locale of LOCALES) {
    const run = await finished(identity, initdb, [...args, `--locale=${locale}`]);
    if (run.code === 0) return;
    said = run.said;
    if (!/invalid locale/.test(said)) break;
  }
  logQuietly(places.log, said);
  throw explain(said, places);
}

const finished = (identity: Identity, program: string, args: string[]) =>
  new Promise<{ code: number | null; said: string }>((resolve) => {
    const child = runAs(identity, program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    child.on('error', (error) => resolve({ code: null, said: error.message }));
    child.on('close', (code) => resolve({ code, said }));
  });

function writeSecret(file: string, password: string) {
  const fresh = `${file}.new`;
  rmSync(fresh, { force: true });
  writeFileSync(fresh, password, { mode: 0o600, flush: true });
  renameSync(fresh, file);
}

/** A killed first start leaves its folder, perhaps with an initdb still busy in it; that one soon gives up. */
export function removeUnfinished(folder: string) {
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith(TEMPORARY))) {
    try {
      rmSync(path.join(folder, name), { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // It costs some space only, and the next start tries again.
    }
  }
}

function syncToDisk(folder: string) {
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

function logQuietly(log: string, text: string) {
  try {
    appendFileSync(log, text, { mode: 0o600 });
  } catch {
    // A full disk takes no log either; the error thrown next says it.
  }
}
