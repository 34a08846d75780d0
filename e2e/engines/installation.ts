import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from './machines.ts';
import type { Wires } from './network.ts';

/** What the parts of one installation must know of each other. */
export interface Installation {
  wires: Wires;
  /** its files: data, settings and logs */
  folder: string;
  secret: string;
  s3Key: string;
  databasePassword: string;
  centrifugoKey: string;
  centrifugoSecret: string;
}

const word = () => randomBytes(16).toString('hex');

export const planInstallation = (wires: Wires, folder: string): Installation => ({
  wires,
  folder,
  secret: word(),
  s3Key: word(),
  databasePassword: word(),
  centrifugoKey: word(),
  centrifugoSecret: word(),
});

/** A new folder for a machine's own files. */
export const folderOf = ({ folder }: Installation, place: Place, ...below: string[]): string => {
  const path = join(folder, place, ...below);
  mkdirSync(path, { recursive: true });
  return path;
};

/** Where scripts/engines.mjs has put a program. */
export const engine = (name: 'S3_SERVER' | 'POSTGRES_BIN' | 'NGINX' | 'CENTRIFUGO'): string => {
  const path = process.env[name];
  if (!path) throw new Error(`${name} names no program: run npm run test:engines`);
  return path;
};
