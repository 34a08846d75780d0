import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';

/** PostgreSQL's main process, as described in postmaster.pid (lines 1, 4 and 8). */
export interface Postmaster {
  pid: number;
  port: number;
  status: string;
}

const pidFile = (cluster: string) => path.join(cluster, 'postmaster.pid');

/** The content of postmaster.pid; after a crash it may describe a process that has ended. */
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

/** Whether the process is alive and the PostgreSQL of this cluster; false for a zombie, which has no arguments. */
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
 * Replaces the pid in postmaster.pid by one above every kernel's limit. PostgreSQL refuses to start while a process with the
 * pid in the file exists, but after a reboot or in a new container that pid often belongs to another program. The file
 * itself must stay: by its shared-memory line PostgreSQL notices backends that still write to the cluster. The file is
 * overwritten in place by one write, which is longer than the old content, so that no reader sees a half-written file.
 */
export function invalidatePidFile(cluster: string) {
  const invalidated = readFileSync(pidFile(cluster), 'utf8').replace(/^\d+/, '99999999');
  const descriptor = openSync(pidFile(cluster), 'r+');
  writeSync(descriptor, invalidated);
  closeSync(descriptor);
}

/** A power cut can leave an empty postmaster.pid, with which PostgreSQL does not start. */
export function removeEmptyPidFile(cluster: string) {
  if (statSync(pidFile(cluster), { throwIfNoEntry: false })?.size === 0) rmSync(pidFile(cluster));
}

/** Whether something listens on this port of 127.0.0.1. */
export const acceptsConnections = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
