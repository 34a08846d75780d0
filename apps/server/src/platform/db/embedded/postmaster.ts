import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';

/** PostgreSQL's main process, as it tells of itself in postmaster.pid (lines 1, 4 and 8). */
export interface Postmaster {
  pid: number;
  port: number;
  status: string;
}

const pidFile = (cluster: string) => path.join(cluster, 'postmaster.pid');

/** What postmaster.pid says; after a crash it may speak of a process long gone. */
export function readPidFile(cluster: string): Postmaster | undefined {
  if (!existsSync(pidFile(cluster))) return undefined;
  try {
    const lines = readFileSync(pidFile(cluster), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7]?.trim() ?? '' };
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw cause;
  }
}

/** Whether this process lives and is the PostgreSQL of this cluster. A zombie has no arguments, so it is not. */
export function isPostmaster(pid: number, cluster: string): boolean {
  return pid > 0 && programArguments(pid).includes(cluster);
}

function programArguments(pid: number): string | string[] {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    } catch {
      return [];
    }
  }
  return spawnSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}

/**
 * PostgreSQL refuses to start while the pid in postmaster.pid lives, though after a reboot or in a new container that
 * pid is often somebody else's. Put a pid beyond every kernel's limit there. The file itself stays, for its
 * shared-memory line is how PostgreSQL notices that old backends still write to the cluster; hence also in place and
 * by a single write: longer than what was there, and never seen half done.
 */
export function invalidatePidFile(cluster: string) {
  const disowned = readFileSync(pidFile(cluster), 'utf8').replace(/^\d+/, '99999999');
  const descriptor = openSync(pidFile(cluster), 'r+');
  writeSync(descriptor, disowned);
  closeSync(descriptor);
}

/** A power cut can leave the file without its content, and PostgreSQL waits for a person to remove that. */
export function removeEmptyPidFile(cluster: string) {
  if (statSync(pidFile(cluster), { throwIfNoEntry: false })?.size === 0) rmSync(pidFile(cluster));
}

/** Whether something listens there. */
export const acceptsConnections = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
