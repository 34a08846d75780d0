import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from './machines.ts';
import type { Network } from './network.ts';

/** Addresses, folders and secrets that the processes of one installation share. */
export interface Installation {
  network: Network;
  /** data, settings and logs of all machines */
  folder: string;
  secret: string;
  s3Key: string;
  databasePassword: string;
  centrifugoKey: string;
  centrifugoSecret: string;
}

const newSecret = () => randomBytes(16).toString('hex');

export const planInstallation = (network: Network, folder: string): Installation => ({
  network,
  folder,
  secret: newSecret(),
  s3Key: newSecret(),
  databasePassword: newSecret(),
  centrifugoKey: newSecret(),
  centrifugoSecret: newSecret(),
});

/** Creates, unless it exists, a folder for the files of one machine. */
export const folderOf = ({ folder }: Installation, machine: Machine, ...below: string[]): string => {
  const path = join(folder, machine, ...below);
  mkdirSync(path, { recursive: true });
  return path;
};

/** The path of a program, which scripts/programs/engine-programs.mjs passes in the environment. */
export const engine = (
  name:
    | 'S3_SERVER'
    | 'POSTGRES_BIN'
    | 'NGINX'
    | 'CENTRIFUGO'
    | 'DEBIAN_ROOT'
    | 'PACKAGE'
    | 'IMAGE'
    | 'LATER_PROGRAMS',
): string => {
  const path = process.env[name];
  if (!path) throw new Error(`${name} is not set: start the tests with npm run test:engines`);
  return path;
};
