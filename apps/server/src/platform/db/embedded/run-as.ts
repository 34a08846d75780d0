import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lchownSync, readdirSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';

/** The user who runs PostgreSQL's programs: `prefix` is a command put before them, `owner` another user. */
export interface Identity {
  prefix: string[];
  owner?: { uid: number; gid: number };
}

const NOBODY = { uid: 65534, gid: 65534 };

/**
 * Runs a program in a user namespace in which the caller has the id of the user `nobody`. PostgreSQL starts there, because
 * it is not root, and outside the namespace its files belong to the caller.
 */
const NAMESPACE = ['unshare', '-U', `--map-user=${NOBODY.uid}`, `--map-group=${NOBODY.gid}`];

/** Replaces the caller's environment, because PostgreSQL does not start with a LANG that is not installed. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' };

/**
 * PostgreSQL refuses to run as root, and initdb refuses a user without a name. Every other caller runs them as itself. If
 * the caller is root, the owner of the cluster's files runs them, if that is an ordinary user. Otherwise root runs them in
 * a user namespace, or as the user `nobody` if the container forbids namespaces. A caller without a name runs them in a
 * user namespace.
 */
export function chooseIdentity(folder: string, cluster: string, binary: string): Identity {
  const candidates = identitiesFor(cluster);
  const usable = candidates.find((identity) => {
    // lets the other user enter the data folder, which is otherwise private, but not list it
    if (identity.owner) chmodSync(folder, (statSync(folder).mode & 0o777) | 0o011);
    return canReach(identity, folder, binary);
  });
  if (usable) return usable;
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

/** Whether the caller's user has a name; false in a container that runs under a number only (`docker run -u 12345`). */
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
 * Makes the identity the owner of a folder and its content, unless it runs as the caller or owns the folder already.
 * The folder itself is changed last, so that a folder with the right owner has only files with the right owner.
 */
export function giveFilesTo({ owner }: Identity, folder: string) {
  if (!owner || statSync(folder).uid === owner.uid) return;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(path.join(folder, name), owner.uid, owner.gid);
  }
  lchownSync(folder, owner.uid, owner.gid);
}
