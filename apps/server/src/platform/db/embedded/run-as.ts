import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { existsSync, lchownSync, readdirSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';

/** Under whose name PostgreSQL's programs run: a command to put before them, or another user for them. */
export interface Identity {
  prefix: string[];
  owner?: { uid: number; gid: number };
}

const NOBODY = { uid: 65534, gid: 65534 };

/** root outside, nobody inside: PostgreSQL sees an ordinary user, and the files stay the caller's own. */
const NAMESPACE = ['unshare', '-U', `--map-user=${NOBODY.uid}`, `--map-group=${NOBODY.gid}`];

/** Not the caller's: a LANG that nobody installed would stop PostgreSQL. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' };

/**
 * PostgreSQL refuses to run as root, and initdb as a user without a name. Everybody else runs it as himself.
 * As root, a cluster that an ordinary user made stays that user's; otherwise a user namespace, and where the
 * container forbids those, the user nobody.
 */
export function chooseIdentity(folder: string, cluster: string, binary: string): Identity {
  const candidates = identitiesFor(cluster);
  const able = candidates.find((identity) => canReach(identity, folder, binary));
  if (able) return able;
  throw new Error(
    `PostgreSQL cannot run as ${process.getuid?.() === 0 ? 'root' : 'a user without a name'}, and no other user may ` +
      `read both ${binary} and ${folder}: start as an ordinary user, or set DATABASE_URL to a PostgreSQL 15+ server.`,
  );
}

function identitiesFor(cluster: string): Identity[] {
  const uid = process.getuid?.();
  const owner = existsSync(cluster) ? statSync(cluster) : undefined;
  if (uid !== 0) {
    if (owner && owner.uid !== uid) {
      throw new Error(
        `The database in ${cluster} belongs to another user (uid ${owner.uid}): start as that user, or take it over ` +
          `with "sudo chown -R $(id -u) ${path.dirname(cluster)}".`,
      );
    }
    return hasName() ? [{ prefix: [] }] : [{ prefix: NAMESPACE }];
  }
  if (owner && owner.uid !== 0) return [{ prefix: [], owner: { uid: owner.uid, gid: owner.gid } }];
  return [{ prefix: NAMESPACE }, { prefix: [], owner: NOBODY }];
}

/** Containers like to run as a bare number (`docker run -u 12345`). */
function hasName() {
  try {
    return Boolean(userInfo().username);
  } catch {
    return false;
  }
}

function canReach({ prefix, owner }: Identity, folder: string, binary: string) {
  if (prefix.length === 0 && !owner) return true;
  const [command, ...args] = [...prefix, 'test', '-x', binary, '-a', '-x', folder];
  return spawnSync(command!, args, { cwd: '/', ...owner, env: ENVIRONMENT }).status === 0;
}

/** Starts one of PostgreSQL's programs. */
export function runAs(
  identity: Identity,
  program: string,
  args: string[],
  options: SpawnOptions,
): ChildProcess {
  const [command, ...rest] = [...identity.prefix, program, ...args];
  return spawn(command!, rest, { cwd: '/', ...options, ...identity.owner, env: ENVIRONMENT });
}

/**
 * Hands a folder and all that is in it to the identity; nothing to do when it runs as the caller or has it already.
 * The folder itself comes last: what belongs to the identity on the outside does so throughout.
 */
export function giveFilesTo({ owner }: Identity, folder: string) {
  if (!owner || statSync(folder).uid === owner.uid) return;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(path.join(folder, name), owner.uid, owner.gid);
  }
  lchownSync(folder, owner.uid, owner.gid);
}
